"""Searching contacts by a filter, in the body of a POST or in the query of a GET."""

import json
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from harness.contacts import by_email
from harness.segments import Segments
from harness.server import Server

COUNTS = ("/admin/v1/segments/count", "/admin/v1/segments/count?exact=true", "/admin/v1/segments/preview")
CONTACTS, SEARCH = "/admin/v1/contacts/", "/admin/v1/contacts/search"
EVEN = {"field": "_surname", "is": "equals", "value": "Even"}
EVERYBODY = {"field": "_points", "is": "isSet"}
NOBODY = {"not": EVERYBODY}
POINTS = {"field": "_points", "is": "atLeast", "value": 100}


@pytest.fixture(scope="module")
def peopled():
    """A server with 130 people, and nobody else."""
    server = Server(owner="test_contact_filters.py")
    segments = Segments(server.client(), server.admin_key)
    server.people = [segments.contact(_surname="Odd" if number % 2 else "Even", _points=number) for number in range(130)]
    return server


@pytest.fixture
def segments(peopled, document):
    found = Segments(peopled.client(document), peopled.admin_key)
    yield found
    found.tidy()


def post(segments, target=SEARCH, **body):
    return segments.call("POST", target, json=body)


def get(segments, **parameters):
    query = "&".join(f"{name}={quote(text)}" for name, text in parameters.items())
    return segments.call("GET", f"{CONTACTS}?{query}")


def target_of(link):
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}"


def walk(first, follow):
    """The pages down the links. A page may end before it is full, when its time is over."""
    pages = [first.json()]
    while "next" in pages[-1]["links"]:
        pages.append(follow(target_of(pages[-1]["links"]["next"])).json())
    return pages


def walk_posts(segments, condition, size=100):
    return walk(post(segments, filter=condition, pageSize=size),
                lambda target: post(segments, target, filter=condition, pageSize=size))


def walk_gets(segments, condition, size=100):
    return walk(get(segments, filter=json.dumps(condition), pageSize=str(size)),
                lambda target: segments.call("GET", target))


def results_of(pages):
    return [one for page in pages for one in page["results"]]


@pytest.mark.parametrize("size", [1, 7, 20, 65, 100])
@pytest.mark.parametrize("walked", [walk_posts, walk_gets])
def test_everybody_is_found_once_newest_first_as_lists_show_them(segments, peopled, walked, size):
    pages = walked(segments, EVEN, size)
    assert results_of(pages) == [one for one in peopled.people[::-1] if one["_surname"] == "Even"]
    assert sum(page["lookedAt"] for page in pages) == 130
    assert all(len(page["results"]) <= size and page["links"]["prev"] is None for page in pages)
    assert sum(page["lookedAt"] for page in walked(segments, NOBODY, size)) == 130


def test_nobody_is_found_where_nobody_is(start_server, document):
    server = start_server()
    segments = Segments(server.client(document), server.admin_key)
    empty = {"links": {"prev": None}, "results": [], "lookedAt": 0}
    assert post(segments, filter=EVEN).json() == get(segments, filter=json.dumps(EVEN)).json() == empty


def test_the_cursor_of_a_link_can_stand_in_the_body(segments):
    first = post(segments, filter=EVERYBODY, pageSize=3).json()
    [cursor] = parse_qs(urlsplit(first["links"]["next"]).query)["cursor"]
    by_body = post(segments, filter=EVERYBODY, pageSize=3.0, cursor=cursor).json()
    by_query = post(segments, target_of(first["links"]["next"]), filter=EVERYBODY, pageSize=50, cursor="x").json()
    assert by_body["results"] == by_query["results"] and len(by_query["results"]) == 3
    assert first["results"][-1]["id"] > by_query["results"][0]["id"]
    # Whoever is gone or new meanwhile moves nobody else.
    ada = segments.contact()
    assert post(segments, filter=EVERYBODY, pageSize=3, cursor=cursor).json()["results"] == by_body["results"]
    assert segments.call("DELETE", by_email(ada["_email"])).status == 204


@pytest.mark.parametrize("body, paths", [
    ({}, ["/filter"]), ([], ["/filter"]), ({"filter": EVEN, "pageSize": 0}, ["/pageSize"]),
    ({"filter": EVEN, "pageSize": 101}, ["/pageSize"]), ({"filter": EVEN, "pageSize": 2.5}, ["/pageSize"]),
    ({"filter": EVEN, "pageSize": "2"}, ["/pageSize"]), ({"filter": EVEN, "cursor": "x"}, ["/cursor"]),
    ({"filter": EVEN, "cursor": "\0"}, ["/cursor"]),
    ({"filter": EVEN, "cursor": 1, "pageSize": {}}, ["/pageSize", "/cursor"]),
    ({"filter": {"field": "x", "is": "isSet"}, "pageSize": 0}, ["/filter/field", "/pageSize"]),
    ({"filter": EVEN, "cursor": "n.1.696f55c20b1f2005b2800000"}, ["/cursor"]),
], ids=str)
def test_a_bad_search_is_refused(segments, body, paths):
    assert segments.call("POST", SEARCH, json=body).problem_paths == paths


def test_what_is_wrong_in_the_body_is_refused_although_the_query_goes_before(segments):
    body = {"filter": EVEN, "pageSize": "", "cursor": 1}
    cursor = "o.1768981500000.697083fc0b20472a18000000"
    assert segments.call("POST", f"{SEARCH}?pageSize=4&cursor={cursor}", json=body).problem_paths == ["/pageSize", "/cursor"]


@pytest.mark.parametrize("query, paths", [
    ("?filter=x", ["/filter"]), ("?filter=%7B", ["/filter"]), ("?filter=%7B%7D", ["/filter"]),
    ("?filter=" + quote(json.dumps({"field": "x", "is": "isSet"})), ["/filter/field"]),
    ("?filter=" + quote(json.dumps(EVEN)) + "&name=a", ["/filter"]),
    ("?filter=" + quote(json.dumps(EVEN)) + "&page=2", ["/page"]),
    ("?filter=" + quote(json.dumps(EVEN)) + "&pageSize=0&cursor=x", ["/pageSize", "/cursor"]),
    ("?filter=" + quote(json.dumps(EVEN) + " " * 8192), ["/filter"]),
], ids=lambda value: str(value)[:60])
def test_a_bad_filter_in_the_query_is_refused(segments, query, paths):
    assert segments.call("GET", CONTACTS + query).problem_paths == paths


def test_a_filter_of_8_kib_is_taken_and_an_empty_one_is_none(segments):
    text = json.dumps(POINTS)
    assert get(segments, filter=text + " " * (8192 - len(text)), pageSize="100").json()["lookedAt"] > 0
    assert "lookedAt" not in get(segments, filter="").json()


def test_a_segment_that_was_never_built_cannot_be_asked_for(segments):
    named = {"segment": segments.unbuilt(NOBODY)["id"]}
    for answer in (post(segments, filter=named), get(segments, filter=json.dumps(named))):
        assert answer.status == 409 and "has no members yet" in answer.json()["detail"]
    built = segments.built(EVEN)
    assert results_of(walk_posts(segments, {"segment": built["id"]})) == results_of(walk_posts(segments, EVEN))


def test_a_segment_can_be_asked_for_in_the_moment_in_which_it_is_ready(segments):
    ways = [lambda named: get(segments, filter=json.dumps(named)),
            *(lambda named, target=target: post(segments, target, filter=named) for target in (SEARCH, *COUNTS))]
    for ask in 8 * ways:
        made = segments.make_dynamic(EVEN)["id"]
        segments.await_build(made, pause=0)
        answer = ask({"segment": made})
        assert answer.status == 200, answer.summary()

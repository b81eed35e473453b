"""Paging through a list, shown on the API keys of a server of its own."""

from urllib.parse import parse_qs, urlsplit

import pytest

from harness.client import Key
from harness.server import Server

KEYS = "/admin/v1/api-keys/"
COUNT = 47  # With the first admin key.


@pytest.fixture(scope="module")
def listed():
    """A server with COUNT keys: (server, their ids, newest first). Keys of one millisecond are ordered by id."""
    server = Server(owner="test_lists.py")
    client, admin = server.client(), server.admin_key
    ids = {admin.id}
    for number in range(COUNT - 1):
        made = client.call("POST", KEYS, json={"name": f"Key {number}", "scopes": ["store:read"]}, key=admin).json()
        ids.add(Key(made["id"], made["secret"]).id)
    shown = client.call("GET", KEYS + "?pageSize=100", key=admin).json()["results"]
    times = [key["createdAt"] for key in shown]
    assert {key["id"] for key in shown} == ids and len(shown) == COUNT
    assert times == sorted(times, reverse=True)
    return server, [key["id"] for key in shown]


@pytest.fixture
def get(listed, document):
    server, _ = listed
    client, admin = server.client(document), server.admin_key

    def ask(target):
        """A path, a query or a link."""
        if target.startswith("http"):
            assert target.startswith(server.url + "/"), f"the link {target} does not start with {server.url}"
            target = target[len(server.url):]
        return client.call("GET", target if target.startswith("/") else KEYS + target, key=admin)

    return ask


def ids_of(answer):
    assert answer.status == 200, answer.summary()
    return [key["id"] for key in answer.json()["results"]]


def links_of(answer):
    return answer.json()["links"]


def test_a_list_shows_twenty_with_the_newest_first(listed, get):
    answer = get("")
    assert ids_of(answer) == listed[1][:20]
    times = [key["createdAt"] for key in answer.json()["results"]]
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize("page, page_size", [(1, 1), (2, 1), (47, 1), (1, 20), (2, 20), (3, 20), (1, 46), (2, 46),
                                             (1, 47), (1, 48), (1, 100), (5, 10)])
def test_a_page_is_counted_from_one(listed, get, page, page_size):
    answer = get(f"?page={page}&pageSize={page_size}")
    assert ids_of(answer) == listed[1][(page - 1) * page_size:page * page_size]
    assert ("next" in links_of(answer)) == (page * page_size < COUNT)
    assert (links_of(answer)["prev"] is None) == (page == 1)


@pytest.mark.parametrize("query", ["?page=48&pageSize=1", "?page=4", "?page=100", "?page=500", "?page=2&pageSize=100",
                                   "?page=100&pageSize=100"])
def test_a_page_past_the_end_is_empty(get, query):
    answer = get(query)
    assert ids_of(answer) == [] and "next" not in links_of(answer)


@pytest.mark.parametrize("page_size", [1, 7, 20, 46, 47, 100])
def test_following_next_shows_everything_once_and_prev_leads_back(listed, get, page_size):
    pages, target, last = [], f"?pageSize={page_size}", None
    while target:
        last = get(target)
        pages.append(ids_of(last))
        target = links_of(last).get("next")
    assert [key_id for page in pages for key_id in page] == listed[1]
    assert all(len(page) == page_size for page in pages[:-1]) and pages[-1]
    for page in reversed(pages[:-1]):
        last = get(links_of(last)["prev"])
        assert ids_of(last) == page
    assert links_of(last)["prev"] is None


def test_links_carry_page_size_page_cursor_and_the_other_parameters(get):
    link = links_of(get("?pageSize=5&color=blue+sky&page=2&x=%26%3D%C3%A9"))
    for name, page in (("next", "3"), ("prev", "1")):
        query = parse_qs(urlsplit(link[name]).query, strict_parsing=True)
        assert query["pageSize"] == ["5"] and query["page"] == [page]
        assert query["color"] == ["blue sky"] and query["x"] == ["&=é"]
        assert len(query["cursor"]) == 1
        assert urlsplit(link[name]).path == KEYS


def test_with_a_cursor_the_position_comes_from_the_cursor(listed, get):
    link = links_of(get("?pageSize=5"))["next"]
    other_page = link.replace("page=2", "page=9")
    assert other_page != link
    assert ids_of(get(other_page)) == ids_of(get(link)) == listed[1][5:10]


def test_links_do_not_depend_on_the_host_header(listed, document):
    server, _ = listed
    for host in ("evil.example", "evil.example:80", "localhost"):
        headers = {"Host": host, "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
        answer = server.client(document).call("GET", KEYS + "?pageSize=5", key=server.admin_key, headers=headers)
        assert links_of(answer)["next"].startswith(server.url + KEYS)


@pytest.mark.parametrize("query, paths", [
    *((f"?page={value}", ["/page"]) for value in (
        "0", "-1", "x", "", "1.5", "1e1", "0x1", "%201", "1%20", "1,2", "%2B1", "99999999999999999999", "null",
        "9223372036854775807", "-0", "٣", "true")),
    *((f"?pageSize={value}", ["/pageSize"]) for value in (
        "0", "-1", "101", "x", "", "1.5", "99999999999999999999", "2147483648", "%2B5")),
    ("?page=0&pageSize=0", ["/page", "/pageSize"]),
    ("?page=x&pageSize=101", ["/page", "/pageSize"]),
    ("?page=502", ["/page"]),
    ("?page=10001&pageSize=1", ["/page"]),
    ("?page=1000000", ["/page"]),
    ("?page=102&pageSize=100", ["/page"]),
])
def test_bad_values_are_reported_together(get, query, paths):
    assert sorted(get(query).problem_paths) == paths


@pytest.mark.parametrize("query", ["?page=500", "?page=10000&pageSize=1", "?page=%31", "?p%61ge=1",
                                   "?page=1&Page=x&PAGESIZE=0"])
def test_good_values_are_taken(get, query):
    assert get(query).status == 200


@pytest.mark.parametrize("cursor", ["", "x", "%20", "AAAA", "!!!!", "a" * 5000, "e30", "bzoxNzY4MjEw", "%C3%A9", "0",
                                    "-1"])
def test_a_cursor_that_nobody_gave_out_is_refused(get, cursor):
    assert get(f"?cursor={cursor}").problem_paths == ["/cursor"]


def test_a_changed_cursor_is_refused_or_leads_somewhere_but_never_breaks(get):
    link = links_of(get("?pageSize=5"))["next"]
    cursor = parse_qs(urlsplit(link).query)["cursor"][0]
    for at in range(len(cursor)):
        for character in "A0_":
            answer = get(f"?pageSize=5&cursor={cursor[:at]}{character}{cursor[at + 1:]}")
            assert answer.status in (200, 422), answer.summary()
    for cut in range(len(cursor)):
        assert get(f"?pageSize=5&cursor={cursor[:cut]}").status in (200, 422)


def test_following_links_misses_and_repeats_nothing_while_others_add_and_remove(start_server, document):
    server = start_server()
    client, admin = server.client(document), server.admin_key

    def make(name):
        made = client.call("POST", KEYS, json={"name": name, "scopes": ["store:read"]}, key=admin).json()
        return Key(made["id"], made["secret"]).id

    throughout = {admin.id, *(make(f"Stays {number}") for number in range(20))}
    doomed = [make(f"Goes {number}") for number in range(5)]
    throughout |= {make(f"Stays too {number}") for number in range(5)}
    seen, target, step = [], KEYS + "?pageSize=3", 0
    while target:
        answer = client.call("GET", target.removeprefix(server.url), key=admin)
        seen += ids_of(answer)
        target = links_of(answer).get("next")
        make(f"Late {step}")
        if step < len(doomed):
            client.call("DELETE", KEYS + doomed[step], key=admin)
        # The very row at which the cursor stands may go as well.
        if answer.json()["results"] and step == 4 and (last := seen[-1]) != admin.id:
            client.call("DELETE", KEYS + last, key=admin)
            throughout.discard(last)
        step += 1
    assert len(seen) == len(set(seen))
    assert throughout <= set(seen)


def test_links_use_the_configured_public_address(start_server, document):
    server = start_server(env={"TRADEWIND_PUBLIC_ADDRESS": "https://shop.example.org"})
    client, admin = server.client(document), server.admin_key
    made = client.call("POST", KEYS, json={"name": "x", "scopes": ["admin"]}, key=admin).json()
    Key(made["id"], made["secret"])
    first = client.call("GET", KEYS + "?pageSize=1", key=admin)
    assert links_of(first)["next"].startswith("https://shop.example.org/admin/v1/api-keys/?")
    second = client.call("GET", links_of(first)["next"].removeprefix("https://shop.example.org"), key=admin)
    assert links_of(second)["prev"].startswith("https://shop.example.org/admin/v1/api-keys/?")

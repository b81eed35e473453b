"""The list of contact fields: one list of two kinds, in one order."""

import pytest

from harness.openapi import Document
from harness.server import Server

FIELDS = "/contact-fields/"
SYSTEM = Document().tree["components"]["schemas"]["SystemFieldId"]["enum"]
LISTED = 25


def make(client, key, field_id):
    answer = client.call("POST", FIELDS, json={"id": field_id, "name": "Field", "type": "text"}, key=key)
    assert answer.status == 201, answer.summary()
    return field_id


def ids_of(answer):
    assert answer.status == 200, answer.summary()
    return [one["id"] for one in answer.json()["results"]]


@pytest.fixture(scope="module")
def listed():
    """A server with fields of its own: (server, all ids in the order of the list)."""
    server = Server(owner="test_contact_field_lists.py")
    client, admin = server.client(), server.admin_key
    for number in range(LISTED):
        make(client, admin, f"tags[{number}]")
    shown = ids_of(client.call("GET", FIELDS + "?pageSize=100", key=admin))
    assert len(shown) == 34 + LISTED
    return server, shown


@pytest.fixture
def ask(listed, document):
    server, _ = listed
    client, admin = server.client(document), server.admin_key

    def send(target):
        target = target.removeprefix(server.url)
        return client.call("GET", target if target.startswith("/") else FIELDS + target, key=admin)

    return send


def test_the_system_fields_come_first_and_then_the_newest(start_server, document):
    server = start_server()
    client, admin = server.client(document), server.admin_key
    made = []
    for number in range(5):
        # Fields of one millisecond are ordered by id; these ids grow.
        made.insert(0, make(client, admin, f"f{number}"))
        assert ids_of(client.call("GET", FIELDS + "?pageSize=100", key=admin)) == SYSTEM + made


def test_one_page_shows_all_fields_there_can_be(start_server, document):
    server = start_server()
    client, admin = server.client(document), server.admin_key
    made = [make(client, admin, f"f{number:03}") for number in range(140)]
    answer = client.call("GET", FIELDS, key=admin)
    assert set(ids_of(answer)) == set(SYSTEM + made) and answer.json()["links"] == {"prev": None}
    for target in ("/contact-fields", FIELDS + "?pageSize=200", FIELDS + "?page=1&pageSize=174"):
        assert client.call("GET", target, key=admin).json()["results"] == answer.json()["results"]


@pytest.mark.parametrize("page, page_size", [(1, 1), (34, 1), (35, 1), (59, 1), (1, 34), (2, 34), (2, 20), (3, 20),
                                             (1, 58), (2, 58), (1, 59), (1, 100), (1, 200)])
def test_a_page_is_counted_from_one(ask, listed, page, page_size):
    answer = ask(f"?page={page}&pageSize={page_size}")
    assert ids_of(answer) == listed[1][(page - 1) * page_size:page * page_size]
    assert ("next" in answer.json()["links"]) == (page * page_size < len(listed[1]))
    assert (answer.json()["links"]["prev"] is None) == (page == 1)


@pytest.mark.parametrize("query", ["?page=60&pageSize=1", "?page=2", "?page=50", "?page=100&pageSize=100"])
def test_a_page_past_the_end_is_empty(ask, query):
    answer = ask(query)
    assert ids_of(answer) == [] and "next" not in answer.json()["links"]


@pytest.mark.parametrize("page_size", [1, 7, 20, 33, 34, 58, 59])
def test_following_next_shows_everything_once_and_prev_leads_back(ask, listed, page_size):
    pages, target, last = [], f"?pageSize={page_size}&colour=blue", None
    while target:
        last = ask(target)
        pages.append(ids_of(last))
        target = last.json()["links"].get("next")
        assert target is None or "colour=blue" in target
    assert [one for page in pages for one in page] == listed[1]
    for page in reversed(pages[:-1]):
        last = ask(last.json()["links"]["prev"])
        assert ids_of(last) == page
    assert last.json()["links"]["prev"] is None


def test_with_a_cursor_the_position_comes_from_the_cursor(ask, listed):
    link = ask("?pageSize=5").json()["links"]["next"]
    assert ids_of(ask(link.replace("page=2", "page=9"))) == listed[1][5:10]


@pytest.mark.parametrize("query, paths", [
    ("?page=0", ["/page"]), ("?page=x&pageSize=201", ["/page", "/pageSize"]), ("?pageSize=0", ["/pageSize"]),
    ("?page=51", ["/page"]), ("?page=501&pageSize=20", ["/page"]), ("?cursor=33", ["/cursor"]), ("?cursor=", ["/cursor"]), ("?cursor=n.x.y", ["/cursor"]),
])
def test_bad_values_are_reported_together(ask, query, paths):
    assert sorted(ask(query).problem_paths) == paths


@pytest.mark.parametrize("cursor, begin, end", [
    ("o.0.a", 59, 59), ("o.-9223372036854775808.a", 59, 59), ("n.0.a", 54, 59), ("n.-9223372036854775808.a", 54, 59),
    ("o.9223372036854775807.zzz", 0, 5), ("n.9223372036854775807.zzz", 0, 0),
    ("o.9223372036854775774._expectedPurchases", 34, 39), ("n.9223372036854775774._expectedPurchases", 28, 33),
    ("o.9223372036854775774.z", 33, 38), ("n.9223372036854775774.A", 29, 34),
])
def test_a_cursor_anywhere_leads_to_what_lies_beyond_it(ask, listed, cursor, begin, end):
    assert ids_of(ask(f"?pageSize=5&cursor={cursor}")) == listed[1][begin:end]


def test_following_links_misses_and_repeats_nothing_while_others_add_and_remove(start_server, document):
    server = start_server()
    client, admin = server.client(document), server.admin_key

    def remove(field_id):
        assert client.call("DELETE", FIELDS + field_id, key=admin).status == 204

    throughout = set(SYSTEM) | {make(client, admin, f"stays{number}") for number in range(10)}
    doomed = [make(client, admin, f"goes{number}") for number in range(10)]
    seen, target, step = [], FIELDS + "?pageSize=3", 0
    while target:
        answer = client.call("GET", target.removeprefix(server.url), key=admin)
        seen += ids_of(answer)
        target = answer.json()["links"].get("next")
        make(client, admin, f"late{step}")
        if seen[-1] in doomed:
            remove(seen[-1])  # The very row at which the cursor stands.
            doomed.remove(seen[-1])
        step += 1
    assert len(seen) == len(set(seen)) and throughout <= set(seen)
    assert len(doomed) < 10, "the cursor never stood at a row that went"

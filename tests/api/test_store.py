"""The store and its settings."""

import re
from datetime import datetime, timezone

import pytest

STORE = "/admin/v1/store"


@pytest.fixture
def patch(client, admin):
    return lambda change: client.call("PATCH", STORE, json=change, key=admin)


def test_the_first_start_makes_the_store(start_server, document):
    server = start_server()
    client = server.client(document)
    store = client.call("GET", "/store/", key=server.admin_key).json()
    assert {name: store[name] for name in ("name", "currency", "timezone", "language", "allowedDomains",
                                           "defaultCountryCode")} == {
        "name": "My store", "currency": "EUR", "timezone": "UTC", "language": "en", "allowedDomains": [],
        "defaultCountryCode": "34"}
    made = datetime.strptime(store["createdAt"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    assert abs((datetime.now(timezone.utc) - made).total_seconds()) < 60
    assert store["updatedAt"] == store["createdAt"]
    keys = client.call("GET", "/admin/v1/api-keys/", key=server.admin_key).json()["results"]
    assert [key["id"] for key in keys] == [server.admin_key.id]
    assert set(keys[0]["scopes"]) == set(document.tree["components"]["schemas"]["Scope"]["enum"])


def test_the_id_tells_the_second_in_which_it_was_made(client, admin):
    store = client.call("GET", "/store/", key=admin).json()
    assert re.fullmatch(r"[0-9a-f]{24}", store["id"])
    second, number = int(store["id"][:8], 16), int(store["id"][8:], 16)
    milliseconds = (number >> 22) + 1577836800000  # Since 2020-01-01.
    made = datetime.strptime(store["createdAt"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    assert second == milliseconds // 1000
    assert abs(made.timestamp() - second) < 5


def test_both_doors_show_the_same_store(client, admin, patch):
    patch({"name": "Two doors", "allowedDomains": ["a.example"]})
    assert client.call("GET", "/store/", key=admin).json() == client.call("GET", STORE, key=admin).json()


def test_a_change_is_a_merge_and_answers_the_whole_store(client, admin, patch):
    before = client.call("GET", STORE, key=admin).json()
    answer = patch({"name": "Merged"})
    assert answer.json() == {**before, "name": "Merged", "updatedAt": answer.json()["updatedAt"]}
    assert answer.json()["updatedAt"] > before["updatedAt"] or before["name"] == "Merged"
    assert client.call("GET", "/store/", key=admin).json() == answer.json()


def test_an_empty_change_changes_nothing(client, admin, patch):
    before = client.call("GET", STORE, key=admin).json()
    assert patch({}).json() == before
    assert patch({"unknown": 1}).json() == before


def test_unknown_and_read_only_properties_are_ignored(client, admin, patch):
    before = client.call("GET", STORE, key=admin).json()
    answer = patch({"id": "x", "createdAt": 5, "updatedAt": None, "unknown": {"deep": [None]}, "Name": "x",
                    "_name": "x", "secret": "y"})
    assert answer.status == 200 and answer.json() == before


GOOD = [
    ("name", "x"), ("name", "x" * 200), ("name", "é" * 200), ("name", "🌊" * 200), ("name", "a b"),
    ("currency", "EUR"), ("currency", "USD"), ("currency", "JPY"), ("currency", "GBP"), ("currency", "KWD"),
    ("timezone", "UTC"), ("timezone", "Europe/Madrid"), ("timezone", "America/Argentina/Buenos_Aires"),
    ("timezone", "Etc/GMT+5"), ("timezone", "Asia/Kathmandu"), ("timezone", "America/Port-au-Prince"),
    ("language", "en"), ("language", "spa"), ("language", "es-MX"), ("language", "fil-PH"),
    ("defaultCountryCode", "1"), ("defaultCountryCode", "34"), ("defaultCountryCode", "358"),
    ("defaultCountryCode", "1684"),
    ("allowedDomains", []), ("allowedDomains", ["shop.example"]), ("allowedDomains", ["*.shop.example"]),
    ("allowedDomains", ["https://shop.example"]),
    ("allowedDomains", ["http://*.shop.example:8080"]), ("allowedDomains", ["shop.example:443", "shop.example"]),
    ("allowedDomains", ["localhost"]),
    ("allowedDomains", ["xn--bcher-kva.example"]), ("allowedDomains", ["a-b.c-d.example:1", "a.example:65535"]),
    ("allowedDomains", [f"d{number}.example" for number in range(100)]), ("allowedDomains", ["b.example", "a.example"]),
    ("allowedDomains", ["127.0.0.1"]), ("allowedDomains", ["127.0.0.1:8080"]),
]


@pytest.mark.parametrize("field, value", GOOD, ids=lambda value: str(value)[:30])
def test_a_good_value_is_kept_as_it_was_sent(client, admin, patch, field, value):
    answer = patch({field: value})
    assert answer.status == 200, answer.summary()
    assert answer.json()[field] == value
    assert client.call("GET", "/store/", key=admin).json()[field] == value


WRONG_TYPES = [None, 0, 34, 1.5, True, {}, {"a": 1}]
BAD = [
    *((field, value) for field in ("name", "currency", "timezone", "language", "defaultCountryCode")
      for value in [*WRONG_TYPES, [], [""], ""]),
    ("name", "x" * 201), ("name", "🌊" * 201), ("name", "x" * 100000),
    ("currency", "eur"), ("currency", "Eur"), ("currency", "EU"), ("currency", "EURO"), ("currency", "ZZZ"),
    ("currency", "ABC"), ("currency", " EUR"), ("currency", "E R"), ("currency", "€"), ("currency", "978"),
    ("timezone", "Mars/Olympus"), ("timezone", "Europe/madrid"), ("timezone", "Europe"), ("timezone", "Europe/"),
    ("timezone", " UTC"),
    ("timezone", "/etc/localtime"), ("timezone", "../zoneinfo/UTC"), ("timezone", "Europe/../UTC"),
    ("timezone", "localtime"), ("timezone", "+01:00"),
    ("timezone", "UTC+1"), ("timezone", "Europe/Madrid\n"), ("timezone", "file:Europe/Madrid"),
    ("timezone", "libc:localtime"), ("timezone", "x" * 5000),
    ("timezone", "zone.tab"), ("timezone", "tzdata.zi"), ("timezone", "Fixed/UTC+01:00:00"),
    ("language", "EN"), ("language", "En"), ("language", "e"), ("language", "engl"), ("language", "en_US"),
    ("language", "en-us"), ("language", "en-USA"),
    ("language", "en-U"), ("language", "-US"), ("language", "en-"), ("language", "en "), ("language", "en\n"),
    ("language", "ñ"), ("language", "en-US-x"),
    ("defaultCountryCode", "0"), ("defaultCountryCode", "034"), ("defaultCountryCode", "12345"),
    ("defaultCountryCode", "+34"), ("defaultCountryCode", "3a"),
    ("defaultCountryCode", " 34"), ("defaultCountryCode", "34\n"), ("defaultCountryCode", "-1"),
    ("defaultCountryCode", "٣٤"),
]


@pytest.mark.parametrize("field, value", BAD, ids=lambda value: repr(value)[:30])
def test_a_bad_value_is_reported_at_its_field(client, admin, patch, field, value):
    before = client.call("GET", STORE, key=admin).json()
    answer = patch({field: value})
    assert answer.problem_paths == [f"/{field}"], answer.summary()
    assert client.call("GET", STORE, key=admin).json() == before


BAD_DOMAINS = [
    "", " ", "*", "*.", ".", ".example", "a..example", "exa mple.com", "shop.example/", "shop.example/path",
    "shop.example?x", "shop.example#x",
    "user@shop.example", "ftp://shop.example", "https://", "http://", "https:shop.example", "//shop.example",
    "https:///shop.example", "://shop.example",
    "shop.example:", "shop.example:0", "shop.example:65536", "shop.example:99999", "shop.example:abc",
    "shop.example:-1", "shop.example:+80",
    "shop.example:80:80", "a.*.example", "*shop.example", "*.*.example", "shop.*", "-shop.example", "shop-.example",
    "shop_x.example", "shop.example\n",
    "bü cher.example", "bücher..example", "bücher.example/", "ü" * 64 + ".example", "＊.example", "bücher.example：80",
    "a" * 64 + ".example", "https://*", "x" * 301, None, 5, True, {}, ["a.example"],
]


@pytest.mark.parametrize("pattern", BAD_DOMAINS, ids=lambda value: repr(value)[:30])
def test_a_bad_domain_is_reported_at_its_place(patch, pattern):
    answer = patch({"allowedDomains": ["good.example", pattern]})
    assert answer.problem_paths == ["/allowedDomains/1"], answer.summary()


@pytest.mark.parametrize("value", [0, True, "", "shop.example", {"0": "shop.example"}, 1.5], ids=repr)
def test_domains_are_an_array(patch, value):
    assert patch({"allowedDomains": value}).problem_paths == ["/allowedDomains"]


def test_at_most_a_hundred_domains(patch):
    answer = patch({"allowedDomains": [f"d{number}.example" for number in range(101)]})
    assert answer.problem_paths == ["/allowedDomains"]


def test_a_domain_of_the_largest_length_is_taken_and_one_more_is_not(patch):
    """253 is the longest host; the rest is scheme, star and port."""
    host = ".".join(["a" * 49] * 5) + ".aaa"
    assert len(host) == 253
    assert patch({"allowedDomains": [f"https://{host}:65535"]}).status == 200


def test_null_clears_the_domains(client, admin, patch):
    assert patch({"allowedDomains": ["a.example"]}).json()["allowedDomains"] == ["a.example"]
    assert patch({"name": "Untouched"}).json()["allowedDomains"] == ["a.example"]
    assert patch({"allowedDomains": None}).json()["allowedDomains"] == []
    assert client.call("GET", "/store/", key=admin).json()["allowedDomains"] == []


def test_domains_are_kept_in_lower_case(patch):
    assert patch({"allowedDomains": ["HTTPS://Shop.Example"]}).json()["allowedDomains"] == ["https://shop.example"]


@pytest.mark.parametrize("given, kept", [
    ("münchen.example", "xn--mnchen-3ya.example"), ("https://*.MÜNCHEN.example:8443", "https://*.xn--mnchen-3ya.example:8443"),
    ("mu\u0308nchen.example", "xn--mnchen-3ya.example"), ("東京.example", "xn--1lqs71d.example"),
    ("straße.example", "xn--strae-oqa.example"), ("a。example", "a.example"),
])
def test_an_international_domain_is_kept_as_machines_write_it(patch, given, kept):
    assert patch({"allowedDomains": [given]}).json()["allowedDomains"] == [kept]


def test_the_same_domain_twice_is_refused(patch):
    for domains in (["a.example", "a.example"], ["a.example", "A.example"], ["xn--mnchen-3ya.example", "münchen.example"]):
        answer = patch({"allowedDomains": domains})
        assert answer.problem_paths in (["/allowedDomains/1"], ["/allowedDomains"])


@pytest.mark.only_sqlite
def test_the_control_socket_changes_the_same_store(server, client, admin, document):
    answer = server.control_client(document).call("PATCH", STORE, json={"name": "By the socket"})
    assert answer.status == 200
    assert client.call("GET", "/store/", key=admin).json()["name"] == "By the socket"


def test_changes_of_many_at_once_all_take_effect_in_some_order(client, admin):
    """Twenty open connections send before any answer is read."""
    connections = [client.connect() for _ in range(20)]
    names = [f"Writer {number}" for number in range(20)]
    requests = [client.request("PATCH", STORE, json={"name": name}, key=admin) for name in names]
    try:
        for connection, request in zip(connections, requests):
            connection.send(request)
        for connection, request, name in zip(connections, requests, names):
            answer = connection.read(request)
            assert answer.status == 200 and answer.json()["name"] == name
    finally:
        for connection in connections:
            connection.close()
    assert client.call("GET", "/store/", key=admin).json()["name"] in names

"""Sending custom events, one by one."""

import re

import pytest

from harness.contacts import by_email, fresh_email
from harness.custom_events import WHO, Integrations, options, receiving, sending

UNKNOWN = "5f0000000000000000000000"
FIELDS = [
    {"id": "text", "name": "T", "type": "text"}, {"id": "mail", "name": "M", "type": "email"},
    {"id": "phone", "name": "P", "type": "phone", "defaultCountryCode": "34"},
    {"id": "whole", "name": "W", "type": "integer"}, {"id": "decimal", "name": "D", "type": "decimal"},
    {"id": "day", "name": "D", "type": "date"}, {"id": "flag", "name": "F", "type": "boolean"},
    {"id": "one", "name": "O", "type": "radio", "options": options("a", "b")},
    {"id": "many", "name": "M", "type": "checkbox", "options": options("a", "b")},
    {"id": "odd/~ id", "name": "O", "type": "text"},
]


@pytest.fixture
def integrations(client, admin):
    found = Integrations(client, admin)
    yield found
    found.tidy()


@pytest.fixture
def event_type(integrations):
    return integrations.make_type(receiving(*FIELDS))


@pytest.fixture
def send(client, admin, event_type):
    """Sends an event by the alias of the type."""

    def call(body, query="", key=admin, **more):
        return client.call("POST", f"/custom-events/alias/{event_type['alias']}{query}", json=body, key=key, **more)

    return call


@pytest.fixture
def known(client, admin):
    """The address of a contact that exists."""
    address = fresh_email()
    assert client.call("PATCH", by_email(address), json={}, key=admin).status == 200
    return address


def exists(client, admin, address):
    return client.call("GET", by_email(address), key=admin).status == 200


def test_an_event_is_recorded_by_alias_and_by_id(client, admin, send, event_type, known):
    first = send({"guest": known})
    assert first.status == 201 and set(first.json()) == {"id"} and re.fullmatch(r"[0-9a-f]{24}", first.json()["id"])
    by_id = client.call("POST", f"/custom-events/id/{event_type['id'].upper()}", json={"guest": known}, key=admin)
    assert by_id.status == 201 and by_id.json()["id"] > first.json()["id"]


@pytest.mark.parametrize("batch", ["", "/batch"])
@pytest.mark.parametrize("way", ["alias", "id"])
def test_the_body_and_the_query_are_refused_as_everywhere(client, admin, event_type, way, batch):
    path = f"/custom-events/{way}/{event_type[way]}{batch}"
    limit = 4 * 1024 * 1024 if batch else 512 * 1024
    assert client.call("POST", path, body=b"{}", key=admin, headers={"Content-Encoding": "gzip"}).status == 415
    assert client.call("POST", path, body=b" " * (limit + 1), key=admin).status == 413
    assert "/createContact" in client.call("POST", path + "?createContact=yes", body=b"{}", key=admin).problem_paths
    assert client.call("POST", path + "?createContact=%zz", body=b"{}", key=admin).status == 400


GOOD = [{"text": ""}, {"text": "x" * 5000}, {"mail": "a@b.example"}, {"phone": "651 234 567"}, {"whole": 3.0},
        {"whole": -(2**53 - 1)}, {"decimal": 1e3}, {"decimal": 0.00005}, {"day": "2026-01-01"},
        {"day": "2026-01-01T10:00:00+01:00"}, {"flag": False}, {"one": "b"}, {"many": []}, {"many": ["b", "a"]},
        {"odd/~ id": "x"}, {name: None for name in ("text", "mail", "phone", "whole", "day", "flag", "one", "many")}]
BAD = [({"text": 1}, "/text"), ({"text": "x" * 5001}, "/text"), ({"text": "a\0b"}, "/text"), ({"mail": "a@b"}, "/mail"),
       ({"phone": "12"}, "/phone"), ({"whole": 3.5}, "/whole"), ({"whole": "3"}, "/whole"), ({"whole": 2**53}, "/whole"),
       ({"decimal": "1"}, "/decimal"), ({"decimal": 1e14}, "/decimal"), ({"day": "2026-02-30"}, "/day"),
       ({"day": "2026-01-01T00:00:00"}, "/day"), ({"flag": 1}, "/flag"), ({"one": "c"}, "/one"), ({"one": ["a"]}, "/one"),
       ({"many": "a"}, "/many"), ({"many": ["a", "a"]}, "/many/1"), ({"many": ["c"]}, "/many/0"),
       ({"odd/~ id": 1}, "/odd~1~0 id"), ({"unknown": 1}, "/unknown"), ({"_email": "a@b.example"}, "/_email"),
       ({"Text": "x"}, "/Text"), ({"id": "x"}, "/id")]


@pytest.mark.parametrize("values", GOOD, ids=str)
def test_values_that_fit_are_taken(send, known, values):
    assert send({"guest": known, **values}).status == 201


@pytest.mark.parametrize("values, path", BAD, ids=lambda value: str(value)[:40])
def test_values_that_do_not_fit_are_refused(send, known, values, path):
    assert send({"guest": known, **values}).problem_paths == [path]


def test_all_that_is_wrong_is_told_at_once(send):
    answer = send({"whole": "x", "colour": 1, "guest": "nobody"}, "?createContact=yes")
    assert answer.problem_paths == ["/createContact", "/guest", "/whole", "/colour"]
    for body in ({}, [], {"guest": None}):
        assert send(body).problem_paths == ["/guest"]


def test_required_values_must_be_there(integrations, client, admin, known):
    made = integrations.make_type(receiving({"id": "t", "name": "T", "type": "text", "required": True},
                                            {"id": "f", "name": "F", "type": "boolean", "required": True}))
    for values in ({}, {"t": None, "f": None}, {"t": ""}):
        answer = client.call("POST", f"/custom-events/id/{made['id']}", json={"guest": known, **values}, key=admin)
        assert answer.problem_paths == ["/t", "/f"]


def test_an_unknown_contact_is_refused_or_created(client, admin, send):
    address = fresh_email()
    for query in ("", "?createContact=false", "?createContact=0"):
        answer = send({"guest": address}, query)
        assert answer.status == 400 and answer.json()["code"] == "E0501"
    assert not exists(client, admin, address)
    assert send({"guest": address}, "?createContact=true").status == 201
    assert exists(client, admin, address)
    assert send({"guest": address.upper()}).status == 201
    other = fresh_email()
    assert send({"guest": other, "one": "c"}, "?createContact=1").status == 422
    assert not exists(client, admin, other)
    assert send({"guest": other}, "?createContact=1").status == 201


def test_a_contact_is_created_with_the_address_alone(client, admin, send):
    address = fresh_email()
    send({"guest": address, "mail": "other@example.org"}, "?createContact=true")
    contact = client.call("GET", by_email(address), key=admin).json()
    assert contact["_email"] == address and contact["_emailStatus"] == "active" and "_externalId" not in contact


@pytest.mark.parametrize("content_type", [None, "text/plain", "application/x-www-form-urlencoded", "nonsense"])
def test_the_body_is_json_whatever_its_type(client, admin, event_type, known, content_type):
    headers = {"Content-Type": content_type} if content_type else {}
    answer = client.call("POST", f"/custom-events/alias/{event_type['alias']}", headers=headers, key=admin,
                         body=b'{"guest": "%s"}' % known.encode())
    assert answer.status == 201, answer.summary()
    refused = client.call("POST", f"/custom-events/alias/{event_type['alias']}", headers=headers, key=admin, body=b"a=b")
    assert refused.status == 400 and "code" not in refused.json()


def test_a_body_of_several_parts_is_refused(client, admin, event_type):
    for path in (f"/custom-events/alias/{event_type['alias']}", f"/custom-events/id/{event_type['id']}"):
        answer = client.call("POST", path, headers={"Content-Type": "multipart/form-data; boundary=x"}, key=admin, body=b"{}")
        assert answer.status == 415, answer.summary()


def test_an_encoded_body_is_refused(client, admin, event_type):
    answer = client.call("POST", f"/custom-events/alias/{event_type['alias']}", headers={"Content-Encoding": "gzip"},
                         key=admin, body=b"x")
    assert answer.status == 415


def test_a_body_has_512_kib_at_most(client, admin, event_type, known):
    path = f"/custom-events/id/{event_type['id']}"
    body = (b'{"guest": "%s"}' % known.encode()).rjust(512 * 1024)
    assert client.call("POST", path, body=body, key=admin).status == 201
    refused = client.call("POST", path, body=b" " + body, key=admin)
    assert refused.status == 413 and "524288" in refused.json()["detail"]


class Closed:
    """Paths that let no event in."""

    def __init__(self, integrations):
        off = integrations.make(eventsEnabled=False)["id"]
        gone = integrations.make_type(receiving())
        owner = integrations.made[-1]
        types = {
            "off": integrations.make_type(receiving(), off),
            "webhook": integrations.make_type(receiving(receiveType="webhook")),
            "app": integrations.make_type(receiving(receiveType="web-mobile-app")),
            "gone": gone,
        }
        assert integrations.call_type("DELETE", owner, gone["id"]).status == 204
        self.paths = [f"/custom-events/{way}/{one[part]}" for one in types.values()
                      for way, part in (("alias", "alias"), ("id", "id"))]
        self.paths += [f"/custom-events/id/{integrations.make_type(sending())['id']}", f"/custom-events/id/{UNKNOWN}",
                       f"/custom-events/id/{'f' * 24}", "/custom-events/alias/unknown", "/custom-events/alias/a%20b",
                       f"/custom-events/alias/{'a' * 200}"]


@pytest.fixture
def closed(integrations):
    return Closed(integrations)


def test_a_type_that_lets_nothing_in_is_not_found_whatever_is_sent(client, admin, closed, known):
    for path in closed.paths:
        for sent in ({"json": {"guest": known}}, {"json": {"guest": fresh_email()}}, {"body": b"no JSON"},
                     {"json": {"unknown": 1}}, {"body": b" " * (512 * 1024 + 1)},
                     {"body": b"x", "headers": {"Content-Encoding": "gzip"}},
                     {"json": {}, "headers": {"Idempotency-Key": "x" * 256}}):
            answer = client.call("POST", path, key=admin, **sent)
            assert answer.status == 404, (path, sent, answer.summary())


def test_the_key_comes_before_the_type(client, make_key):
    key = make_key(["contact:write"])
    assert client.call("POST", "/custom-events/alias/unknown", json={}).status == 401
    assert client.call("POST", "/custom-events/alias/unknown", json={}, key=key).status == 403


def test_what_is_no_id_is_a_bad_request(client, admin):
    for no_id in ("x", "a" * 23, "g" * 24):
        assert client.call("POST", f"/custom-events/id/{no_id}", json={}, key=admin).status == 400


def test_events_can_be_switched_off_and_on(integrations, client, admin, known):
    owner = integrations.make()["id"]
    made = integrations.make_type(receiving(), owner)

    def status():
        return client.call("POST", f"/custom-events/alias/{made['alias']}", json={"guest": known}, key=admin).status

    for is_on, expected in ((False, 404), (True, 201)):
        integrations.call("PATCH", owner, json={"eventsEnabled": is_on})
        assert status() == expected
    integrations.call("DELETE", owner)
    assert status() == 404


def test_an_event_under_a_key_counts_once(send, known):
    headers = {"Idempotency-Key": f"event of {known}"}
    first = send({"guest": known}, headers=headers)
    again = send({"guest": known}, headers=headers)
    assert (again.status, again.body) == (201, first.body) and again.header("Idempotency-Replayed") == "true"
    assert send({"guest": known, "flag": True}, headers=headers).problem_paths == ["/Idempotency-Key"]
    assert send({"guest": known}).json()["id"] != first.json()["id"]


def test_a_refused_event_leaves_its_key_free(send):
    address = fresh_email()
    headers = {"Idempotency-Key": f"event of {address}"}
    assert send({"guest": address}, headers=headers).json()["code"] == "E0501"
    assert send({"guest": address}, "?createContact=true", headers=headers).status == 201


@pytest.mark.only_postgres
def test_a_type_made_at_one_process_is_known_to_the_other(start_server, document):
    from harness import processes
    from test_several_processes import AGREED_SECONDS_MAX, within
    folder = processes.make_folder()
    one, other = start_server(folder=folder), start_server(folder=folder)
    integrations = Integrations(one.client(document), one.admin_key)
    owner = integrations.make()["id"]
    made = integrations.make_type(receiving(fields=[WHO]), owner)
    there = other.client(document)

    def status():
        return there.call("POST", f"/custom-events/alias/{made['alias']}?createContact=1",
                          json={"guest": "ada@example.org"}, key=one.admin_key).status

    within(AGREED_SECONDS_MAX, lambda: status() == 201)
    assert integrations.call("PATCH", owner, json={"eventsEnabled": False}).status == 200
    within(AGREED_SECONDS_MAX, lambda: status() == 404)

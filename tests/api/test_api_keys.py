"""Making, showing and revoking API keys."""

import re
import time
from datetime import datetime, timedelta, timezone

import pytest

from harness.client import Key
from harness.openapi import Document

KEYS = "/admin/v1/api-keys/"
SCOPES = Document().tree["components"]["schemas"]["Scope"]["enum"]


@pytest.fixture
def post(client, admin):
    """Sends a POST; keys that it makes are taken away after the test."""
    made = []

    def send(body):
        answer = client.call("POST", KEYS, json=body, key=admin)
        if answer.status == 201:
            made.append(Key(answer.json()["id"], answer.json()["secret"]))
        return answer

    yield send
    for key in made:
        client.call("DELETE", KEYS + key.id, key=admin)


def good(**changes):
    body = {"name": "A key", "scopes": ["store:read"], **changes}
    return {name: value for name, value in body.items() if value is not ...}


def shown(client, admin, key_id):
    answer = client.call("GET", KEYS + key_id, key=admin)
    assert answer.status == 200, answer.summary()
    return answer.json()


def test_a_new_key_is_answered_with_its_secret_once(client, admin, post):
    answer = post(good(scopes=["store:read", "contact:write"]))
    assert answer.status == 201
    made = answer.json()
    assert re.fullmatch(r"[0-9A-Za-z]{22}", made["id"]) and re.fullmatch(r"[0-9A-Za-z]{22}", made["secret"])
    assert set(made["scopes"]) == {"store:read", "contact:write"} and made["name"] == "A key"
    assert "expiresAt" not in made and "lastUsedAt" not in made
    created = datetime.strptime(made["createdAt"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    assert abs((datetime.now(timezone.utc) - created).total_seconds()) < 60
    assert shown(client, admin, made["id"]) == {name: value for name, value in made.items() if name != "secret"}
    for path in (KEYS + made["id"], KEYS + "?pageSize=100"):
        answer = client.call("GET", path, key=admin)
        assert made["secret"] not in answer.body.decode() and '"secret"' not in answer.body.decode()


def test_ids_and_secrets_are_all_different_and_use_all_of_the_alphabet(post):
    made = [post(good()).json() for _ in range(20)]
    texts = [key["id"] for key in made] + [key["secret"] for key in made]
    assert len(set(texts)) == 40
    assert len(set("".join(texts))) > 50  # Of 62, in 880 random characters.


@pytest.mark.parametrize("scope", SCOPES)
def test_every_scope_can_be_given(post, scope):
    answer = post(good(scopes=[scope]))
    assert answer.status == 201 and answer.json()["scopes"] == [scope]


def test_all_scopes_can_be_given_at_once(post):
    assert set(post(good(scopes=SCOPES)).json()["scopes"]) == set(SCOPES)


@pytest.mark.parametrize("name", ["x", "x" * 100, "🌊" * 100, "two words", '"<&>"'], ids=lambda name: name[:5])
def test_a_name_has_up_to_a_hundred_characters(post, name):
    assert post(good(name=name)).json()["name"] == name


def test_two_keys_may_have_the_same_name(post):
    assert post(good(name="twin")).json()["id"] != post(good(name="twin")).json()["id"]


PROBLEMS = [
    ({}, ["/name", "/scopes"]),
    ({"unknown": 1}, ["/name", "/scopes"]),
    (good(name=...), ["/name"]),
    *((good(name=value), ["/name"]) for value in (None, "", "x" * 101, "🌊" * 101, 1, True, [], {})),
    (good(scopes=...), ["/scopes"]),
    *((good(scopes=value), ["/scopes"]) for value in (None, [], "admin", "all", 1, {}, {"admin": True})),
    *((good(scopes=[value]), ["/scopes/0"]) for value in (
        "", "all", "Admin", "admin ", "store", "store:", "store:write", "*", None, 1, [], {})),
    (good(scopes=["store:read", "nope", "admin", "neither"]), ["/scopes/1", "/scopes/3"]),
    *((good(expiresAt=value), ["/expiresAt"]) for value in (
        "", "tomorrow", 1, True, [], {}, 4102444800, "2000-01-01T00:00:00Z", "2000-01-01", "1969-12-31T23:59:59Z",
        "0001-01-01",
        "2099-01-01T00:00:00", "2099-01-01 00:00:00", "2099-01-01T00:00", "2099-01-01T00:00Z", "2099-02-30",
        "2099-02-29T00:00:00Z", "2099-13-01",
        "2099-00-01", "2099-01-00", "2099-01-01T24:00:00Z", "2099-01-01T00:60:00Z", "2099-01-01T00:00:61Z",
        "2099-01-01T00:00:00+25:00",
        "2099-01-01T00:00:00+0100", "2099-01-01T00:00:00.Z", "2099-1-1", "20990101", "99-01-01",
        "10000-01-01T00:00:00Z", "2099-01-01T00:00:00Zx",
        " 2099-01-01", "2099-01-01\n", "2099-01-01T00:00:00+", "2099-W01-1", "2099-001")),
    ({"name": "", "scopes": [], "expiresAt": "x"}, ["/expiresAt", "/name", "/scopes"]),
    ({"name": 5, "scopes": ["nope"], "expiresAt": "2000-01-01"}, ["/expiresAt", "/name", "/scopes/0"]),
]


@pytest.mark.parametrize("body, paths", PROBLEMS, ids=lambda value: str(value)[:60])
def test_what_is_wrong_is_reported_all_at_once_and_nothing_is_made(client, admin, post, body, paths):
    before = client.call("GET", KEYS + "?pageSize=100", key=admin).json()["results"]
    answer = post(body)
    assert sorted(answer.problem_paths) == paths, answer.summary()
    after = client.call("GET", KEYS + "?pageSize=100", key=admin).json()["results"]
    assert [key["id"] for key in after] == [key["id"] for key in before]


def test_a_scope_twice_is_refused(post):
    answer = post(good(scopes=["admin", "store:read", "admin"]))
    assert answer.problem_paths in (["/scopes/2"], ["/scopes"])


TIMES = [
    ("2099-12-31", "2099-12-31T00:00:00.000Z"),
    ("2096-02-29", "2096-02-29T00:00:00.000Z"),
    ("2099-12-31T23:59:59Z", "2099-12-31T23:59:59.000Z"),
    ("2099-12-31T23:59:59.5Z", "2099-12-31T23:59:59.500Z"),
    ("2099-12-31T23:59:59.123Z", "2099-12-31T23:59:59.123Z"),
    ("2099-12-31T23:59:59.123999Z", "2099-12-31T23:59:59.123Z"),
    ("2099-12-31T23:59:59.999999999999Z", "2099-12-31T23:59:59.999Z"),
    ("2099-12-31T23:59:59+00:00", "2099-12-31T23:59:59.000Z"),
    ("2099-12-31T23:59:59-00:00", "2099-12-31T23:59:59.000Z"),
    ("2100-01-01T01:00:00+02:00", "2099-12-31T23:00:00.000Z"),
    ("2099-12-31T23:30:00-01:30", "2100-01-01T01:00:00.000Z"),
    ("2099-06-30T12:00:00.25+05:45", "2099-06-30T06:15:00.250Z"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
]


@pytest.mark.parametrize("sent, answered", TIMES)
def test_times_are_taken_in_many_forms_and_answered_in_one(client, admin, post, sent, answered):
    answer = post(good(expiresAt=sent))
    assert answer.status == 201, answer.summary()
    assert answer.json()["expiresAt"] == answered
    assert shown(client, admin, answer.json()["id"])["expiresAt"] == answered


def test_null_for_the_end_means_none(post):
    answer = post(good(expiresAt=None))
    assert answer.status == 201 and "expiresAt" not in answer.json()


def test_an_end_just_ahead_is_taken_and_one_just_gone_is_not(post):
    now = datetime.now(timezone.utc)
    assert post(good(expiresAt=(now + timedelta(seconds=30)).isoformat())).status == 201
    assert post(good(expiresAt=(now - timedelta(seconds=1)).isoformat())).problem_paths == ["/expiresAt"]


def test_unknown_and_read_only_properties_are_ignored(post):
    answer = post(good(id="x", secret="y" * 22, createdAt=1, lastUsedAt="z", unknown=None))
    assert answer.status == 201
    assert answer.json()["id"] != "x" and answer.json()["secret"] != "y" * 22


def test_a_revoked_key_is_gone(client, admin, post):
    key_id = post(good()).json()["id"]
    answer = client.call("DELETE", KEYS + key_id, key=admin)
    assert answer.status == 204 and answer.body == b""
    assert client.call("GET", KEYS + key_id, key=admin).status == 404
    assert client.call("DELETE", KEYS + key_id, key=admin).status == 404
    assert key_id not in [key["id"] for key in client.call("GET", KEYS + "?pageSize=100", key=admin).json()["results"]]


def test_ids_are_compared_letter_by_letter(client, admin, post):
    key_id = post(good()).json()["id"]
    assert client.call("DELETE", KEYS + key_id.swapcase(), key=admin).status == 404
    assert client.call("GET", KEYS + key_id, key=admin).status == 200


def test_an_expired_key_stays_in_the_list(client, admin, post):
    expires = datetime.now(timezone.utc) + timedelta(seconds=6)
    made = post(good(expiresAt=expires.isoformat(timespec="milliseconds"))).json()
    key = Key(made["id"], made["secret"])
    deadline = time.monotonic() + 30
    while client.call("GET", "/store/", key=key).status != 401:
        assert time.monotonic() < deadline
    assert shown(client, admin, key.id)["expiresAt"] == made["expiresAt"]


def test_the_last_use_is_shown(client, admin, post):
    made = post(good()).json()
    before = datetime.now(timezone.utc) - timedelta(seconds=2)
    deadline = time.monotonic() + 20
    while "lastUsedAt" not in (key := shown(client, admin, made["id"])):
        assert client.call("GET", "/store/", key=Key(made["id"], made["secret"])).status == 200
        assert time.monotonic() < deadline, "the use of the key was never recorded"
        time.sleep(0.05)  # Uses are written down in the background.
    used = datetime.strptime(key["lastUsedAt"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    assert before <= used <= datetime.now(timezone.utc) + timedelta(seconds=1)


def test_a_hundred_keys_and_no_more(start_server, document):
    server = start_server()
    client, admin = server.client(document), server.admin_key
    made = []
    for number in range(99):
        answer = client.call("POST", KEYS, json=good(name=f"Key {number}"), key=admin)
        assert answer.status == 201, answer.summary()
        made.append(Key(answer.json()["id"], answer.json()["secret"]))
    full = client.call("POST", KEYS, json=good(), key=admin)
    assert full.problem_paths == ["/name"]
    assert "100" in full.json()["validationErrors"][0]["reason"]
    both = client.call("POST", KEYS, json=good(scopes=["nope"]), key=admin)
    assert "/scopes/0" in both.problem_paths
    assert client.call("DELETE", KEYS + made[0].id, key=admin).status == 204
    again = client.call("POST", KEYS, json=good(name="There is room again"), key=admin)
    assert again.status == 201
    Key(again.json()["id"], again.json()["secret"])
    assert client.call("POST", KEYS, json=good(), key=admin).problem_paths == ["/name"]


@pytest.mark.only_sqlite
def test_a_secret_is_in_no_file(start_server, document):
    server = start_server()
    answer = server.client(document).call("POST", KEYS, json=good(name="peculiar-name-81f2"), key=server.admin_key)
    key = Key(answer.json()["id"], answer.json()["secret"])
    contents = b"".join(path.read_bytes() for path in server.data.rglob("*") if path.is_file())
    assert key.secret.encode() not in contents
    assert key.id.encode() in contents and b"peculiar-name-81f2" in contents, "it was not looked where keys are kept"

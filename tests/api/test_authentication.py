"""Who is let in: the Authorization header, and what a refusal tells."""

import threading
import time
from datetime import datetime, timedelta, timezone

import pytest

from harness.client import Key

pytestmark = pytest.mark.any_engine

NOBODY = Key("0" * 22, "1" * 22)


def ask(client, *authorization, path="/store/"):
    return client.call("GET", path, headers=[("Authorization", value) for value in authorization])


@pytest.mark.parametrize("form", [
    "apiKey {key}",
    "APIKEY {key}",
    "apikey {key}",
    "ApIkEy {key}",
    "apiKey  {key}",
    "apiKey          {key}",
    "   apiKey {key}",
    "apiKey {key}   ",
    "Bearer {key}",
    "bearer  {key}",
    "{key}",
    "  {key} ",
], ids=repr)
def test_the_key_stands_behind_either_scheme_in_any_case_or_alone(client, admin, form):
    answer = ask(client, form.format(key=f"{admin.id}:{admin.secret}"))
    assert answer.status == 200, answer.summary()


MALFORMED = {
    "nothing": "",
    "only the scheme": "apiKey",
    "only the scheme and a space": "apiKey ",
    "only the other scheme": "Bearer",
    "both schemes": "apiKey Bearer {id}:{secret}",
    "alone, with another word": "{id}:{secret} x",
    "alone, with no colon": "{id}{secret}",
    "no space": "apiKey{id}:{secret}",
    "no space behind the other scheme": "Bearer{id}:{secret}",
    "basic": "Basic {id}:{secret}",
    "a longer scheme": "apiKeys {id}:{secret}",
    "no colon": "apiKey {id}{secret}",
    "a space for the colon": "apiKey {id} {secret}",
    "a space after the colon": "apiKey {id}: {secret}",
    "only the id": "apiKey {id}",
    "no secret": "apiKey {id}:",
    "no id": "apiKey :{secret}",
    "only a colon": "apiKey :",
    "one character of the id too few": "apiKey {short_id}:{secret}",
    "one character of the id too many": "apiKey {id}a:{secret}",
    "one character of the secret too few": "apiKey {id}:{short_secret}",
    "one character of the secret too many": "apiKey {id}:{secret}a",
    "another part": "apiKey {id}:{secret}:x",
    "another word": "apiKey {id}:{secret} x",
    "a comma": "apiKey {id}:{secret},apiKey {id}:{secret}",
    "a parameter": "apiKey {id}:{secret};x=1",
    "quotes": 'apiKey "{id}:{secret}"',
    "a dash for a letter": "apiKey -{short_id}:{secret}",
    "not ASCII": "apiKey é{short_id}:{secret}",
    "full-width digits": "apiKey ０{short_id}:{secret}",
    "very long": "apiKey " + "a" * 20000,
    "swapped": "apiKey {secret}:{id}",
}


@pytest.mark.parametrize("form", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_key_is_refused(client, admin, form):
    value = form.format(id=admin.id, secret=admin.secret, short_id=admin.id[:-1], short_secret=admin.secret[:-1])
    answer = ask(client, value)
    assert answer.status == 401, answer.summary()
    assert answer.header("WWW-Authenticate") == "apiKey"


def test_bytes_that_are_not_utf_8_are_a_malformed_key(client, admin):
    request = client.request("GET", "/store/", key="apiKey MARK").replace(b"MARK", b"\xff\xfe" + admin.id.encode())
    assert client.raw(request).status == 401


def test_a_missing_key_is_refused(client):
    answer = client.call("GET", "/store/")
    assert answer.status == 401
    assert answer.header("WWW-Authenticate") == "apiKey"


@pytest.mark.parametrize("path", ["/store/?key={key}", "/store/?apiKey={key}", "/store/?Authorization=apiKey+{key}"])
def test_a_key_in_the_query_does_not_count(client, admin, path):
    assert client.call("GET", path.format(key=f"{admin.id}:{admin.secret}")).status == 401


def test_two_authorization_headers_are_a_malformed_key(client, admin):
    for values in [(admin.header, admin.header), (admin.header, NOBODY.header), (NOBODY.header, admin.header),
                   ("", admin.header), (admin.header, ""), ("Basic eDp5", admin.header)]:
        assert ask(client, *values).status == 401


def test_an_unknown_id_and_a_wrong_secret_look_the_same(client, admin):
    unknown = client.call("GET", "/store/", key=NOBODY)
    wrong = client.call("GET", "/store/", key=Key(admin.id, NOBODY.secret))
    case = client.call("GET", "/store/", key=Key(admin.id, admin.secret.swapcase()))
    assert unknown.status == wrong.status == case.status == 401
    assert unknown.body == wrong.body == case.body

    def names(answer):
        return [name for name, _ in answer.headers]

    assert names(unknown) == names(wrong) == names(case)


def test_a_revoked_key_is_refused_from_the_answer_on(client, admin, make_key):
    key = make_key()
    assert client.call("GET", "/store/", key=key).status == 200
    assert client.call("DELETE", f"/admin/v1/api-keys/{key.id}", key=admin).status == 204
    assert client.call("GET", "/store/", key=key).status == 401


def test_a_revoked_key_is_refused_on_a_connection_that_was_open_before(client, admin, make_key):
    key = make_key()
    request = client.request("GET", "/store/", key=key)
    with client.connect() as connection:
        assert connection.exchange(request).status == 200
        assert client.call("DELETE", f"/admin/v1/api-keys/{key.id}", key=admin).status == 204
        assert connection.exchange(request).status == 401


def test_a_key_works_until_it_expires_and_is_refused_afterwards(client, make_key):
    # A whole millisecond, as the service keeps it.
    expires = (datetime.now(timezone.utc) + timedelta(seconds=7)).replace(microsecond=0)
    key = make_key(expiresAt=expires.isoformat(timespec="milliseconds"))
    seen = set()
    while (now := datetime.now(timezone.utc)) < expires + timedelta(seconds=5):
        status = client.call("GET", "/store/", key=key).status
        seen.add(status)
        if now > expires:
            assert status == 401
            break
        assert status == 200 or datetime.now(timezone.utc) >= expires
        time.sleep(0.05)  # Only the real clock can reach the end of a key.
    assert seen == {200, 401}


def test_a_new_key_works_at_once_and_only_for_its_scopes(client, make_key):
    for _ in range(5):
        key = make_key(["store:read"])
        assert client.call("GET", "/store/", key=key).status == 200
        assert client.call("GET", "/admin/v1/store", key=key).status == 200
        assert client.call("GET", "/admin/v1/audit/", key=key).status == 403


def test_a_missing_scope_is_named(client, make_key):
    reader, manager = make_key(["store:read"]), make_key(["admin"])
    assert "audit:read" in client.call("GET", "/admin/v1/audit/", key=reader).json()["detail"]
    assert "store:read" in client.call("GET", "/store/", key=manager).json()["detail"]


def test_a_refusal_never_repeats_what_was_sent(client, admin):
    for value in (admin.header + "x", f"apiKey {admin.id}:{NOBODY.secret}", "Bearer canary-7c1d"):
        answer = ask(client, value)
        text = answer.body.decode() + repr(answer.headers)
        assert answer.status == 401
        assert not any(part in text for part in (admin.id, admin.secret, NOBODY.secret, "canary-7c1d"))


def test_a_key_may_revoke_itself(client, make_key):
    key = make_key(["admin"])
    assert client.call("DELETE", f"/admin/v1/api-keys/{key.id}", key=key).status == 204
    assert client.call("DELETE", f"/admin/v1/api-keys/{key.id}", key=key).status == 401


def test_of_many_that_revoke_a_key_in_use_one_succeeds_and_no_use_comes_after(server, document, admin, make_key):
    key = make_key()
    barrier, guard = threading.Barrier(12), threading.Lock()
    revocations, uses = [], []  # Of uses: when each began, and its status.

    def note(where, what):
        with guard:
            where.append(what)

    def revoke():
        barrier.wait()
        answer = server.client(document).call("DELETE", f"/admin/v1/api-keys/{key.id}", key=admin)
        note(revocations, (answer.status, time.monotonic()))

    def use():
        barrier.wait()
        client = server.client(document)
        while not uses or uses[-1][1] == 200:
            begun = time.monotonic()
            note(uses, (begun, client.call("GET", "/store/", key=key).status))

    threads = [threading.Thread(target=target) for target in [revoke] * 6 + [use] * 6]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    assert sorted(status for status, _ in revocations) == [204] + [404] * 5
    (revoked_at,) = (when for status, when in revocations if status == 204)
    assert {status for begun, status in uses if begun > revoked_at} <= {401}
    assert {status for _, status in uses} <= {200, 401}

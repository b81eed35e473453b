"""Webhooks that come in, and the management of their addresses and secrets."""

import hashlib
import hmac
import json
import re

import pytest

from harness.client import all_secrets
from harness.contacts import by_email, fresh_email
from harness.custom_events import WHO, Integrations, receiving, sending

UNKNOWN = "5f0000000000000000000000"
AT = {**WHO, "jsonPointerPath": "/booking/guests/0/email"}
SEATS = {"id": "seats", "name": "Seats", "type": "integer", "jsonPointerPath": "/booking/seats"}
NOTE = {"id": "note", "name": "Note", "type": "text"}
SECRET = "kiln-and-wheel-1974"


@pytest.fixture
def integrations(client, admin):
    found = Integrations(client, admin)
    yield found
    found.tidy()


@pytest.fixture
def hook_type(integrations):
    return integrations.make_type(receiving(receiveType="webhook", fields=[AT, SEATS, NOTE]))


def management_path(type_id, what="hook"):
    return f"/admin/v1/custom-event-types/{type_id}/{what}"


class Hook:
    def __init__(self, client, key, type_id):
        self.client, self.key, self.path = client, key, management_path(type_id)

    def manage(self, method, **more):
        answer = self.client.call(method, self.path, **{"key": self.key, **more})
        if answer.status < 300:
            all_secrets.add(answer.json()["url"].rpartition("/")[2])
        return answer

    @property
    def target(self):
        url = self.manage("GET").json()["url"]
        return url[url.index("/hooks/"):]

    def call(self, body, target=None, **more):
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.call("POST", target or self.target, body=sent, **more)

    def call_signed(self, body, secret=SECRET):
        sent = json.dumps(body).encode()
        code = hmac.new(secret.encode(), sent, hashlib.sha256).hexdigest()
        return self.call(sent, headers={"X-Signature": f"sha256={code}"})


@pytest.fixture
def hook(client, admin, hook_type):
    return Hook(client, admin, hook_type["id"])


def booking(address, **more):
    return {"type": "booked", "booking": {"guests": [{"email": address}, 7], **more}, "unknown": {"a": [1]}}


def exists(client, admin, address):
    return client.call("GET", by_email(address), key=admin).status == 200


def test_values_are_picked_and_the_contact_is_created(client, admin, hook):
    address = fresh_email()
    answer = hook.call({**booking(address, seats=2), "note": "window"})
    assert answer.status == 201 and re.fullmatch(r"[0-9a-f]{24}", answer.json()["id"])
    assert exists(client, admin, address)
    assert hook.call(booking(address)).status == 201


def test_what_does_not_fit_is_told_where_it_stands(hook):
    assert hook.call(booking("nobody", seats="2")).problem_paths == ["/booking/guests/0/email", "/booking/seats"]
    assert hook.call({"note": 1}).problem_paths == ["/booking/guests/0/email", "/note"]
    assert hook.call([]).problem_paths == ["/booking/guests/0/email"]
    for body in (b"a=b", b"", b"1", b'"x"', b"null"):
        assert hook.call(body).status == 400


@pytest.mark.parametrize("content_type", [None, "text/plain", "application/x-www-form-urlencoded"])
def test_the_content_type_does_not_matter(hook, content_type):
    headers = {"Content-Type": content_type} if content_type else {}
    assert hook.call(booking(fresh_email()), headers=headers).status == 201
    assert hook.call(b"x", headers={**headers, "Content-Encoding": "gzip"}).status == 415


def test_a_body_has_a_mebibyte_at_most(hook):
    body = json.dumps(booking(fresh_email())).encode().rjust(1024 * 1024)
    assert hook.call(body).status == 201
    assert hook.call(b" " + body).status == 413


def test_only_the_right_address_is_let_in(client, hook, integrations):
    target = hook.target
    token = target.rpartition("/")[2]
    assert re.fullmatch(r"[0-9A-Za-z]{43}", token)
    for wrong in ("x", token[:-1], token + "x", token.swapcase(), "%00", "%ff"):
        expected = 400 if wrong in ("%00", "%ff") else 404
        assert client.call("POST", f"/hooks/{wrong}", body=b"{}").status == expected
    assert client.call("GET", target).status == 405


def test_a_hook_is_closed_with_its_integration(client, admin, integrations):
    owner = integrations.make()["id"]
    made = integrations.make_type(receiving(receiveType="webhook"), owner)
    hook = Hook(client, admin, made["id"])
    target, body = hook.target, {"guest": fresh_email()}
    assert hook.call(body, target).status == 201
    integrations.call("PATCH", owner, json={"eventsEnabled": False})
    for sent in (body, b"no JSON", b" " * (1024 * 1024 + 1)):
        assert hook.call(sent, target).status == 404
    integrations.call("PATCH", owner, json={"eventsEnabled": True})
    assert hook.call(body, target).status == 201
    integrations.call_type("DELETE", owner, made["id"])
    assert hook.call(body, target).status == 404 and hook.manage("GET").status == 404


def test_the_address_can_be_replaced(hook):
    before = hook.manage("GET").json()
    assert set(before) == {"url", "hasSecret", "createdAt"} and before["hasSecret"] is False
    after = hook.manage("POST")
    assert after.status == 201 and after.json()["url"] != before["url"]
    assert hook.manage("GET").json() == after.json()
    old = before["url"][before["url"].index("/hooks/"):]
    assert hook.call(booking(fresh_email()), old).status == 404
    assert hook.call(booking(fresh_email())).status == 201


def test_with_a_secret_calls_must_be_signed(client, admin, hook):
    all_secrets.add(SECRET)
    assert hook.manage("PATCH", json={"secret": SECRET}).json()["hasSecret"] is True
    address = fresh_email()
    for headers in ({}, {"X-Signature": "sha256="}, {"X-Signature": "sha256=" + "0" * 64}, {"X-Signature": "x"}):
        assert hook.call(booking(address), headers=headers).status == 403
    assert hook.call_signed(booking(address), "another secret").status == 403
    assert hook.call(b"no JSON").status == 403
    assert not exists(client, admin, address)
    assert hook.call_signed(booking(address)).status == 201
    assert hook.manage("PATCH", json={}).json()["hasSecret"] is True
    assert hook.manage("POST").json()["hasSecret"] is True
    assert hook.call_signed(booking(address)).status == 201
    assert hook.manage("PATCH", json={"secret": None}).json()["hasSecret"] is False
    assert hook.call(booking(address)).status == 201


@pytest.mark.parametrize("secret", ["", "seven77", "s" * 501, 8, "with\0nul--"])
def test_a_secret_has_8_to_500_characters(hook, secret):
    assert hook.manage("PATCH", json={"secret": secret}).problem_paths == ["/secret"]
    assert hook.manage("GET").json()["hasSecret"] is False


def test_only_types_received_by_webhook_have_an_address(client, admin, integrations):
    for made in (integrations.make_type(receiving()), integrations.make_type(sending()), {"id": UNKNOWN},
                 {"id": "f" * 24}):
        for method, more in (("GET", {}), ("POST", {}), ("PATCH", {"json": {"secret": SECRET}})):
            assert client.call(method, management_path(made["id"]), key=admin, **more).status == 404
    for method, more in (("GET", {}), ("POST", {}), ("PATCH", {"json": {}})):
        assert client.call(method, management_path("x"), key=admin, **more).status == 400


def test_calls_are_limited_by_the_minute(start_server, document):
    server = start_server(config="[limits]\nhook_requests_per_minute = 3\n")
    client = server.client(document)
    integrations = Integrations(client, server.admin_key)
    hooks = [Hook(client, server.admin_key, integrations.make_type(receiving(receiveType="webhook"))["id"])
             for _ in range(2)]
    targets = [hook.target for hook in hooks]
    statuses = []
    while 429 not in statuses and len(statuses) < 8:  # A new minute may begin in between.
        statuses.append((answer := hooks[0].call({"guest": "ada@example.org"}, targets[0])).status)
    assert statuses[-1] == 429 and set(statuses[:-1]) == {201}
    assert 1 <= int(answer.header("Retry-After")) <= 60
    assert hooks[1].call({"guest": "ada@example.org"}, targets[1]).status == 201


def test_a_call_under_a_key_counts_once(hook):
    body, headers = booking(fresh_email()), {"Idempotency-Key": f"call {fresh_email()}"}
    first, again = hook.call(body, headers=headers), hook.call(body, headers=headers)
    assert again.body == first.body and again.header("Idempotency-Replayed") == "true"


# --- what signs the calls that go out

@pytest.fixture
def secrets(client, admin):
    def call(method, type_id, **more):
        answer = client.call(method, management_path(type_id, "signing-secret"), key=admin, **more)
        if answer.status < 300:
            all_secrets.update(one["secret"] for one in answer.json()["secrets"])
        return answer

    return call


def test_a_type_that_sends_has_a_signing_secret_that_can_be_replaced(integrations, secrets):
    made = integrations.make_type(sending())["id"]
    first = secrets("GET", made).json()["secrets"]
    assert len(first) == 1 and re.fullmatch(r"whsec_[0-9A-Za-z]{32}", first[0]["secret"]) and "expiresAt" not in first[0]
    replaced = secrets("POST", made)
    two = replaced.json()["secrets"]
    assert replaced.status == 201 and secrets("GET", made).json()["secrets"] == two
    assert two[0]["secret"] != first[0]["secret"] == two[1]["secret"]
    assert "expiresAt" not in two[0] and two[1]["expiresAt"] > two[0]["createdAt"]
    three = secrets("POST", made).json()["secrets"]
    assert [one["secret"] for one in three][1:] == [two[0]["secret"]]


def test_a_replacement_under_a_key_happens_once(integrations, secrets):
    made = integrations.make_type(sending())["id"]
    headers = {"Idempotency-Key": f"replace {made}"}
    first, again = secrets("POST", made, headers=headers), secrets("POST", made, headers=headers)
    assert first.body == again.body and again.header("Idempotency-Replayed") == "true"
    other = integrations.make_type(sending())["id"]
    assert secrets("POST", other, headers=headers).problem_paths == ["/Idempotency-Key"]


def test_only_types_that_send_have_one(integrations, secrets):
    for made in (integrations.make_type(receiving())["id"], UNKNOWN, "f" * 24):
        assert secrets("GET", made).status == 404 and secrets("POST", made).status == 404
    assert secrets("GET", "x").status == 400 and secrets("POST", "x").status == 400
    owner = integrations.make()["id"]
    gone = integrations.make_type(sending(), owner)["id"]
    integrations.call("DELETE", owner)
    assert secrets("GET", gone).status == 404


def test_an_encoded_body_is_refused_where_none_is_read(integrations, secrets, hook):
    made = integrations.make_type(sending())["id"]
    assert secrets("POST", made, body=b"x", headers={"Content-Encoding": "gzip"}).status == 415
    assert hook.manage("POST", body=b"x", headers={"Content-Encoding": "gzip"}).status == 415
    assert hook.manage("POST", headers={"Idempotency-Key": "x" * 256}).problem_paths == ["/Idempotency-Key"]


@pytest.mark.only_sqlite
def test_secrets_are_in_no_file(start_server, document):
    server = start_server()
    client = server.client(document)
    integrations = Integrations(client, server.admin_key)
    hook = Hook(client, server.admin_key, integrations.make_type(receiving(receiveType="webhook"))["id"])
    hook.manage("PATCH", json={"secret": SECRET})
    sends = integrations.make_type(sending())["id"]
    shown = client.call("GET", management_path(sends, "signing-secret"), key=server.admin_key).json()["secrets"]
    contents = b"".join(path.read_bytes() for path in server.data.iterdir() if path.is_file())
    for secret in (SECRET, hook.target.rpartition("/")[2], shown[0]["secret"]):
        assert secret.encode() not in contents

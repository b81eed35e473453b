"""Web calls that leave the machine: made, signed, repeated, refused, looked at and dropped."""

import json
import socket
import time

import pytest

from harness import processes
from harness.certificates import make_certificate
from harness.client import all_secrets
from harness.custom_events import Integrations, receiving, sending
from harness.exports import MANAGED, Exports
from harness.server import Server
from harness.web_receiver import WebReceiver, signature

DELIVERIES = "/admin/v1/deliveries/"
UNKNOWN = "5f0000000000000000000000"
ALLOWED = "[webhooks]\nprivate_addresses = true\n"
AWAIT_SECONDS_MAX = 30


class Caller:
    """A service that may call the loopback."""

    def __init__(self, server, document):
        self.server, self.client, self.key = server, server.client(document), server.admin_key
        self.integrations = Integrations(self.client, self.key)

    def call(self, method, path, **more):
        return self.client.call(method, path, **{"key": self.key, **more})

    def type_to(self, url, **changes):
        return self.integrations.make_type(sending(webhookUrl=url, **changes))

    def test(self, type_id, **more):
        return self.call("POST", f"/admin/v1/custom-event-types/{type_id}/test", **more)

    def get(self, delivery_id):
        answer = self.call("GET", DELIVERIES + delivery_id)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def retry(self, delivery_id):
        answer = self.call("POST", f"{DELIVERIES}{delivery_id}/retry")
        assert answer.status == 200, answer.summary()
        return answer.json()

    def await_attempts(self, delivery_id, count):
        """The delivery once it was tried so often."""
        deadline = time.monotonic() + AWAIT_SECONDS_MAX
        while len(self.get(delivery_id)["attempts"]) < count:
            assert time.monotonic() < deadline, self.get(delivery_id)
            time.sleep(0.02)  # The answer comes by itself.
        return self.get(delivery_id)

    def list(self, **filters):
        query = "&".join(f"{name}={value}" for name, value in filters.items())
        answer = self.call("GET", f"{DELIVERIES}?{query}" if query else DELIVERIES)
        assert answer.status == 200, answer.summary()
        return [one["id"] for one in answer.json()["results"]]


@pytest.fixture(scope="module")
def _calling():
    return []


@pytest.fixture
def caller(_calling, document):
    if not _calling:
        _calling.append(Server(config=ALLOWED, owner="test_deliveries.py"))
    yield Caller(_calling[0], document)
    _calling[0].assert_alive()


@pytest.fixture
def receiver():
    found = WebReceiver()
    yield found
    found.close()


def test_a_test_call_is_made_once_and_tells_what_came_back(caller, receiver):
    receiver.answer = receiver.status(200, b"thank you")
    offered = caller.type_to(receiver.url, fields=[{"id": "seats", "name": "Seats", "type": "integer"}])
    answer = caller.test(offered["id"])
    assert answer.status == 201, answer.summary()
    told = answer.json()
    assert told["state"] == "done" and told["eventTypeId"] == offered["id"] and "contactId" not in told
    assert [(one["status"], one["answer"]) for one in told["attempts"]] == [(200, "thank you")]
    [received] = receiver.received
    assert received.path == "/hooks" and received.id == told["id"]
    assert received.headers["Content-Type"] == "application/json"
    body = json.loads(received.body)
    assert body["type"] == "Offered" and body["data"] == {"fields": {"seats": 1}}
    assert told["request"] == {"url": receiver.url, "headers": [], "body": received.body.decode()}
    assert caller.get(told["id"]) == told
    assert caller.list(eventTypeId=offered["id"]) == [told["id"]]


def test_calls_are_signed_with_every_living_secret(caller, receiver):
    offered = caller.type_to(receiver.url)
    path = f"/admin/v1/custom-event-types/{offered['id']}/signing-secret"
    caller.test(offered["id"])
    secrets = [one["secret"] for one in caller.call("POST", path).json()["secrets"]]
    all_secrets.update(secrets)
    caller.test(offered["id"])
    first, second = receiver.received
    assert len(secrets) == 2
    assert first.headers["webhook-signature"] == signature(secrets[1], first)
    assert second.headers["webhook-signature"].split(" ") == [signature(secret, second) for secret in secrets]
    assert abs(int(first.headers["webhook-timestamp"]) - time.time()) < 60


def test_headers_are_added_and_hidden(caller, receiver):
    all_secrets.add("kiln-and-wheel")
    offered = caller.type_to(receiver.url, webhookHeaders=[{"name": "X-Key", "value": "kiln-and-wheel"}])
    told = caller.test(offered["id"]).json()
    assert receiver.received[0].headers["X-Key"] == "kiln-and-wheel"
    assert told["request"]["headers"] == [{"name": "X-Key", "value": "***"}]
    assert "kiln-and-wheel" not in json.dumps(caller.get(told["id"]))


def test_a_call_is_repeated_under_the_same_id_with_the_same_bytes(caller, receiver):
    receiver.answer = receiver.status(500, b"no")
    offered = caller.type_to(receiver.url)
    delivery = caller.test(offered["id"]).json()
    assert delivery["state"] == "dead", "nobody waits for a test: it is not repeated"
    caller.retry(delivery["id"])
    waiting = caller.await_attempts(delivery["id"], 2)
    assert waiting["state"] == "waiting" and waiting["reason"] == "the answer was 500"
    assert waiting["dueAt"] > waiting["attempts"][1]["at"]
    assert "answer" not in waiting["attempts"][0] and waiting["attempts"][1]["answer"] == "no"
    receiver.answer = receiver.status(204)
    caller.retry(delivery["id"])
    done = caller.await_attempts(delivery["id"], 3)
    assert done["state"] == "done" and [one["status"] for one in done["attempts"]] == [500, 500, 204]
    assert {(one.id, one.body) for one in receiver.received} == {(delivery["id"], receiver.received[0].body)}
    refused = caller.call("POST", f"{DELIVERIES}{delivery['id']}/retry")
    assert refused.status == 409, refused.summary()


def test_redirects_are_not_followed(caller, receiver):
    elsewhere = WebReceiver()
    receiver.answer = receiver.status(307, Location=elsewhere.url)
    told = caller.test(caller.type_to(receiver.url)["id"]).json()
    assert told["state"] == "dead" and told["attempts"][0]["status"] == 307
    assert elsewhere.received == []
    elsewhere.close()


def test_of_a_long_answer_64_kib_are_kept(caller, receiver):
    receiver.answer = receiver.status(200, b"x" * 10_000_000)
    told = caller.test(caller.type_to(receiver.url)["id"]).json()
    assert told["state"] == "done" and told["attempts"][0]["answer"] == "x" * 65_536


def test_bytes_that_are_no_text_are_kept_as_text(caller, receiver):
    receiver.answer = receiver.status(200, b"a\0b\xff")
    told = caller.test(caller.type_to(receiver.url)["id"]).json()
    assert told["attempts"][0]["answer"] == "a b\ufffd"


def test_who_does_not_answer_is_given_up(caller, receiver):
    receiver.answer = receiver.hang
    began = time.monotonic()
    told = caller.test(caller.type_to(receiver.url)["id"]).json()
    assert told["state"] == "dead" and "status" not in told["attempts"][0]
    assert told["attempts"][0]["error"] == "there was no answer in time"
    assert time.monotonic() - began > 14, "15 seconds are promised"


def test_a_certificate_that_nobody_vouches_for_is_not_trusted(caller, tmp_path):
    receiver = WebReceiver(make_certificate(tmp_path, "receiver"))
    told = caller.test(caller.type_to(receiver.url)["id"]).json()
    assert told["state"] == "dead" and "certificate" in told["attempts"][0]["error"], told
    assert receiver.received == []
    receiver.close()


def test_nobody_listens_there(caller):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    told = caller.test(caller.type_to(f"http://127.0.0.1:{port}/")["id"]).json()
    assert told["state"] == "dead" and told["attempts"][0]["error"]


def test_the_service_does_not_call_itself(caller):
    told = caller.test(caller.type_to(f"{caller.server.url}/openapi.json")["id"]).json()
    assert told["state"] == "dead" and "is where this service listens" in told["attempts"][0]["error"]


def test_private_addresses_are_refused_unless_they_are_allowed(start_server, document, receiver):
    folder = processes.make_folder()
    server = start_server(folder=folder, config=ALLOWED)
    allowed = Caller(server, document)
    by_address = allowed.type_to(receiver.url)["id"]
    server.stop()
    strict = Caller(start_server(folder=folder), document)
    # A name that stands for the loopback, if this machine has one.
    names = [by_address]
    host = socket.gethostname()
    if socket.gethostbyname(host).startswith("127."):
        names.append(strict.type_to(f"http://{host}:{receiver.port}/")["id"])
    for type_id in names:
        told = strict.test(type_id).json()
        assert told["state"] == "dead" and told["reason"] == "the address must not be called", told
        assert told["attempts"][0]["error"] == "127.0.0.1 is a private address"
    assert receiver.received == []


@pytest.mark.only_sqlite
def test_a_call_is_made_again_after_a_kill(start_server, document, receiver):
    folder = processes.make_folder()
    server = start_server(folder=folder, config=ALLOWED)
    caller = Caller(server, document)
    receiver.answer = receiver.status(500)
    delivery = caller.test(caller.type_to(receiver.url)["id"]).json()
    receiver.answer = receiver.hang
    caller.retry(delivery["id"])
    receiver.await_count(2)
    server.kill()
    receiver.answer = receiver.status(204)
    caller = Caller(start_server(folder=folder, config=ALLOWED), document)
    receiver.await_count(3)
    done = caller.await_attempts(delivery["id"], 2)
    assert done["state"] == "done"
    assert {(one.id, one.body) for one in receiver.received} == {(delivery["id"], receiver.received[0].body)}


def test_a_receiver_that_is_gone_is_called_no_more_until_somebody_tries_again(caller, receiver):
    offered = caller.type_to(receiver.url)["id"]
    receiver.answer = receiver.status(500)
    first, second = (caller.test(offered).json()["id"] for _ in range(2))
    receiver.answer = receiver.status(410)
    caller.retry(first)
    gone = caller.await_attempts(first, 2)
    assert gone["state"] == "dead" and gone["reason"] == "the answer was 410"
    receiver.answer = receiver.status(204)
    answer = caller.call("POST", DELIVERIES + "retry-all", json={"eventTypeId": offered})
    assert answer.json() == {"retried": 2, "areMoreLeft": False}
    assert caller.await_attempts(first, 3)["state"] == caller.await_attempts(second, 2)["state"] == "done"
    assert caller.call("POST", DELIVERIES + "retry-all", json={"eventTypeId": offered}).json()["retried"] == 0


def test_what_was_made_at_another_time_is_not_tried_again(caller, receiver):
    offered = caller.type_to(receiver.url)["id"]
    receiver.answer = receiver.status(500)
    made = caller.test(offered).json()
    for times in ({"from": "2100-01-01"}, {"to": made["createdAt"]}):
        answer = caller.call("POST", DELIVERIES + "retry-all", json={"eventTypeId": offered, **times})
        assert answer.json() == {"retried": 0, "areMoreLeft": False}
    assert caller.list(eventTypeId=offered, **{"from": made["createdAt"]}) == [made["id"]]
    assert caller.list(eventTypeId=offered, to=made["createdAt"]) == []


def test_a_delivery_is_dropped_once(caller, receiver):
    receiver.answer = receiver.status(500)
    delivery = caller.test(caller.type_to(receiver.url)["id"]).json()["id"]
    path = f"{DELIVERIES}{delivery}/drop"
    assert caller.call("POST", path).status == 409, "it has ended"
    caller.retry(delivery)
    caller.await_attempts(delivery, 2)
    dropped = caller.call("POST", path)
    assert dropped.status == 200 and dropped.json()["state"] == "skipped" and dropped.json()["reason"] == "dropped"
    assert caller.call("POST", path).status == 409
    assert caller.get(delivery)["state"] == "skipped"


def test_lists_are_by_type_state_and_contact_with_pages(caller, receiver):
    offered = caller.type_to(receiver.url)["id"]
    done = [caller.test(offered).json()["id"] for _ in range(3)]
    receiver.answer = receiver.status(422)
    dead = [caller.test(offered).json()["id"] for _ in range(2)]
    newest = [*done, *dead][::-1]
    assert caller.list(eventTypeId=offered) == newest
    assert caller.list(eventTypeId=offered, state="dead") == dead[::-1]
    assert caller.list(eventTypeId=offered, state="done") == done[::-1]
    assert caller.list(eventTypeId=offered, state="held") == []
    assert caller.list(eventTypeId=UNKNOWN) == caller.list(contactId=UNKNOWN) == []
    page = caller.call("GET", f"{DELIVERIES}?eventTypeId={offered}&pageSize=2").json()
    seen = [one["id"] for one in page["results"]]
    while "next" in page["links"]:
        page = caller.call("GET", page["links"]["next"][len(caller.server.url):]).json()
        seen += [one["id"] for one in page["results"]]
    assert seen == newest
    assert all("answer" not in attempt for one in caller.call("GET", DELIVERIES).json()["results"]
               for attempt in one["attempts"])


@pytest.mark.parametrize(("query", "path"), [
    ("eventTypeId=x", "/eventTypeId"), ("state=lost", "/state"), ("contactId=7", "/contactId"),
    ("from=yesterday", "/from"), ("to=2026-13-01", "/to"), ("pageSize=0", "/pageSize"), ("cursor=x", "/cursor")])
def test_a_list_refuses_what_makes_no_sense(caller, query, path):
    answer = caller.call("GET", f"{DELIVERIES}?{query}")
    assert answer.status == 422 and [one["path"] for one in answer.json()["validationErrors"]] == [path]


@pytest.mark.parametrize(("body", "path"), [
    ({}, "/eventTypeId"), ({"eventTypeId": 7}, "/eventTypeId"), ({"eventTypeId": "x"}, "/eventTypeId"),
    ({"eventTypeId": "696ca3680b1c7dd99a000000", "from": "x"}, "/from")])
def test_a_retry_of_many_refuses_what_makes_no_sense(caller, body, path):
    answer = caller.call("POST", DELIVERIES + "retry-all", json=body)
    assert answer.status == 422 and path in [one["path"] for one in answer.json()["validationErrors"]]


def test_what_is_not_there_is_not_found(caller):
    for method, path in (("GET", DELIVERIES + UNKNOWN), ("POST", f"{DELIVERIES}{UNKNOWN}/retry"),
                         ("POST", f"{DELIVERIES}{UNKNOWN}/drop"),
                         ("POST", f"/admin/v1/custom-event-types/{UNKNOWN}/test")):
        assert caller.call(method, path).status == 404, path
        assert caller.call(method, path.replace(UNKNOWN, "x")).status == 400, path


def test_a_type_that_receives_cannot_be_tested(caller):
    assert caller.test(caller.integrations.make_type(receiving())["id"]).status == 404


def test_a_test_with_the_same_idempotency_key_is_made_once(caller, receiver):
    offered = caller.type_to(receiver.url)["id"]
    first, second = (caller.test(offered, headers={"Idempotency-Key": f"once-{offered}"}) for _ in range(2))
    assert first.status == second.status == 201 and first.json() == second.json()
    assert len(receiver.received) == 1


def test_what_people_do_is_written_down(caller, receiver):
    receiver.answer = receiver.status(500)
    offered = caller.type_to(receiver.url)["id"]
    delivery = caller.test(offered).json()["id"]
    caller.retry(delivery)
    caller.await_attempts(delivery, 2)
    caller.call("POST", f"{DELIVERIES}{delivery}/drop")
    caller.call("POST", DELIVERIES + "retry-all", json={"eventTypeId": offered})
    entries = caller.call("GET", "/admin/v1/audit/").json()["results"]
    found = [(one["action"], one["subject"]) for one in entries if one["subject"] in (offered, delivery)]
    assert found == [("delivery.retry-all", offered), ("delivery.drop", delivery), ("delivery.retry", delivery),
                     ("custom-event-type.test", offered)]


def test_calls_are_counted(caller, receiver):
    receiver.answer = receiver.status(500)
    delivery = caller.test(caller.type_to(receiver.url)["id"]).json()["id"]
    receiver.answer = receiver.status(204)
    caller.retry(delivery)
    caller.await_attempts(delivery, 2)
    page = caller.server.private_client().call("GET", "/metrics").body.decode()
    done = next(line for line in page.splitlines() if line.startswith('tradewind_deliveries_total{outcome="done"}'))
    assert float(done.split()[-1]) >= 1


def test_a_key_that_cannot_be_taken_and_a_body_that_is_no_json_are_refused(caller):
    offered = caller.type_to("https://receiver.example/")
    for path in (f"{DELIVERIES}{UNKNOWN}/retry", f"{DELIVERIES}{UNKNOWN}/drop",
                 f"/admin/v1/custom-event-types/{offered['id']}/test"):
        refused = caller.call("POST", path, headers={"Idempotency-Key": "é"})
        assert refused.status == 422 and refused.problem_paths == ["/Idempotency-Key"], path
    headers = {"Content-Type": "application/json"}
    assert caller.call("POST", DELIVERIES + "retry-all", body=b"{", headers=headers).status == 400


def test_calls_are_exported_as_a_file(caller, receiver):
    receiver.answer = receiver.status(422)
    offered = caller.type_to(receiver.url)
    made = [caller.test(offered["id"]).json() for _ in range(3)]
    exports = Exports(caller.client, caller.key, MANAGED)
    wanted = {"exportType": "webhooks-execution-logs", "filters": {
        "fromDate": made[0]["createdAt"], "toDate": made[-1]["createdAt"]}}
    done = exports.made(wanted)
    assert done["status"] == "finished" and done["exportType"] == "webhooks-execution-logs" and done["progress"] == 3
    [rows] = exports.tables(done)
    assert list(rows[0]) == ["Call ID", "Event Type ID", "Contact ID", "Workflow ID", "Run ID", "Node", "State", "Reason",
                             "Created At", "Ended At", "Attempts", "Last Status", "Last Error"]
    assert [(row["Call ID"], row["Event Type ID"], row["State"], row["Attempts"], row["Last Status"]) for row in rows] \
        == [(one["id"], offered["id"], "dead", "1", "422") for one in made]
    assert exports.create(wanted, filters={}).status == 422
    assert Exports(caller.client, caller.key).create(wanted).status == 422, "shops have no such type"

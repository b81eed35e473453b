"""Sending custom events, many at once."""

import json
import socket

import pytest

from harness.contacts import by_email, fresh_email
from harness.custom_events import Integrations, receiving, sending

SEATS = {"id": "seats", "name": "Seats", "type": "integer"}


@pytest.fixture
def integrations(client, admin):
    found = Integrations(client, admin)
    yield found
    found.tidy()


@pytest.fixture
def event_type(integrations):
    return integrations.make_type(receiving(SEATS))


@pytest.fixture
def send(client, admin, event_type):
    """Sends lines, each as it is or as JSON."""

    def call(lines, query="?createContact=true", way="alias", **more):
        texts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        body = more.pop("body", b"".join(text + b"\n" for text in texts))
        headers = {"Content-Type": "application/x-ndjson", **more.pop("headers", {})}
        return client.call("POST", f"/custom-events/{way}/{event_type[way]}/batch{query}", body=body, headers=headers,
                           key=admin, **more)

    return call


def exists(client, admin, address):
    return client.call("GET", by_email(address), key=admin).status == 200


@pytest.mark.parametrize("way", ["alias", "id"])
def test_every_line_has_its_outcome(client, admin, send, way):
    good, also_good = fresh_email(), fresh_email()
    answer = send([{"guest": good, "seats": 1}, {"seats": "x", "unknown": 1}, b"no JSON", {"guest": also_good}, b"",
                   b"[]", b"[1]", b'{"guest": "%s"}\r' % good.encode()], way=way)
    assert answer.status == 200
    outcomes = answer.json()["outcomes"]
    assert [outcome.get("error", {}).get("status") for outcome in outcomes] == [
        None, 422, 400, None, 400, 422, 400, None]
    assert [problem["path"] for problem in outcomes[1]["error"]["validationErrors"]] == ["/guest", "/seats", "/unknown"]
    ids = [outcome["id"] for outcome in outcomes if "id" in outcome]
    assert ids == sorted(ids) and len(set(ids)) == 3
    assert exists(client, admin, good) and exists(client, admin, also_good)


def test_an_unknown_contact_is_told_at_its_line(client, admin, send):
    known, unknown = fresh_email(), fresh_email()
    assert send([{"guest": known}]).status == 200
    outcomes = send([{"guest": unknown}, {"guest": known}], query="").json()["outcomes"]
    assert outcomes[0]["error"]["code"] == "E0501" and "id" in outcomes[1]
    assert not exists(client, admin, unknown)


def test_the_last_line_need_not_be_ended(send):
    line = json.dumps({"guest": fresh_email()}).encode()
    for body, count in ((line, 1), (line + b"\n", 1), (line + b"\n" + line, 2), (b"", 0), (b"\n", 1)):
        assert len(send([], body=body).json()["outcomes"]) == count


def test_there_are_1000_lines_at_most(client, admin, send):
    address = fresh_email()
    many = [{"guest": address}] * 1000
    assert all("id" in outcome for outcome in send(many).json()["outcomes"])
    other = fresh_email()
    refused = send([{"guest": other}] * 1001, query="?createContact=perhaps")
    assert refused.problem_paths == ["/createContact", "/lines"]
    assert not exists(client, admin, other)


def test_a_line_tells_20_problems_at_most(send):
    outcomes = send([{f"u{number}": 1 for number in range(1000)}]).json()["outcomes"]
    assert len(outcomes[0]["error"]["validationErrors"]) == 20


def test_a_body_has_4_mib_at_most(send):
    line = json.dumps({"guest": fresh_email()}).encode()
    body = line.rjust(4 * 1024 * 1024)
    assert "id" in send([], body=body).json()["outcomes"][0]
    refused = send([], body=b" " + body)
    assert refused.status == 413 and "4194304" in refused.json()["detail"]


def test_a_batch_under_a_key_counts_once(send):
    lines, headers = [{"guest": fresh_email()}, {}], {"Idempotency-Key": f"batch {fresh_email()}"}
    first = send(lines, headers=headers)
    again = send(lines, headers=headers)
    assert again.body == first.body and again.header("Idempotency-Replayed") == "true"
    assert send([{}], headers=headers).problem_paths == ["/Idempotency-Key"]


def test_the_type_comes_before_the_body(client, admin, integrations):
    paths = ["/custom-events/alias/unknown/batch", f"/custom-events/id/{'f' * 24}/batch",
             f"/custom-events/id/{integrations.make_type(sending())['id']}/batch"]
    for path in paths:
        for body in (b"", b"x" * (4 * 1024 * 1024 + 1), b"\n" * 1001):
            assert client.call("POST", path, body=body, key=admin).status == 404
    assert client.call("POST", "/custom-events/id/x/batch", body=b"", key=admin).status == 400
    made = integrations.make_type(receiving())
    answer = client.call("POST", f"/custom-events/id/{made['id']}/batch", body=b"x", key=admin,
                         headers={"Content-Encoding": "gzip"})
    assert answer.status == 415


def test_a_body_that_breaks_off_leaves_nothing(server, client, admin, event_type):
    address = fresh_email()
    line = json.dumps({"guest": address}).encode() + b"\n"
    head = (f"POST /custom-events/alias/{event_type['alias']}/batch?createContact=1 HTTP/1.1\r\nHost: x\r\n"
            f"Authorization: {admin.header}\r\nContent-Length: {len(line) * 3}\r\n\r\n").encode()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(head + line * 2)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass
    assert not exists(client, admin, address)

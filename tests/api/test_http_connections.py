"""Connections: reuse, pipelining, chunks, expectations, and refusals that can be read while a body is still coming."""

import socket

import pytest

pytestmark = pytest.mark.any_engine

STORE = "/admin/v1/store"
JSON = {"Content-Type": "application/json"}
PARTS = {"Content-Type": "multipart/form-data; boundary=x"}  # Which is never JSON.
CHUNKED = {**JSON, "Transfer-Encoding": "chunked"}


# --- keep-alive and pipelining

def test_a_connection_serves_many_requests(client, admin):
    with client.connect() as connection:
        for _ in range(200):
            answer = connection.exchange(client.request("GET", "/store/", key=admin))
            assert answer.status == 200 and not answer.closes


def test_refusals_without_a_body_leave_the_connection_open(client, admin):
    with client.connect() as connection:
        for method, path, key, status in (("GET", "/nothing", None, 404), ("PUT", "/store/", None, 405),
                                          ("OPTIONS", "/store/", None, 204),
                                          ("GET", "/admin/v1/api-keys/?page=x", admin, 422),
                                          ("GET", "/admin/v1/api-keys/x", admin, 404),
                                          ("GET", "/store/", admin, 200)):
            assert connection.exchange(client.request(method, path, key=key)).status == status


def test_a_body_that_is_not_json_leaves_the_connection_open(client, admin):
    with client.connect() as connection:
        for _ in range(2):
            assert connection.exchange(client.request("PATCH", STORE, key=admin, body=b"{", headers=JSON)).status == 400
        assert connection.exchange(client.request("GET", "/store/", key=admin)).status == 200


def test_close_is_honoured(client, admin):
    for value in ("close", "Close", "keep-alive, close"):
        with client.connect() as connection:
            answer = connection.exchange(client.request("GET", "/store/", key=admin, headers={"Connection": value}))
            assert answer.status == 200 and answer.closes
            assert connection.ended()


def test_http_1_0_is_answered_and_closed(client, admin):
    request = client.request("GET", "/store/", key=admin).replace(b"HTTP/1.1", b"HTTP/1.0")
    with client.connect() as connection:
        assert connection.exchange(request).status == 200
        assert connection.ended()


def test_http_1_0_with_a_body(client, admin):
    request = client.request("PATCH", STORE, json={"name": "By 1.0"}, key=admin).replace(b"HTTP/1.1", b"HTTP/1.0")
    assert client.raw(request).json()["name"] == "By 1.0"


def test_pipelined_requests_are_answered_in_order(client, admin):
    requests = []
    for number in range(40):
        requests += [client.request("PATCH", STORE, json={"name": f"Number {number}"}, key=admin),
                     client.request("GET", "/store/", key=admin, headers={"X-Request-Id": f"get-{number}"}),
                     client.request("GET", f"/nothing/{number}"),
                     client.request("HEAD", "/store/", key=admin),
                     client.request("OPTIONS", "/store/")]
    with client.connect() as connection:
        connection.send(b"".join(requests))
        for number in range(40):
            patched, got, missing, head, options = (connection.read(request)
                                                    for request in requests[5 * number:5 * number + 5])
            assert patched.json()["name"] == got.json()["name"] == f"Number {number}"
            assert got.header("X-Request-Id") == f"get-{number}"
            assert (missing.status, head.status, options.status) == (404, 200, 204)


def test_a_pipelined_change_is_seen_by_the_read_behind_it(client, admin):
    with client.connect() as connection:
        for number in range(20):
            requests = [client.request("PATCH", STORE, json={"name": f"Seen {number}"}, key=admin),
                        client.request("GET", "/store/", key=admin)]
            connection.send(b"".join(requests))
            assert [connection.read(request).json()["name"] for request in requests] == [f"Seen {number}"] * 2


def test_pipelined_requests_may_be_cut_anywhere(client, admin):
    request = client.request("PATCH", STORE, json={"name": "Cut"}, key=admin)
    three = request * 3
    for cut in range(1, len(three), 37):
        with client.connect() as connection:
            connection.send(three[:cut])
            connection.send(three[cut:])
            assert [connection.read(request).status for _ in range(3)] == [200, 200, 200]


def test_what_follows_a_close_is_not_served(client, admin):
    last = client.request("GET", "/store/", key=admin, headers={"Connection": "close"})
    with client.connect() as connection:
        connection.send(last + client.request("PATCH", STORE, json={"name": "Never"}, key=admin))
        assert connection.read(last).status == 200
        assert connection.drain() == b""
    assert client.call("GET", "/store/", key=admin).json()["name"] != "Never"


def test_a_client_that_shuts_its_side_still_gets_its_answer(client, admin):
    request = client.request("GET", "/store/", key=admin)
    with client.connect() as connection:
        connection.send(request)
        connection.socket.shutdown(socket.SHUT_WR)
        assert connection.read(request).status == 200
        assert connection.ended()


def test_a_request_cut_off_in_the_middle_changes_nothing_and_disturbs_nobody(client, admin):
    before = client.call("GET", STORE, key=admin).json()
    request = client.request("PATCH", STORE, json={"name": "Cut off"}, key=admin)
    for cut in (1, 20, len(request) // 2, len(request) - 1):
        with client.connect() as connection:
            connection.send(request[:cut])
    assert client.call("GET", STORE, key=admin).json() == before


# --- chunked bodies

def chunked(client, admin, body):
    return client.request("PATCH", STORE, key=admin, headers=CHUNKED, body=body)


GOOD_CHUNKS = {
    "one": b'10\r\n{"name":"Chunk"}\r\n0\r\n\r\n',
    "several": b'1\r\n{\r\n7\r\n"name":\r\n7\r\n"Chunk"\r\n1\r\n}\r\n0\r\n\r\n',
    "a capital size": b'1\r\n{\r\nE\r\n"name":"Chunk"\r\n1\r\n}\r\n0\r\n\r\n',
    "leading zeros": b'0010\r\n{"name":"Chunk"}\r\n000\r\n\r\n',
    "extensions": b'10;a=b;c\r\n{"name":"Chunk"}\r\n0;x="y"\r\n\r\n',
    "a trailer": b'10\r\n{"name":"Chunk"}\r\n0\r\nX-After: x\r\n\r\n',
    "dangerous trailers": b'10\r\n{"name":"Chunk"}\r\n0\r\nContent-Length: 5\r\nTransfer-Encoding: gzip\r\n'
                          b"Authorization: apiKey x:y\r\nHost: z\r\n\r\n",
}


@pytest.mark.parametrize("body", GOOD_CHUNKS.values(), ids=GOOD_CHUNKS.keys())
def test_a_chunked_body_is_read_and_its_trailers_thrown_away(client, admin, body):
    request = chunked(client, admin, body)
    with client.connect() as connection:
        assert client.call("PATCH", STORE, json={"name": "Before"}, key=admin).status == 200
        answer = connection.exchange(request)
        assert answer.status == 200 and answer.json()["name"] == "Chunk", answer.summary()
        # Nothing of it is left over: the next request is understood.
        assert connection.exchange(client.request("GET", "/store/", key=admin)).json()["name"] == "Chunk"


def test_a_chunked_body_may_come_byte_by_byte(client, admin):
    for body in GOOD_CHUNKS.values():
        request = chunked(client, admin, body)
        with client.connect() as connection:
            for byte in range(len(request)):
                connection.send(request[byte:byte + 1])
            assert connection.read(request).json()["name"] == "Chunk"


BROKEN_CHUNKS = {
    "no size": b"\r\n{}\r\n0\r\n\r\n", "a size that is no number": b"x\r\n{}\r\n0\r\n\r\n",
    "a negative size": b"-2\r\n{}\r\n0\r\n\r\n",
    "a size with a plus": b"+2\r\n{}\r\n0\r\n\r\n", "a size with 0x": b"0x2\r\n{}\r\n0\r\n\r\n",
    "a space before the size": b" 2\r\n{}\r\n0\r\n\r\n",
    "a size beyond 64 bits": b"10000000000000002\r\n{}\r\n0\r\n\r\n",
    "a line feed alone after the size": b"2\n{}\r\n0\r\n\r\n",
    "too much data": b"1\r\n{}\r\n0\r\n\r\n", "too little data": b"3\r\n{}\r\n0\r\n\r\n",
    "a line feed alone after the data": b"2\r\n{}\n0\r\n\r\n",
    "no line end after the data": b"2\r\n{}0\r\n\r\n", "a carriage return and something else": b"2\r\n{}\rx0\r\n\r\n",
    "an extension without end": b"2;" + b"a" * 100000 + b"\r\n{}\r\n0\r\n\r\n",
    "a NUL in an extension": b"2;a\0b\r\n{}\r\n0\r\n\r\n", "a line feed alone at the end": b"2\r\n{}\r\n0\r\n\n",
    "trailers without end": b"2\r\n{}\r\n0\r\n" + b"X-A: b\r\n" * 20000 + b"\r\n",
}


@pytest.mark.parametrize("body", BROKEN_CHUNKS.values(), ids=BROKEN_CHUNKS.keys())
def test_wrong_chunk_framing_is_refused_and_closes(client, admin, body):
    before = client.call("GET", STORE, key=admin).json()
    with client.connect() as connection:
        answer = connection.exchange(chunked(client, admin, body))
        assert answer.status == 400, answer.summary()
        assert answer.closes and connection.ended()
    assert client.call("GET", STORE, key=admin).json() == before


def test_wrong_chunk_framing_is_refused_on_a_body_that_is_ignored(client, admin):
    with client.connect() as connection:
        request = client.request("GET", "/store/", key=admin, headers={"Transfer-Encoding": "chunked"},
                                 body=b"x\r\n\r\n")
        assert connection.exchange(request).status == 400
        assert connection.ended()


# --- expectations

def test_continue_is_said_before_the_body_is_sent(client, admin):
    body = b'{"name":"Continued"}'
    request = client.request("PATCH", STORE, key=admin, body=body, headers={**JSON, "Expect": "100-continue"})
    head, body = request.split(b"\r\n\r\n", 1)
    with client.connect() as connection:
        for _ in range(2):
            connection.send(head + b"\r\n\r\n")
            interim = connection._read_one(head)
            assert interim.status == 100 and not interim.all("Content-Length")
            connection.send(body)
            answer = connection.read(request)
            assert answer.status == 200 and answer.json()["name"] == "Continued" and answer.interim == []


@pytest.mark.parametrize("value", ["100-continue", "100-Continue", "100-CONTINUE"])
def test_the_expectation_is_compared_without_case(client, admin, value):
    request = client.request("PATCH", STORE, key=admin, body=b"{}", headers={**JSON, "Expect": value})
    assert client.raw(request).status == 200


@pytest.mark.parametrize("key, length, status", [(None, 100, 401), ("store:read", 100, 403), ("admin", 1048577, 413),
                                                 (None, 1048577, 401)])
def test_nobody_is_told_to_continue_before_key_scope_and_size_were_checked(client, make_key, key, length, status):
    key = make_key([key]) if key else None
    headers = {**JSON, "Content-Length": str(length), "Expect": "100-continue"}
    request = client.request("PATCH", STORE, key=key, headers=headers)
    with client.connect() as connection:
        answer = connection.exchange(request)
        assert answer.status == status and answer.interim == [], answer.summary()


def test_nobody_is_told_to_continue_on_an_unknown_path(client):
    for path, status in (("/nothing", 404), ("/store/", 405)):
        request = client.request("PATCH", path, headers={**JSON, "Content-Length": "10", "Expect": "100-continue"})
        answer = client.raw(request)
        assert answer.status == status and answer.interim == []


@pytest.mark.parametrize("value", ["200-ok", "100-continu", "100-continue, x", "x=y", "continue"])
def test_another_expectation_fails(client, admin, value):
    answer = client.call("PATCH", STORE, json={"name": "Unexpected"}, key=admin, headers={"Expect": value})
    assert answer.status == 417, answer.summary()
    assert client.call("GET", STORE, key=admin).json()["name"] != "Unexpected"


# --- refusals while the body is still coming

@pytest.mark.parametrize("key, headers, status", [
    (None, JSON, 401), ("store:read", JSON, 403), ("admin", PARTS, 415),
    ("admin", {**JSON, "Content-Encoding": "gzip"}, 415),
])
@pytest.mark.parametrize("length", [900_000, 1_048_576])
def test_a_refusal_can_be_read_after_the_whole_body_was_sent(client, make_key, key, headers, status, length):
    key = make_key([key]) if key else None
    request = client.request("PATCH", STORE, key=key, headers=headers, body=b"x" * length)
    for _ in range(3):
        with client.connect() as connection:
            connection.send(request)  # Must not break: up to 1 MiB is read and dropped.
            assert connection.read(request).status == status


@pytest.mark.parametrize("key, headers, status", [
    (None, {**JSON, "Content-Length": "5000000"}, 401), ("store:read", {**JSON, "Content-Length": "1000000"}, 403),
    ("admin", {**JSON, "Content-Length": "5000000"}, 413),
    ("admin", {**PARTS, "Content-Length": "1000000"}, 415),
    (None, CHUNKED, 401),
])
def test_a_refusal_is_sent_at_once(client, make_key, key, headers, status):
    key = make_key([key]) if key else None
    request = client.request("PATCH", STORE, key=key, headers=headers)
    with client.connect() as connection:
        assert connection.exchange(request).status == status  # Not a byte of the body was sent.


def test_a_refusal_can_be_read_by_a_client_that_sends_far_too_much(client, admin):
    for length in (2_000_000, 20_000_000):
        request = client.request("PATCH", STORE, key=admin, headers=JSON, body=b"x" * length)
        with client.connect() as connection:
            assert connection.exchange(request).status == 413
            assert connection.ended()


def test_a_chunked_body_without_end_is_refused_when_it_is_too_large(client, admin):
    request = client.request("PATCH", STORE, key=admin, headers=CHUNKED,
                             body=b"".join([b"1000\r\n" + b"x" * 4096 + b"\r\n"] * 300))
    with client.connect() as connection:
        assert connection.exchange(request).status == 413


def test_a_body_behind_a_refusal_is_never_read_as_a_request(client, admin):
    smuggled = client.request("PATCH", STORE, json={"name": "Smuggled"}, key=admin)
    for key, headers in ((None, JSON), (admin, PARTS)):
        with client.connect() as connection:
            request = client.request("PATCH", STORE, key=key, headers=headers, body=smuggled)
            assert connection.exchange(request).status in (401, 415)
            connection.socket.shutdown(socket.SHUT_WR)
            assert connection.drain() == b""
        assert client.call("GET", STORE, key=admin).json()["name"] != "Smuggled"

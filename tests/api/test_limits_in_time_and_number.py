"""Slow clients and too many of them, on servers with small limits. Real time passes here, one or two seconds a test."""

import select
import socket
import time

import pytest

from harness.client import NoResponse
from harness.server import Server

pytestmark = pytest.mark.any_engine

LIMIT_SECONDS = 1.2
CONFIG = f"""
[limits]
head_seconds = {LIMIT_SECONDS}
idle_seconds = {LIMIT_SECONDS}
body_grace_seconds = {LIMIT_SECONDS}
"""
EARLIEST = LIMIT_SECONDS * 0.7
LATEST = LIMIT_SECONDS + 20  # A busy machine, a sanitizer build.
TRIES_MAX = 20  # Of what the test itself may be too slow for, when the machine stands still.
STORE = "/admin/v1/store"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def impatient():
    return Server(config=CONFIG, owner="test_limits_in_time_and_number.py")


@pytest.fixture
def quick(impatient, document):
    return impatient.client(document)


def closed_after(connection, begun, feed=None):
    """Waits for the other side to close, feeding a piece every 50 ms; (seconds since `begun`, bytes received)."""
    received = b""
    while time.monotonic() - begun < LATEST:
        readable, _, _ = select.select([connection.socket], [], [], 0.05)
        try:
            if readable:
                data = connection.socket.recv(65536)
                received += data
                if not data:
                    return time.monotonic() - begun, received
            elif feed:
                connection.send(feed)
        except ConnectionError:
            return time.monotonic() - begun, received
    raise AssertionError(f"the connection was still open after {LATEST} s; received: {received!r}")


def assert_closed_in_time(seconds, received, silent):
    assert EARLIEST <= seconds <= LATEST, seconds
    if silent:
        assert received == b""
    elif received:
        assert received.startswith(b"HTTP/1.1 408 ") and b"\r\nConnection: close\r\n" in received


def test_a_connection_that_says_nothing_is_closed(quick):
    begun = time.monotonic()
    with quick.connect() as connection:
        assert_closed_in_time(*closed_after(connection, begun), silent=True)


def test_a_connection_that_falls_silent_is_closed(impatient, quick):
    with quick.connect() as connection:
        begun = time.monotonic()
        assert connection.exchange(quick.request("GET", "/store/", key=impatient.admin_key)).status == 200
        assert_closed_in_time(*closed_after(connection, begun), silent=True)


@pytest.mark.parametrize("start, feed", [
    (b"G", None), (b"GET /store/ HTTP/1.1\r\nHost: x\r\n", None),
    (b"GET /store/ HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"x"), (b"GET /store/ HTTP/1.1\r\n", b"X-A: b\r\n"),
], ids=["one byte", "no end", "a slow value", "slow lines"])
def test_a_head_must_come_in_time_however_it_trickles(quick, start, feed):
    begun = time.monotonic()
    with quick.connect() as connection:
        connection.send(start)
        seconds, received = closed_after(connection, begun, feed)
        assert_closed_in_time(seconds, received, silent=False)


def test_a_slow_second_head_is_closed_too(impatient, quick):
    with quick.connect() as connection:
        begun = time.monotonic()
        assert connection.exchange(quick.request("GET", "/store/", key=impatient.admin_key)).status == 200
        connection.send(b"GET /store/ HT")
        assert_closed_in_time(*closed_after(connection, begun, b"x"), silent=False)


@pytest.mark.parametrize("headers, start, feed", [
    ({"Content-Length": "100000"}, b"", None), ({"Content-Length": "100000"}, b"{", b"  "),
    ({"Transfer-Encoding": "chunked"}, b"1\r\n{\r\n", b"1\r\n \r\n"),
    ({"Transfer-Encoding": "chunked"}, b"5", None),
], ids=["nothing", "a trickle", "trickling chunks", "half a chunk size"])
def test_a_body_must_come_at_a_decent_rate(impatient, quick, headers, start, feed):
    request = quick.request("PATCH", STORE, key=impatient.admin_key, headers={**JSON, **headers})
    with quick.connect() as connection:
        begun = time.monotonic()
        connection.send(request + start)
        assert_closed_in_time(*closed_after(connection, begun, feed), silent=False)


def test_a_body_at_a_decent_rate_is_read_to_its_end(impatient, quick):
    """4 KiB a second for three times the time after which a slower one is cut off."""
    body = b'{"name":"Steady"' + b" " * 15_000 + b"}"
    request = quick.request("PATCH", STORE, key=impatient.admin_key, body=body,
                            headers={"Content-Type": "application/json"})
    for _ in range(TRIES_MAX):
        begun = time.monotonic()
        with quick.connect() as connection:
            if send_steadily(connection, request[:-len(body)], body, begun):
                break
    else:
        raise AssertionError("the test itself was too slow each time")
    assert time.monotonic() - begun > 2 * LIMIT_SECONDS


def send_steadily(connection, head, body, begun):
    """Whether it could be sent at that rate; then it was answered."""
    connection.send(head)
    for at in range(0, len(body), 400):
        if time.monotonic() - begun > LIMIT_SECONDS / 2 + at / 2048:
            return False
        connection.send(body[at:at + 400])
        time.sleep(max(0, begun + (at + 400) / 4096 - time.monotonic()))  # The pace is what is tested.
    answer = connection.read(head + body)
    assert answer.is_busy or answer.json()["name"] == "Steady", answer.summary()
    return not answer.is_busy


def test_a_client_that_never_stops_sending_after_a_refusal_is_closed(quick):
    with quick.connect() as connection:
        request = quick.request("PATCH", STORE, headers={**JSON, "Content-Length": "900000"})
        assert connection.exchange(request).status == 401
        begun = time.monotonic()
        seconds, received = closed_after(connection, begun, b"x")
        assert seconds <= LATEST and received == b""


def test_a_busy_connection_is_not_idle(impatient, quick):
    request = quick.request("GET", "/store/", key=impatient.admin_key)
    for _ in range(TRIES_MAX):
        with quick.connect() as connection:
            if is_kept_busy(connection, request):
                return
    raise AssertionError("the test itself was too slow each time")


def is_kept_busy(connection, request):
    """False when the test itself paused for too long, and the connection was closed therefore."""
    begun = sent = time.monotonic()
    while time.monotonic() - begun < 2.5 * LIMIT_SECONDS:
        before, sent = sent, time.monotonic()
        try:
            assert connection.exchange(request).status == 200
        except (NoResponse, ConnectionError):
            assert time.monotonic() - before >= LIMIT_SECONDS, "a busy connection was closed"
            return False
        time.sleep(LIMIT_SECONDS / 6)  # The pause between two requests is what is tested.
    return True


def open_or_refused(client, key):
    """A connection that was served, or None for one that was turned away (closed, or answered with 503)."""
    connection = client.connect()
    try:
        answer = connection.exchange(client.request("GET", "/store/", key=key))
    except (NoResponse, ConnectionError):
        connection.close()
        return None
    if answer.status == 503:
        connection.close()
        return None
    assert answer.status == 200
    return connection


@pytest.mark.parametrize("setting, limit", [("connections", 6), ("connections_per_address", 5)])
def test_connections_over_the_limit_are_turned_away_and_the_others_go_on(start_server, document, setting, limit):
    server = start_server(config=f"[limits]\n{setting} = {limit}\n")
    client, key = server.client(document), server.admin_key
    held = [open_or_refused(client, key) for _ in range(limit)]
    try:
        assert None not in held
        for _ in range(3):
            assert open_or_refused(client, key) is None
        for connection in held:
            assert connection.exchange(client.request("GET", "/store/", key=key)).status == 200
        held.pop().close()
        deadline = time.monotonic() + 10
        while (again := open_or_refused(client, key)) is None:
            assert time.monotonic() < deadline, "the place of a closed connection was never given away"
        held.append(again)
    finally:
        for connection in held:
            if connection is not None:
                connection.close()


def test_another_address_has_its_own_share(start_server, document):
    server = start_server(config="[limits]\nconnections_per_address = 1\n")
    client, key = server.client(document), server.admin_key
    held = open_or_refused(client, key)
    assert held is not None and open_or_refused(client, key) is None
    with socket.socket() as other:
        other.bind(("127.0.0.2", 0))
        other.settimeout(10)
        other.connect((server.host, server.port))
        other.sendall(client.request("GET", "/store/", key=key))
        assert other.recv(65536).startswith(b"HTTP/1.1 200 ")
    held.close()


@pytest.mark.only_sqlite
def test_the_control_socket_answers_while_the_network_is_full(start_server, document):
    server = start_server(config="[limits]\nconnections_per_address = 1\n")
    held = open_or_refused(server.client(document), server.admin_key)
    assert server.control_client(document).call("GET", STORE).status == 200
    held.close()

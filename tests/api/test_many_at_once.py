"""Many clients at the same time, polite ones and others."""

import socket
import threading
import time

import pytest

from harness import processes
from harness.client import Key

STORE = "/admin/v1/store"
KEYS = "/admin/v1/api-keys/"
SECONDS = 1.5


def run_together(workers):
    """Runs every worker in a thread of its own until the time is up; raises what the first of them raised."""
    problems, rounds = [], [0] * len(workers)

    def loop(index, worker):
        until = time.monotonic() + SECONDS
        try:
            while time.monotonic() < until and not problems:
                worker(rounds[index])
                rounds[index] += 1
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=loop, args=pair) for pair in enumerate(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    if problems:
        raise problems[0]
    assert all(rounds), f"somebody was starved: {rounds}"


def test_readers_writers_and_the_rude_do_not_disturb_each_other(start_server, document):
    server = start_server()
    client, admin = server.client(document), server.admin_key

    def read(_):
        assert client.call("GET", "/store/", key=admin).status == 200

    def write(number):
        name = f"{threading.get_ident()} {number}"
        assert client.call("PATCH", STORE, json={"name": name}, key=admin).json()["name"] == name

    def make_and_revoke(number):
        made = client.call("POST", KEYS, json={"name": f"{number}", "scopes": ["store:read"]}, key=admin).json()
        key = Key(made["id"], made["secret"])
        assert client.call("GET", "/store/", key=key).status == 200
        assert client.call("DELETE", KEYS + key.id, key=admin).status == 204
        assert client.call("GET", "/store/", key=key).status == 401

    def walk(_):
        answer = client.call("GET", KEYS + "?pageSize=1", key=admin)
        while answer.json()["links"].get("next"):
            answer = client.call("GET", answer.json()["links"]["next"].removeprefix(server.url), key=admin)
            assert answer.status == 200

    def wait_now_and_then(number):
        """The system queues thousands of connections before the server sees the first. Whoever leaves without waiting
        fills that queue with itself, and on a slow machine everyone else waits behind it for half a minute."""
        if number % 8 == 7:
            read(number)

    def leave_without_reading(number):
        with client.connect() as connection:
            connection.send(client.request("GET", "/docs") * 20 + client.request("PATCH", STORE, json={"name": "Left"},
                key=admin))
        wait_now_and_then(number)

    def leave_in_the_middle(number):
        request = client.request("PATCH", STORE, json={"name": "Half"}, key=admin)
        with client.connect() as connection:
            connection.send(request[:1 + number % len(request)])
        wait_now_and_then(number)

    def refuse(_):
        assert client.call("PATCH", STORE, body=b"x" * 100_000, headers={"Content-Type": "multipart/x"},
                           key=admin).status == 415

    run_together([read, read, write, write, make_and_revoke, walk, leave_without_reading, leave_in_the_middle, refuse])
    assert client.call("GET", "/store/", key=admin).status == 200


def test_a_reader_sees_its_own_writes(client, admin):
    def write_and_read(number):
        name = f"{threading.get_ident()} {number}"
        with client.connect() as connection:
            wanted = client.request("POST", KEYS, json={"name": name, "scopes": ["admin"]}, key=admin)
            made = connection.exchange_patiently(wanted).json()
            key = Key(made["id"], made["secret"])
            shown = client.call("GET", KEYS + key.id, key=key)
            assert shown.status == 200 and shown.json()["name"] == name
            assert client.call("DELETE", KEYS + key.id, key=key).status == 204

    run_together([write_and_read] * 4)


@pytest.mark.parametrize("path", ["/docs", "/openapi.json"])
def test_a_client_that_never_reads_costs_little_memory(start_server, document, path):
    server = start_server()
    client = server.client(document)
    assert client.call("GET", path).status == 200
    before = server.resident_kib()
    with client.connect() as connection:
        connection.socket.settimeout(0.5)
        requests, sent = client.request("GET", path) * 100, 0
        try:
            while sent < 100_000_000:
                sent += connection.socket.send(requests)
        except socket.timeout:
            pass  # The server stopped reading, as it should.
        assert sent < 100_000_000, "the server takes requests without end from a client that reads no answers"
        grown = server.resident_kib() - before
        assert grown < (512 if processes.is_sanitized() else 16) * 1024, f"{grown} KiB more for one connection"
        # Others are served meanwhile.
        assert client.call("GET", "/store/", key=server.admin_key).status == 200

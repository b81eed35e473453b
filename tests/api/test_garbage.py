"""Broken input of every kind, made by chance: an answer in the 2xx or 4xx or a closed connection, and nothing else."""

import json
import os
import random

import pytest

from harness.client import NoResponse

pytestmark = pytest.mark.any_engine

ROUNDS = 400
STORE = "/admin/v1/store"
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def chance():
    seed = int(os.environ.get("GARBAGE_SEED", random.SystemRandom().randrange(10**9)))
    print(f"GARBAGE_SEED={seed}")  # Shown with a failure.
    return random.Random(seed)


def mutated(chance, data):
    """The bytes with one to five small accidents."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(data) + 1)
        accident = chance.randrange(5)
        if accident == 0:
            data[at:at + 1] = bytes([chance.randrange(256)])
        elif accident == 1:
            data[at:at] = chance.choice([b"\r\n", b"\n", b"\r", b"\0", b" ", b":", b"\t", b"%", b"\xff", b"0\r\n\r\n",
                                         b"Content-Length: 5\r\n", b"{", b'"'])
        elif accident == 2:
            del data[at:at + chance.randint(1, 8)]
        elif accident == 3:
            end = min(len(data), at + chance.randint(1, 40))
            data[at:at] = data[at:end]
        else:
            data[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 20)))
    return bytes(data)


def answers(client, data):
    """Every status that comes back for these bytes."""
    found = []
    with client.connect() as connection:
        try:
            connection.send(data)
            connection.socket.shutdown(1)
        except OSError:
            pass  # Refused and closed while we were still sending.
        try:
            while True:
                found.append(connection._read_one(b"GET ").status)
        except NoResponse as end:
            assert end.received == b"" or b"HTTP/1.1" in end.received, end.received
    return found


def test_mutated_requests_never_break_the_server(server, client, admin, chance):
    seeds = [client.request("GET", "/store/", key=admin), client.request("PATCH", STORE, json={"name": "x"}, key=admin),
             client.request("POST", "/admin/v1/api-keys/?x=%20", json={"name": 1, "scopes": []}, key=admin),
             client.request("PATCH", STORE, key=admin, headers={**JSON, "Transfer-Encoding": "chunked"},
                            body=b'4;x=y\r\n{"na\r\n9\r\nme":"abc"\r\n1\r\n}\r\n0\r\nX-T: u\r\n\r\n'),
             client.request("DELETE", "/admin/v1/api-keys/x?y=%41", key=admin,
                            headers={"Expect": "100-continue", "X-Request-Id": "abc"}),
             client.request("OPTIONS", "/docs") + client.request("GET", "/openapi.jso", headers={"X": "y"})]
    for _ in range(ROUNDS):
        data = mutated(chance, chance.choice(seeds))
        statuses = answers(client, data)
        assert all(status < 500 or status == 505 for status in statuses), (statuses, data)
        server.assert_alive()


def test_random_bytes_never_break_the_server(server, client, chance):
    for _ in range(ROUNDS // 4):
        data = bytes(chance.randrange(256) for _ in range(chance.randint(1, 2000)))
        assert all(status in (400, 431, 505) for status in answers(client, data)), data
        server.assert_alive()


def test_mutated_json_never_breaks_the_server(server, client, admin, chance):
    seeds = [json.dumps(value, ensure_ascii=chance.random() < 0.5).encode() for value in (
        {"name": "Ünï \U0001f30a \\", "allowedDomains": ["a.example", "*.b.example:80"],
         "x": [1, -2.5e3, True, None, {"y": {}}]},
        {"name": 5, "currency": "EUR", "timezone": "Europe/Madrid", "language": "es", "defaultCountryCode": "34"}, [],
        [[[]]], {})]
    for _ in range(ROUNDS):
        body = mutated(chance, chance.choice(seeds))
        answer = client.call("PATCH", STORE, key=admin, body=body, headers=JSON)
        assert answer.status in (200, 400, 422), (answer.summary(), body)
        server.assert_alive()


def test_mutated_queries_never_break_the_server(server, client, admin, chance):
    for _ in range(ROUNDS):
        query = "page=2&pageSize=5&cursor=abc&x=%C3%A9+y"
        characters = list(query)
        for _ in range(chance.randint(1, 6)):
            characters.insert(chance.randrange(len(characters) + 1), chance.choice("%&=+0129-.aZé/?;[]'\"\\"))
        answer = client.call("GET", "/admin/v1/api-keys/?" + "".join(characters), key=admin)
        assert answer.status in (200, 400, 422), (answer.summary(), "".join(characters))
        server.assert_alive()

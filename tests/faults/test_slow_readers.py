"""Clients without a key that ask for much and read nothing: they cost the service little memory."""

import contextlib
import re
import select
import socket
from pathlib import Path

from harness import processes
from harness.server import Server

KIND = "clients that ask for much and read nothing"
CONNECTIONS = 250  # As many as one address may have, but for a few.
REQUESTS = 100
GROWN_KIB_MAX = 40 * 1024
ANSWERED_SECONDS_MAX = 60
WAITING = "tradewind_http_output_waiting_bytes"


def most_resident_kib(server):
    """The most memory that it ever had in use."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status).group(1))


def waiting_bytes(server):
    page = server.private_client().raw(b"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n").body.decode()
    return int(re.search(rf"^{WAITING} (\d+)$", page, re.MULTILINE).group(1))


def ask_and_read_nothing(env=None):
    """(by how many KiB the service grew, how many bytes it says that wait)"""
    server = Server(folder=processes.make_folder(), env=env, owner="slow readers", is_doomed=True)
    assert server.client().call("GET", "/docs").status == 200
    before = most_resident_kib(server)
    with contextlib.ExitStack() as open_sockets:
        clients = []
        for _ in range(CONNECTIONS):
            client = open_sockets.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect((server.host, server.port))
            client.sendall(b"GET /docs HTTP/1.1\r\nHost: a\r\n\r\n" * REQUESTS)
            clients.append(client)
        for client in clients:
            assert select.select([client], [], [], ANSWERED_SECONDS_MAX)[0], "it is not answered"
        grown, waiting = most_resident_kib(server) - before, waiting_bytes(server)
        assert server.client().call("GET", "/store/", key=server.admin_key).status == 200, "others are not served"
    server.stop()
    return grown, waiting


def too_much(grown):
    return f"{grown} KiB more" if grown > GROWN_KIB_MAX else None


def test_who_reads_nothing_costs_little_memory(survived):
    grown, waiting = ask_and_read_nothing()
    survived(KIND, 1, note=f"{grown} KiB more")
    assert too_much(grown) is None
    assert 0 < waiting < 1024 * CONNECTIONS


def test_a_server_that_copies_what_it_shows_is_noticed(noticed):
    grown, _ = ask_and_read_nothing(env={"TRADEWIND_FAULT": "copy-texts"})
    noticed(KIND, "a copy of the page for each", too_much(grown))
    assert too_much(grown) is not None

"""A server that is given little memory: it does its work within it, and when somebody takes all of it and the kernel
kills the server, nothing acknowledged is lost."""

import os
import signal
import socket
import subprocess

import pytest

from ext4_image import CannotMount
from harness import processes
from harness.server import Server
from memory_group import MemoryGroup
from restart_loop import RestartLoop
from write_load import WriteLoad

ROUNDS = max(2, int(os.environ.get("FAULT_ROUNDS", "50")) // 15)
CONTROL_ROUNDS_MAX = 15
MEBIBYTE = 1024 * 1024
LIMIT = 64 * MEBIBYTE
KIND_OF_WORK = f"work within {LIMIT // MEBIBYTE} MiB of memory"
WRITES = 2_000
BODY = 1024 * 1024
HOARDERS_MAX = 250  # The connections that one address may have, but for those of the writers.
DEAD_SECONDS_MAX = 60
NEXT_SECONDS_MAX = 0.5


class Hoarders:
    """Clients that each send all of the largest body but its last byte, and wait."""

    def __init__(self, server, key):
        self._address = (server.host, server.port)
        self._head = (f"PATCH /admin/v1/store HTTP/1.1\r\nHost: shop\r\nAuthorization: {key.header}\r\n"
                      f"Content-Type: application/json\r\nContent-Length: {BODY}\r\n\r\n").encode()
        self._sockets = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for one in self._sockets:
            one.close()

    def add_one(self):
        """False when the server is gone."""
        try:
            one = socket.create_connection(self._address, timeout=DEAD_SECONDS_MAX)
            self._sockets.append(one)
            one.sendall(self._head + b" " * (BODY - 1))
            return True
        except OSError:
            return False


class MemoryLoop(RestartLoop):
    owner = "the memory loop"

    def load_and_end(self, server, name):
        load = WriteLoad(server, self._key, name)
        with MemoryGroup(LIMIT) as group:
            group.take(server.process.pid)
            load.start()
            with Hoarders(server, self._key) as hoarders:
                for _ in range(HOARDERS_MAX):
                    # What ends it comes at the moment at which an answer given too early is most likely to be a lie.
                    load.await_acknowledgement(NEXT_SECONDS_MAX)
                    if not hoarders.add_one():
                        break
                try:
                    server.process.wait(DEAD_SECONDS_MAX)
                except subprocess.TimeoutExpired:
                    pass  # Told below.
            problem = None
            if server.process.poll() != -signal.SIGKILL or group.kills() != 1:
                problem = f"it was not killed for want of memory: {server.process.poll()}, {group.kills()} kills"
            server.kill()
            load.await_end()
        return load, problem


@pytest.fixture(autouse=True)
def groups_can_be_made(say):
    try:
        with MemoryGroup(LIMIT):
            yield
    except CannotMount as reason:
        say(f"memory loop did not run: {reason}")
        pytest.skip(f"memory loop did not run: {reason}")


def test_no_acknowledged_write_is_lost_when_memory_runs_out(seed, survived):
    loop = MemoryLoop(seed)
    problem = loop.run(ROUNDS)
    survived("killed for want of memory", loop.rounds, loop.acknowledged)
    assert problem is None, f"{problem} (FAULT_SEED={seed})"
    assert loop.rounds == ROUNDS


def test_the_loop_notices_a_server_that_answers_before_it_commits(seed, noticed):
    loop = MemoryLoop(seed, env={"TRADEWIND_FAULT": "answer-before-commit"})
    problem = loop.run(CONTROL_ROUNDS_MAX)
    noticed("killed for want of memory", "answers before the commit", problem)
    assert problem is not None and ("lost" in problem or "back" in problem), f"{problem} (FAULT_SEED={seed})"


def work_with_little_memory(env=None):
    """(how many writes were acknowledged, what was wrong or None)"""
    server = Server(folder=processes.make_folder(), env=env, owner="the memory loop", is_doomed=True)
    with MemoryGroup(LIMIT) as group:
        group.take(server.process.pid)
        load = WriteLoad(server, server.admin_key, "little memory")
        load.after_acknowledgements(WRITES, server.process.kill)
        load.start()
        assert server.process.wait(DEAD_SECONDS_MAX) == -signal.SIGKILL
        server.kill()
        load.await_end()
        kills = group.kills()
    return load.acknowledged_count, f"killed for want of memory after {load.acknowledged_count} writes" if kills else None


def test_it_does_its_work_with_little_memory(survived):
    acknowledged, problem = work_with_little_memory()
    survived(KIND_OF_WORK, 1, acknowledged)
    assert problem is None, problem
    assert acknowledged >= WRITES


def test_a_server_that_keeps_what_it_takes_is_noticed(noticed):
    _, problem = work_with_little_memory(env={"TRADEWIND_FAULT": "hoard-memory"})
    noticed(KIND_OF_WORK, "memory that is never given back", problem)
    assert problem is not None

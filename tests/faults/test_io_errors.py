"""A disk that fails a write or a sync once, or a kill in the midst of one: the server ends at once with an error, asks
the disk for nothing more, and starts again with everything that was acknowledged."""

import os
import signal
import time

import pytest

from restart_loop import RestartLoop
from strace import Strace
from write_load import WriteLoad

ROUNDS = max(3, int(os.environ.get("FAULT_ROUNDS", "50")) // 15)
CALLS_BEFORE_MAX = 150
COMES_SECONDS_MAX = 30  # Traced, the server is slow; the load is to come to the call that fails.
END_SECONDS_MAX = 30  # After it.

BROKEN = 2  # The exit code.
KINDS = {
    "a sync fails": ("fdatasync:error=EIO", BROKEN),
    "a write fails": ("pwrite64:error=EIO", BROKEN),
    "killed in a sync": ("fdatasync:signal=KILL", -signal.SIGKILL),
    "killed in a write": ("pwrite64:signal=KILL", -signal.SIGKILL),
}


class IoErrorLoop(RestartLoop):
    owner = "the loop of I/O errors"

    def __init__(self, seed, kind, env=None, loses_end_of_log=False):
        super().__init__(seed, env)
        self._injection, self._exit_code = KINDS[kind]
        self._loses_end_of_log = loses_end_of_log

    def load_and_end(self, server, name):
        """The load, and what was wrong with the end of the server."""
        load = WriteLoad(server, self._key, name)
        when = self._random.randint(1, CALLS_BEFORE_MAX)
        with Strace(server.process.pid, f"{self._injection}:when={when}") as trace:
            load.start()
            for seconds, has_come in ((COMES_SECONDS_MAX, trace.has_injected), (END_SECONDS_MAX, lambda: False)):
                deadline = time.monotonic() + seconds
                while server.process.poll() is None and not has_come() and time.monotonic() < deadline:
                    time.sleep(0.01)  # The server is to notice by itself; this is the longest it is given.
        code = server.process.poll()
        server.kill()
        if self._loses_end_of_log:
            log = server.data / "tradewind.db-wal"
            os.truncate(log, log.stat().st_size // 2)
        calls = trace.calls()
        failed = [index for index, line in enumerate(calls) if "INJECTED" in line]
        moment = f"after call {when} had failed" if failed else f"before call {when} had come"
        try:
            load.await_end()
        except AssertionError as noticed:
            return load, f"a writer noticed it {moment}: {noticed}"
        if code is None:
            return load, f"it went on {moment}"
        if code != self._exit_code:
            return load, f"it ended with {code} {moment}"
        if self._exit_code > 0 and failed != [len(calls) - 1]:
            return load, f"it asked the disk for more {moment}: {calls[failed[0]:][:5] if failed else calls[-5:]}"
        return load, None


@pytest.mark.parametrize("kind", KINDS)
def test_it_ends_at_once_and_loses_nothing_that_was_acknowledged(kind, seed, survived):
    loop = IoErrorLoop(seed, kind)
    problem = loop.run(ROUNDS)
    survived(kind, loop.rounds, loop.acknowledged)
    assert problem is None, f"{problem} (FAULT_SEED={seed})"
    assert loop.rounds == ROUNDS


@pytest.mark.parametrize("kind", ["a sync fails", "a write fails"])
def test_the_loop_notices_a_server_that_swallows_the_error(kind, seed, monkeypatch, noticed):
    monkeypatch.setattr("test_io_errors.END_SECONDS_MAX", 3)
    monkeypatch.setattr("test_io_errors.CALLS_BEFORE_MAX", 20)
    loop = IoErrorLoop(seed, kind, env={"TRADEWIND_FAULT": "swallow-errors"})
    problem = loop.run(ROUNDS)
    noticed(kind, "errors that are swallowed", problem)
    assert problem is not None and "had failed" in problem, f"{problem} (FAULT_SEED={seed})"


def test_the_loop_notices_a_server_that_answers_before_it_commits(seed, noticed):
    loop = IoErrorLoop(seed, "killed in a write", env={"TRADEWIND_FAULT": "answer-before-commit"})
    problem = loop.run(4 * ROUNDS)
    noticed("killed in a write", "answers before the commit", problem)
    assert problem is not None, f"FAULT_SEED={seed}"


def test_the_loop_notices_a_log_that_lost_its_end(seed, noticed):
    loop = IoErrorLoop(seed, "killed in a sync", loses_end_of_log=True)
    problem = loop.run(4 * ROUNDS)
    noticed("killed in a sync", "a log that lost its end", problem)
    assert problem is not None, f"FAULT_SEED={seed}"

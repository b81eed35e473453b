"""kill -9 under write load, again and again on the same data: nothing acknowledged is lost."""

import os
import random
import signal
import threading

from harness import processes
from harness.server import Server
from write_load import WriteLoad

ROUNDS = int(os.environ.get("FAULT_ROUNDS", "50"))
LOAD_SECONDS_MAX = 0.4
READY_SECONDS_MAX = 5.0  # A start takes a tenth of a second here; the rest is for a busy machine.


class KillLoop:
    def __init__(self, seed, env=None):
        self._random = random.Random(seed)
        self._folder = processes.make_folder()
        self._env = None  # The first start makes the store and is to be sound; what is judged comes after it.
        self._fault = env
        self._key = None
        self.rounds = 0
        self.acknowledged = 0
        self.slowest_start = 0.0

    def start(self):
        server = Server(folder=self._folder, env=self._env, owner="the kill loop")
        self._key = self._key or server.admin_key
        if self.rounds:
            self.slowest_start = max(self.slowest_start, server.start_seconds)
        return server

    def run(self, rounds):
        """The first loss found, or None."""
        server = self.start()
        if self._fault:
            server.stop(signal.SIGINT)
            self._env = self._fault
            server = self.start()
        try:
            for number in range(rounds):
                load = self._load_and_kill(server, f"round {number}")
                self.rounds += 1
                self.acknowledged += load.acknowledged_count
                server = self.start()
                if problem := load.problem_after_restart(server):
                    return f"round {number}: {problem}"
            return None
        finally:
            server.kill()

    def _load_and_kill(self, server, name):
        load = WriteLoad(server, self._key, name)
        gone = threading.Event()

        def kill():
            server.process.kill()
            gone.set()

        if self._random.random() < 0.5:
            load.after_acknowledgements(self._random.randint(1, 200), kill)
        load.start()
        gone.wait(self._random.uniform(0.02, LOAD_SECONDS_MAX))
        server.kill()
        load.await_end()
        return load


def test_no_acknowledged_write_is_lost(seed, say):
    loop = KillLoop(seed)
    problem = loop.run(ROUNDS)
    say(f"kill loop: {loop.rounds} rounds, {loop.acknowledged} acknowledged writes, "
        f"slowest start {loop.slowest_start:.2f} s")
    assert problem is None, f"{problem} (FAULT_SEED={seed})"
    assert loop.rounds == ROUNDS
    assert loop.acknowledged > 10 * ROUNDS, "hardly anything was written, so hardly anything was tested"
    assert loop.slowest_start < READY_SECONDS_MAX


def test_the_loop_notices_a_server_that_answers_before_it_commits(seed, say):
    loop = KillLoop(seed, env={"TRADEWIND_FAULT": "answer-before-commit"})
    problem = loop.run(ROUNDS)
    say(f"kill loop, control: found in round {loop.rounds}: {problem}")
    assert problem is not None, f"{ROUNDS} rounds did not notice answers before their commit (FAULT_SEED={seed})"
    assert "lost" in problem or "back" in problem

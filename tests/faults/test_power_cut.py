"""Power cuts under write load, on an ext4 of the test's own: what was acknowledged was on the disk."""

import os
import random
import threading
import time

from harness.server import Server, StartRefused
from write_load import WriteLoad

ROUNDS = max(5, int(os.environ.get("FAULT_ROUNDS", "50")) // 2)
END_SECONDS_MAX = 20


class PowerCutLoop:
    def __init__(self, image, seed, env=None):
        self._image = image
        self._random = random.Random(seed)
        self._env = env
        self._key = None
        self.rounds = 0
        self.acknowledged = 0
        self.ended_by_itself = 0

    def start(self):
        server = Server(folder=self._image.mount_point, env=self._env, owner="the power-cut loop",
                        is_doomed=True)
        self._key = self._key or server.admin_key
        return server

    def run(self, rounds):
        """The first loss found, or None."""
        server = self.start()
        try:
            self._image.sync()  # The first start is not what is judged here; the writes after it are.
            for number in range(rounds):
                load = self._load_and_cut(server, f"round {number}")
                self.rounds += 1
                self.acknowledged += load.acknowledged_count
                self._image.unmount()
                self._image.mount()  # Replays the journal, as the next boot would.
                try:
                    server = self.start()
                    problem = load.problem_after_restart(server)
                except (StartRefused, AssertionError) as broken:
                    problem = f"the data cannot be served any more, and so everything is lost: {broken}"
                if problem:
                    return f"round {number}: {problem}"
            return None
        finally:
            server.kill()

    def _load_and_cut(self, server, name):
        load = WriteLoad(server, self._key, name)
        cut = threading.Event()

        def cut_power():
            self._image.cut_power()
            cut.set()

        load.start()
        load.after_acknowledgements(self._random.randint(20, 300), cut_power)
        if not cut.wait(20):
            server.kill()
            raise AssertionError(f"the writers came nowhere: {load.acknowledged_count} writes\n{server.log[-4000:]}")
        # The writers go on against a dead disk: a 2xx given now would be a lie, and is found as a loss.
        deadline = time.monotonic() + END_SECONDS_MAX
        while server.process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)  # The server is to notice by itself; this is the longest it is given.
        self.ended_by_itself += server.process.poll() is not None and server.process.poll() > 0
        server.kill()
        load.await_end()
        return load


def test_no_acknowledged_write_is_lost(image, seed, survived):
    loop = PowerCutLoop(image, seed)
    problem = loop.run(ROUNDS)
    survived("power cut", loop.rounds, loop.acknowledged)
    assert problem is None, f"{problem} (FAULT_SEED={seed})"
    assert loop.rounds == ROUNDS
    assert loop.ended_by_itself == ROUNDS, "a server whose disk is gone must end by itself, with an error"


def test_the_loop_notices_a_database_that_does_not_wait_for_the_disk(image, seed, noticed):
    loop = PowerCutLoop(image, seed, env={"TRADEWIND_FAULT": "synchronous-off"})
    problem = loop.run(ROUNDS)
    noticed("power cut", "a database that does not wait for the disk", problem)
    assert problem is not None, f"{ROUNDS} power cuts did not notice that nothing was synchronous (FAULT_SEED={seed})"
    assert "lost" in problem or "back" in problem

"""A server that is loaded until something ends it, and started again on the same data, again and again."""

import random
import signal

from harness import processes
from harness.server import Server


class RestartLoop:
    """`load_and_end(server, name)` is the subclass's: the load, and what was wrong with the end of the server."""

    owner = ""

    def __init__(self, seed, env=None):
        self._random = random.Random(seed)
        self._folder = processes.make_folder()
        self._env = None  # The first start makes the store and is to be sound.
        self._fault = env
        self._key = None
        self.rounds = 0
        self.acknowledged = 0

    def start(self):
        server = Server(folder=self._folder, env=self._env, owner=self.owner, is_doomed=True)
        self._key = self._key or server.admin_key
        return server

    def run(self, rounds):
        """The first thing found wrong, or None."""
        self.start().stop(signal.SIGINT)
        self._env = self._fault
        server = self.start()
        try:
            for number in range(rounds):
                load, problem = self.load_and_end(server, f"round {number}")
                self.rounds += 1
                self.acknowledged += load.acknowledged_count
                server = self.start()
                found = [text for text in (load.problem_after_restart(server), problem) if text]
                if found:
                    return f"round {number}: {'; '.join(found)}"
            return None
        finally:
            server.kill()

    def load_and_end(self, server, name):
        raise NotImplementedError

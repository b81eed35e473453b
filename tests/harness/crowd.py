"""Many clients at the same moment."""

import threading
import time

TURNS_MAX = 100
WAIT_SECONDS, WAIT_SECONDS_MAX = 0.01, 0.5


class Caller:
    """One client on one connection. It sends again what the service says was not done, as a client may."""

    def __init__(self, server):
        self._client = server.client()
        self._key = server.admin_key
        self._connection = self._client.connect()
        self.asked_again = 0

    def call(self, method, path, body=None, headers=None):
        request = self._client.request(method, path, json=body, key=self._key, headers=headers)
        for turn in range(TURNS_MAX):
            answer = self._connection.exchange(request)
            if answer.status != 503:
                return answer
            assert answer.is_busy, answer.summary()
            self.asked_again += 1
            time.sleep(min(turn * WAIT_SECONDS, WAIT_SECONDS_MAX))  # It may take a while until there is time.
        raise AssertionError(f"{method} {path} was put off {TURNS_MAX} times")

    def patch(self, path, body, **more):
        return self.call("PATCH", path, body, **more)

    def get(self, path):
        return self.call("GET", path)

    def close(self):
        self._connection.close()


def run_at_once(server, workers):
    """Runs each worker, a function of a Caller, in a thread of its own; all begin at once. What they returned."""
    ready, results, problems = threading.Barrier(len(workers)), [None] * len(workers), []

    def work(index, worker):
        try:
            caller = Caller(server)
            ready.wait(60)
            results[index] = worker(caller)
            caller.close()
        except BaseException as problem:
            ready.abort()
            problems.append(problem)

    threads = [threading.Thread(target=work, args=pair) for pair in enumerate(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    # A broken barrier is only the echo of what happened first.
    for problem in sorted(problems, key=lambda one: isinstance(one, threading.BrokenBarrierError)):
        raise problem
    return results

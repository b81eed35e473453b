"""Threads that write to one server until it is gone, and count what was acknowledged."""

import socket
import threading

from harness.client import NoResponse

ANSWER_SECONDS_MAX = 20


class Load:
    """What every load has in common. `after_acknowledgements(count, then)` calls `then` in the thread that got the
    count-th acknowledgement, at once: the moment at which an answer given too early is most likely to be a lie."""

    def __init__(self, server):
        self._server = server
        self._threads = []
        self._trigger = None
        self._guard = threading.Condition()
        self.acknowledged_count = 0
        self.refused = []
        self.goes_on = False  # On another connection when one breaks, because the server is there.

    def works(self):
        """What the threads do: a function that takes a connection, with its other arguments."""
        raise NotImplementedError

    def start(self):
        for work, *arguments in self.works():
            thread = threading.Thread(target=self._until_gone, args=(work, arguments), daemon=True)
            self._threads.append(thread)
            thread.start()

    def after_acknowledgements(self, count, then):
        with self._guard:
            self._trigger = (count, then)

    def await_acknowledgement(self, seconds):
        """Until the next one, or so long."""
        with self._guard:
            self._guard.wait(seconds)

    def await_end(self):
        self.await_threads()
        problem = self.problem_of_answers()
        assert not problem, problem

    def await_threads(self):
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive(), "a writer did not notice that the server is gone"

    def problem_of_answers(self):
        return f"an answer nobody expected: {self.refused[0]}" if self.refused else None

    def _until_gone(self, work, arguments):
        self._on_connection(work, arguments)
        while self.goes_on and not self.refused:
            self._on_connection(work, arguments)

    def _on_connection(self, work, arguments):
        try:
            with self._server.client().connect() as connection:
                connection.socket.settimeout(ANSWER_SECONDS_MAX)
                work(connection, *arguments)
        except (NoResponse, ConnectionError, socket.timeout):
            pass  # The server is gone, or too busy; what was not answered stays in doubt.

    def _refuse(self, summary):
        """Ends the thread that got such an answer, and the test with it."""
        self.refused.append(summary)
        raise ConnectionError("an answer nobody expected")

    def _acknowledged(self):
        with self._guard:
            self.acknowledged_count += 1
            self._guard.notify_all()
            then = None
            if self._trigger is not None and self.acknowledged_count >= self._trigger[0]:
                then, self._trigger = self._trigger[1], None
        if then is not None:
            then()

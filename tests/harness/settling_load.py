"""Writers that take every answer at its word: done, not done, or unknown, which they settle by sending the request again
under the same Idempotency-Key. What they were told is then held against what is there."""

import collections
import socket
import threading
import time
import uuid

from harness.client import Key, NoResponse

KEYS = "/admin/v1/api-keys/"
WRITERS = 4
ROWS_PER_WRITER_MAX = 8  # With all writers far below the 100 keys that the server allows.
SETTLE_SECONDS_MAX = 60


class SettlingLoad:
    """API keys made and revoked by several threads until stop(). The server itself lives; its database may come and
    go."""

    def __init__(self, server, key):
        self._server = server
        self._key = key
        self._guard = threading.Condition()
        self._stopped = False
        self._threads = []
        self.outcomes = collections.Counter()
        self.present = {}  # Names that were acknowledged, with their ids.
        self.absent = set()  # Names of rows that were refused, or revoked.
        self.problems = []

    def start(self):
        for _ in range(WRITERS):
            thread = threading.Thread(target=self._write, daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self):
        """Every writer settles what it has begun."""
        self._stopped = True
        for thread in self._threads:
            thread.join(SETTLE_SECONDS_MAX + 30)
            assert not thread.is_alive(), "a writer hangs"

    def await_acknowledgements(self, more, seconds=SETTLE_SECONDS_MAX):
        deadline = time.monotonic() + seconds
        with self._guard:
            wanted = self.outcomes["done"] + more
            while self.outcomes["done"] < wanted and not self.problems:
                assert self._guard.wait(max(0.01, deadline - time.monotonic())) or time.monotonic() < deadline, \
                    f"no {more} writes were acknowledged within {seconds} s: {dict(self.outcomes)}"

    def problem(self):
        """What was told and is not so, or None. The database must be reachable."""
        rows = collections.Counter()
        client, target = self._server.client(), KEYS + "?pageSize=100"
        while target:
            page = client.call("GET", target, key=self._key)
            assert page.status == 200, page.summary()
            rows.update(row["name"] for row in page.json()["results"])
            following = page.json()["links"].get("next")
            target = following and following.split(str(self._server.port), 1)[1]
        if self.problems:
            return self.problems[0]
        if lost := [name for name in self.present if rows[name] == 0]:
            return f"{len(lost)} acknowledged rows are lost, such as {lost[0]}"
        if twice := [name for name in self.present if rows[name] > 1]:
            return f"{len(twice)} rows are there twice, such as {twice[0]}"
        if back := [name for name in self.absent if rows[name] > 0]:
            return f"{len(back)} rows are back that were refused or revoked, such as {back[0]}"
        return None

    # --- a writer

    def _write(self):
        work = self.writes(Reconnecting(self._server))
        while not self._stopped:
            next(work)

    def writes(self, connection):
        """What one writer does, step by step for as long as it is asked to."""
        own = []
        while True:
            name = uuid.uuid4().hex
            made = self.settle(connection, "POST", KEYS, {"name": name, "scopes": ["store:read"]}, name)
            if made is None:
                self.absent.add(name)
            else:
                self.present[name] = Key(made.json()["id"], made.json()["secret"]).id
                own.append(name)
            if len(own) > ROWS_PER_WRITER_MAX:
                oldest = own.pop(0)
                row_id = self.present.pop(oldest)
                self.settle(connection, "DELETE", KEYS + row_id)
                self.absent.add(oldest)
            yield

    def settle(self, connection, method, target, body=None, name=None):
        """Sends it until it is done, or until it is surely not done. The answer; None when nothing was done. What has no
        name comes to the same when it is done twice."""
        headers = {} if name is None else {"Idempotency-Key": name}
        request = self._server.client().request(method, target, json=body, key=self._key, headers=headers)
        is_unknown, deadline = False, time.monotonic() + SETTLE_SECONDS_MAX
        while time.monotonic() < deadline:
            answer = connection.exchange(request)
            outcome = outcome_of(answer, method, is_unknown)
            self._note(outcome, answer)
            if outcome == "done":
                return answer
            if outcome == "wrong":
                return None
            time.sleep(0.02)  # As a client would, before it tries again.
            if outcome == "none" and not is_unknown and method != "DELETE":
                return None
            is_unknown = is_unknown or outcome == "unknown"
        self.problems.append(f"{method} was not settled within {SETTLE_SECONDS_MAX} s")
        return None

    def _note(self, outcome, answer):
        with self._guard:
            self.outcomes[outcome] += 1
            if outcome == "wrong":
                self.problems.append("an acknowledged row is lost" if answer.status == 404 else
                                     f"an answer that is none of the three: {answer.summary()}")
            self._guard.notify_all()


def outcome_of(answer, method, is_unknown):
    if answer is None:
        return "unknown"
    if answer.status == {"POST": 201, "PATCH": 200, "DELETE": 204}[method]:
        return "done"
    if answer.status == 404 and method == "DELETE" and is_unknown:
        return "done"  # The one of unknown outcome had done it.
    if answer.status == 503 and answer.json().get("outcome") in ("none", "unknown"):
        return answer.json()["outcome"]
    return "wrong"


class Reconnecting:
    """A connection that is made again when it was lost."""

    def __init__(self, server):
        self._server = server
        self._connection = None

    def exchange(self, request):
        """The answer; None when none came."""
        try:
            if self._connection is None:
                self._connection = self._server.client().connect()
            return self._connection.exchange(request)
        except (NoResponse, ConnectionError, socket.timeout):
            self._connection = None
            return None

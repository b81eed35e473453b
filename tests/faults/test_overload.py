"""More requests than the database can take: what does not fit is refused and was not done, and a key that sends
little is served beside one that floods. The disk is made slow, or PostgreSQL, so that a crowd is enough."""

import contextlib
import threading
import uuid

from harness import processes
from harness.client import Key
from harness.server import Server
from strace import Strace

SLOW_SYNC = "fdatasync:delay_enter=400000"
FLOOD = 700  # More than wait in the queue and run in a batch together.
RUNNING_AND_WAITING_MAX = 256 + 2 * 128
FEW = 5
ONE_LINE = {"TRADEWIND_FAULT": "one-line"}
LOCK_SECONDS = 1  # Less than a write may wait for a lock.
TRIES_MAX = 3


class Crowd:
    """Connections that each send one change of a contact and wait for the answer."""

    def __init__(self, server, key, size):
        self._client = server.client()
        self.emails = [f"{uuid.uuid4().hex}@example.org" for _ in range(size)]
        self._requests = [self._client.request("PATCH", f"/contacts/email/{email}", json={"_name": "Ada"}, key=key)
                          for email in self.emails]
        self._connections = [self._client.connect() for _ in range(size)]

    def send(self):
        for connection, request in zip(self._connections, self._requests):
            connection.send(request)

    def read(self):
        """The answers, in the order of the addresses."""
        answers = [connection.read(request) for connection, request in zip(self._connections, self._requests)]
        for connection in self._connections:
            connection.close()
        return answers


def start(env=None):
    return Server(folder=processes.make_folder(), env=env, owner="the overload tests",
                  arguments=["--limits-connections-per-address", "2000"])


def make_key(server):
    made = server.client().call("POST", "/admin/v1/api-keys/", key=server.admin_key,
                                json={"name": "few", "scopes": ["contact:write"]})
    assert made.status == 201, made.summary()
    return Key(made.json()["id"], made.json()["secret"])


def slow_disk(server):
    return Strace(server.process.pid, SLOW_SYNC)


@contextlib.contextmanager
def slow_postgres(postgres, database):
    """Nobody but one can touch the contacts for a while."""
    with contextlib.ExitStack() as held:
        held.enter_context(postgres.holding("BEGIN; LOCK TABLE contacts", database))
        release = threading.Timer(LOCK_SECONDS, held.close)
        release.start()
        yield
        release.join()


def overload(server, slowness):
    """(addresses and answers of a flood, answers of a few others that come after it), while the database is slow."""
    flood = Crowd(server, server.admin_key, FLOOD)
    few = Crowd(server, make_key(server), FEW)
    with slowness:
        flood.send()
        few.send()
        of_few, of_flood = few.read(), flood.read()
    return dict(zip(flood.emails, of_flood)), of_few


def check_flood(begin):
    """How many of the flood were refused. `begin` makes a server and what slows it; once more when others had to wait,
    which they have to when the machine stands still as well."""
    for _ in range(TRIES_MAX):
        shed, problem = flood(*begin())
        if problem is None:
            return shed
    raise AssertionError(problem)


def flood(server, slowness):
    """(how many of the flood were refused, what was wrong with that or None); every answer is true in any case."""
    answers, of_few = overload(server, slowness)
    shed = {email: answer for email, answer in answers.items() if answer.status == 503}
    assert {answer.status for answer in answers.values()} <= {200, 503}
    for answer in shed.values():
        assert answer.header("Retry-After") == "1" and answer.json()["outcome"] == "none"
    client, key = server.client(), server.admin_key
    for email in answers:
        found = client.call("GET", f"/contacts/email/{email}", key=key).status
        assert found == (404 if email in shed else 200), "an answer that is not true"
    afterwards = client.request("PATCH", f"/contacts/email/{answers.popitem()[0]}", json={}, key=key)
    assert client.raw(afterwards).status == 200, "it is not over"
    server.stop()
    if not FLOOD - RUNNING_AND_WAITING_MAX <= len(shed) < FLOOD:
        return len(shed), f"{len(shed)} were shed"
    if [answer.status for answer in of_few] != [200] * FEW:
        return len(shed), "a key that sends little is not served beside a flood"
    if "request failed" in server.log:
        return len(shed), "a line for each is one more load"
    return len(shed), None


def test_what_does_not_fit_is_refused_and_was_not_done(survived):
    def begin():
        server = start()
        return server, slow_disk(server)

    shed = check_flood(begin)
    survived("flood of writes", 1, FLOOD - shed + FEW, f"{shed} of {FLOOD} were shed")


def test_the_same_on_postgres(make_postgres, survived):
    postgres = make_postgres()

    def begin():
        database = postgres.make_database()
        return start(env={"TRADEWIND_DATABASE": postgres.address(database)}), slow_postgres(postgres, database)

    shed = check_flood(begin)
    survived("flood of writes on PostgreSQL", 1, FLOOD - shed + FEW, f"{shed} of {FLOOD} were shed")


def check_flood_is_noticed(server, slowness, kind, noticed):
    _, of_few = overload(server, slowness)
    server.stop()
    refused = sum(answer.status == 503 for answer in of_few)
    noticed(kind, "one line for all", f"{refused} of {FEW} were refused" if refused else None)
    assert refused > 0


def test_the_check_notices_a_queue_that_is_one_line_for_all(noticed):
    server = start(env=ONE_LINE)
    check_flood_is_noticed(server, slow_disk(server), "flood of writes", noticed)


def test_the_check_notices_the_same_on_postgres(make_postgres, noticed):
    postgres = make_postgres()
    database = postgres.make_database()
    server = start(env={"TRADEWIND_DATABASE": postgres.address(database), **ONE_LINE})
    check_flood_is_noticed(server, slow_postgres(postgres, database), "flood of writes on PostgreSQL", noticed)

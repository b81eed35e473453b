"""Two processes on one PostgreSQL database: clocks that disagree, and one that stands still while the other goes on."""

import json
import os
import signal
import time

import pytest

from harness import processes
from harness.imports import Imports, rows_of
from harness.server import Server
from jumping_clock import JumpingClock

HOUR_SECONDS = 3600
WRITES = 12
ROWS = 20_000
LEASE_SECONDS = 10
LEASES = 3
DONE_SECONDS_MAX = 300


@pytest.fixture
def start_on(make_postgres):
    """Starts servers on one database and one data folder; and asks the database."""
    postgres = make_postgres()
    database = postgres.make_database()
    folder = processes.make_folder()
    started = []

    def start(env=None):
        started.append(Server(folder=folder, owner="two processes",
                              env={"TRADEWIND_DATABASE": postgres.address(database), **(env or {})}))
        return started[-1]

    start.sql = lambda text: postgres.sql(text, database)
    yield start
    for server in started:
        server.stop()


def test_the_journal_of_a_contact_follows_the_commits_though_clocks_are_an_hour_apart(start_on, document):
    clock = JumpingClock()
    clock.set(HOUR_SECONDS)
    servers = [start_on(clock.env), start_on()]
    admin = servers[0].admin_key
    for number in range(WRITES):
        answer = servers[number % 2].client(document).call(
            "PATCH", "/contacts/email/ada@example.org", json={"_name": f"Ada {number}"}, key=admin)
        assert answer.status in (200, 201), answer.summary()
    told = start_on.sql("SELECT data FROM activities ORDER BY id").splitlines()
    names = [json.loads(line)["changes"]["_name"] for line in told]
    assert names == [f"Ada {number}" for number in range(WRITES)]
    assert start_on.sql("SELECT max(a.id) = max(c.last_number) FROM activities a, contacts c") == "t"


def until(is_true, seconds=DONE_SECONDS_MAX):
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, f"not true within {seconds} s"
        time.sleep(0.02)  # There is nothing to wait for but the time.


def test_a_process_that_stood_still_for_three_leases_writes_nothing_of_what_another_one_did(start_on, document):
    rows = [["_email", "_name"], *([f"c{number}@example.org", "Ada"] for number in range(ROWS))]
    still = start_on()
    admin = still.admin_key
    imports = Imports(still.client(document), admin)
    made = imports.upload(rows_of(*rows)).json()["id"]
    until(lambda: imports.get(made)["success"] > 0)
    os.kill(still.process.pid, signal.SIGSTOP)
    stopped_at = time.monotonic()
    try:
        imports = Imports(start_on().client(document), admin)
        assert imports.get(made)["status"] == "inProgress", "it was stopped too late to be noticed"
        until(lambda: imports.get(made)["status"] == "finished")
        time.sleep(max(0.0, stopped_at + LEASES * LEASE_SECONDS - time.monotonic()))
    finally:
        os.kill(still.process.pid, signal.SIGCONT)
    still.await_log("a lease went to another process")
    ended = imports.get(made)
    assert (ended["success"], ended["errors"]) == (ROWS, 0)
    assert start_on.sql("SELECT count(*) FROM contacts") == str(ROWS)
    assert start_on.sql("SELECT count(*) FROM activities") == str(ROWS)

"""One page of the database that makes no sense, or that the disk cannot read: nothing is written any more, whoever does
not need the page is served, and that stays so over restarts until the data was checked."""

import os
import signal
import sqlite3

import pytest

from harness import processes
from harness.contacts import Contacts, by_email, by_external_id, fresh_email
from harness.processes import run
from harness.server import Server

PAGE = 4096
BROKEN = 2  # The exit code.
CONTACTS = 400  # So many that a file has pages which nobody reads at a start.
FOUND_SECONDS_MAX = 30

pytestmark = pytest.mark.only_sqlite


class DamagedStore:
    """A store whose database file a test can spoil and mend."""

    def __init__(self, env=None):
        self._folder = processes.make_folder()
        self._env = env
        self.start()
        self.key = self.server.admin_key
        with Contacts(self.server.client(), self.key) as contacts:
            self.people = [contacts.patched(by_email(fresh_email()), {"_externalId": f"c{number}"})
                           for number in range(CONTACTS)]
        self.server.stop(signal.SIGINT)
        self.file = self.server.data / "tradewind.db"
        self._whole = self.file.read_bytes()
        # Which leaves no file of a log behind.
        connection = sqlite3.connect(f"file:{self.file}?immutable=1", uri=True)
        self._first_pages = dict(connection.execute("SELECT name, rootpage FROM sqlite_schema"))
        connection.close()

    def start(self):
        self.server = Server(folder=self._folder, env=self._env, owner="a damaged store", is_doomed=True)

    def spoil(self, table):
        """Overwrites the first page of a table."""
        number = self._first_pages[table]
        self.write(self._whole[:(number - 1) * PAGE] + b"\xff" * PAGE + self._whole[number * PAGE:])

    def mend(self):
        self.write(self._whole)

    def write(self, content):
        # In place: another file would be another database.
        with open(self.file, "r+b") as file:
            file.write(content)

    def call(self, method, path, **more):
        return self.server.client().call(method, path, key=self.key, **more)

    def read(self, by=0):
        """The first of the people, by e-mail or by external id."""
        return self.call("GET", by_external_id("c0") if by else by_email(self.people[0]["_email"]))

    def problem_with_writes(self):
        name = self.read().json().get("_name")
        answer = self.call("PATCH", by_email(self.people[0]["_email"]), json={"_name": "Eve"})
        if answer.status != 503 or answer.json()["outcome"] != "none":
            return f"a write was answered with {answer.summary()}"
        return None if self.read().json().get("_name") == name else "a refused write was done"

    def problem_with_readiness(self, table):
        answer = self.server.private_client().call("GET", "/readyz")
        database = answer.json()["components"]["database"]
        if answer.status != 503 or database["status"] != "damaged" or table not in database["detail"]:
            return f"readiness is told as {answer.summary()}"
        metrics = self.server.private_client().call("GET", "/metrics").body.decode()
        return None if "\ntradewind_database_damaged 1\n" in metrics else "the metric does not tell"

    def problem_with_damage(self, table):
        if self.read().status != 200:
            return "what is not damaged is not served"
        return self.problem_with_writes() or self.problem_with_readiness(table)

    def check(self):
        code, out, err = run("check", "--data", self.server.data)
        return code, out + err


def problem_with_a_spoiled_page(store):
    """The first thing found wrong, or None."""
    store.spoil("contact_external_ids")
    store.start()
    if store.problem_with_damage("contact_external_ids") is None:
        return "nobody met it, and all is refused"
    if (answer := store.read(by=1)).status != 503:
        return f"what cannot be read was answered with {answer.summary()}"
    if problem := store.problem_with_damage("contact_external_ids"):
        return problem
    store.server.stop(signal.SIGINT)
    store.start()
    if problem := store.problem_with_damage("contact_external_ids"):
        return f"after a restart: {problem}"
    store.server.kill()
    return None


def test_a_page_that_makes_no_sense_stops_all_writes_until_the_data_was_checked(survived):
    store = DamagedStore()
    assert problem_with_a_spoiled_page(store) is None
    code, text = store.check()
    assert code == 1 and "contact_external_ids" in text, text
    store.start()
    code, text = store.check()
    assert code == 1 and "contact_external_ids" in text, "beside the service, too"
    store.server.stop(signal.SIGINT)

    store.mend()
    store.start()
    assert store.problem_with_damage("contact_external_ids") is None, "nobody checked it yet"
    store.server.stop(signal.SIGINT)
    code, text = store.check()
    assert code == 0 and "is whole" in text, text
    store.start()
    assert store.read(by=1).status == 200
    assert store.call("PATCH", by_email(store.people[0]["_email"]), json={"_name": "Eve"}).status == 200
    assert store.server.private_client().call("GET", "/readyz").status == 200
    store.server.stop(signal.SIGINT)
    survived("a page that makes no sense", 1)


def test_a_damage_that_is_forgotten_is_noticed(noticed):
    store = DamagedStore(env={"TRADEWIND_FAULT": "forget-damage"})
    problem = problem_with_a_spoiled_page(store)
    store.server.kill()
    noticed("a page that makes no sense", "damage that is forgotten", problem)
    assert problem is not None and "a write was answered" in problem, problem


def test_damage_that_a_start_meets_is_no_reason_not_to_serve():
    store = DamagedStore()
    store.spoil("products")
    store.start()
    assert store.problem_with_damage("products") is None
    store.server.stop(signal.SIGINT)


def test_a_restored_backup_is_not_damaged():
    store = DamagedStore()
    backup = processes.make_folder() / "backup"
    assert run("backup", backup, "--data", store.server.data)[0] == 0
    store.spoil("products")
    store.start()
    assert store.problem_with_damage("products") is None
    store.server.stop(signal.SIGINT)
    restored = processes.make_folder()
    code, out, err = run("restore", backup, "--data", restored / "data", "--secret-key", store.server.data / "secret.key",
                         "--without-erasures")
    assert code == 0, out + err
    server = Server(folder=restored, owner="what was restored")
    assert server.client().call("PATCH", by_email(fresh_email()), json={}, key=store.key).status == 200
    server.stop(signal.SIGINT)


def store_that_met_a_page():
    """One whose service read a page that cannot be read: behind its end, a file that is mapped has such pages. When some
    work of its own looks at the length of the file first, it knows of the damage before that, and another one is tried."""
    for _ in range(5):
        store = DamagedStore()
        store.start()
        assert store.read().status == 200
        os.truncate(store.file, 8 * PAGE)
        try:
            for person in store.people:
                store.call("GET", by_email(person["_email"]))
        except (ConnectionError, AssertionError):
            return store
        store.server.kill()
    raise AssertionError("no service ever read behind the end of its file")


def test_a_page_that_the_disk_cannot_read_ends_the_service_once():
    store = store_that_met_a_page()
    assert store.server.process.wait(FOUND_SECONDS_MAX) == BROKEN
    store.server.kill()
    assert "a page of the database could not be read" in store.server.log

    store.spoil("contact_external_ids")
    store.start()
    # Nobody knows of which table that page was; but another thread may have met one of a table in the same moment.
    assert store.problem_with_damage("") is None
    assert store.read(by=1).status == 503 and store.read().status == 200, "once was enough"
    store.server.stop(signal.SIGINT)

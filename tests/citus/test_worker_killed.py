"""A worker killed under write load and started again: only honest outcomes, and nothing acknowledged is lost."""

import itertools
import os
import random
import time
import uuid

import pytest

from harness import citus, processes
from harness.contacts import by_email, fresh_email
from harness.custom_events import Integrations, receiving
from harness.server import Server
from harness.settling_load import Reconnecting, SettlingLoad

ROUNDS = 4
CONTACTS_PER_WRITER = 6
ACKNOWLEDGED_PER_ROUND = 60
KEYS_PER_ROUND = 10  # On every machine, in two phases.
DOWN_SECONDS_MAX = 2
ASKED = 20
SETTLED_SECONDS_MAX = 60
# Citus looks once a minute for what a lost worker left between PREPARE and COMMIT; nobody wants to wait for that here.
SETTINGS = ("citus.recover_2pc_interval=2s",)


class ContactLoad(SettlingLoad):
    """Contacts that are changed, with and without an Idempotency-Key, and events of theirs, none of which may be there
    twice."""

    def __init__(self, server, key):
        super().__init__(server, key)
        self._type = Integrations(server.client(), key).make_type(receiving())["id"]
        self.surnames, self.events = {}, {}

    def writes(self, connection):
        for number in itertools.count():
            if number % 60 == 0:  # Others now: whom the service does not know yet takes another way.
                people = [fresh_email() for _ in range(CONTACTS_PER_WRITER)]
            email = people[number % CONTACTS_PER_WRITER]
            name = [None, uuid.uuid4().hex][number // CONTACTS_PER_WRITER % 2]
            if self.settle(connection, "PATCH", by_email(email), {"_surname": str(number)}, name):
                self.surnames[email] = str(number)
            event = f"/custom-events/id/{self._type}", {"guest": email}, uuid.uuid4().hex
            if email in self.surnames and self.settle(connection, "POST", *event):
                self.events[email] = self.events.get(email, 0) + 1
            yield

    def statuses(self, method, body=None):
        """Of the same request about some of them."""
        client, connection = self._server.client(), Reconnecting(self._server)
        return {connection.exchange(client.request(method, by_email(email), json=body, key=self._key)).status
                for email in list(self.surnames)[-ASKED:]}

    def problem_in(self, cluster, database):
        """What was told and is not so, or None."""
        rows = cluster.sql("SELECT c.email, coalesce(c.surname, ''), count(a.id) FROM contacts c LEFT JOIN activities a "
                           "ON a.contact_id = c.id AND a.kind = 'custom-event' GROUP BY c.email, c.surname", database)
        found = {email: (surname, int(events)) for email, surname, events in
                 (line.split("|") for line in rows.splitlines())}
        told = {email: (self.surnames.get(email, ""), self.events.get(email, 0))
                for email in self.surnames.keys() | self.events.keys()}
        wrong = [f"{email} is {found.get(email)} and not {told.get(email)}" for email in found.keys() | told.keys()
                 if found.get(email) != told.get(email)]
        return self.problems[0] if self.problems else f"{len(wrong)} contacts, such as {wrong[0]}" if wrong else None


def await_nothing_prepared(cluster, database):
    deadline = time.monotonic() + SETTLED_SECONDS_MAX
    while any(node.sql("SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()", database) != "0"
              for node in cluster.nodes):
        assert time.monotonic() < deadline, "a commit in two phases is never finished"
        time.sleep(0.2)  # Citus does it by itself.


@pytest.fixture
def cluster():
    made = citus.Cluster(durable=True, settings=SETTINGS)
    yield made
    for node in made.nodes:
        node.remove()


def load_while_workers_die(cluster, server, chance):
    """The loads, and the statuses of reads and of changes while a worker was gone."""
    loads = [ContactLoad(server, server.admin_key), SettlingLoad(server, server.admin_key)]
    for load in loads:
        load.start()
    try:
        for number in range(ROUNDS):
            loads[0].await_acknowledgements(chance.randint(1, ACKNOWLEDGED_PER_ROUND))
            worker = cluster.workers[number % len(cluster.workers)]
            worker.kill()
            time.sleep(chance.uniform(0, DOWN_SECONDS_MAX))
            if number == ROUNDS - 1:
                statuses = [loads[0].statuses("GET"), loads[0].statuses("PATCH", {"_name": "Ada"})]
            worker.start()
            for load, more in zip(loads, (ACKNOWLEDGED_PER_ROUND, KEYS_PER_ROUND)):
                load.await_acknowledgements(more)
    finally:
        for load in loads:
            load.stop()
    return loads, statuses


def killed_under_load(cluster, say, fault=None):
    """The load of contacts, what is wrong with both loads, None when nothing is, and the statuses of reads and of changes
    while a worker was gone. The first start is sound."""
    seed = int(os.environ.get("FAULT_SEED", random.SystemRandom().randrange(10**9)))
    database, folder = cluster.make_database(), processes.make_folder()
    env = {"TRADEWIND_DATABASE": cluster.address(database)}
    server = Server(owner="the worker that is killed", folder=folder, env=env, is_doomed=True)
    if fault:
        server.stop()
        server = Server(owner="the worker that is killed", folder=folder, env=env | {"TRADEWIND_FAULT": fault},
                        is_doomed=True)
    (contacts, keys), statuses = load_while_workers_die(cluster, server, random.Random(seed))
    await_nothing_prepared(cluster, database)
    problems = [contacts.problem_in(cluster, database), keys.problem()]
    server.stop()
    say(f"\na worker killed {ROUNDS} times, {fault}: {dict(contacts.outcomes)} {dict(keys.outcomes)} (FAULT_SEED={seed})")
    return contacts, problems, statuses


@pytest.fixture
def say(capsys):
    def tell(text):
        with capsys.disabled():
            print(text)

    return tell


def test_nothing_that_was_acknowledged_is_lost(cluster, say):
    contacts, problems, statuses = killed_under_load(cluster, say)
    assert problems == [None, None]
    assert statuses == [{200, 503}] * 2, "those on the other worker go on, and no others"
    assert contacts.outcomes["none"] + contacts.outcomes["unknown"] > 0, "nobody noticed that a worker was gone"


def test_a_service_that_answers_before_it_commits_is_noticed(cluster, say):
    """The control."""
    _, problems, _ = killed_under_load(cluster, say, "answer-before-commit")
    say(str(problems))
    assert problems[0] is not None

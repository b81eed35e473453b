"""How many commands an operation sends to other machines of a cluster: few, and without a commit in two phases when it is
about one contact."""

import re
from urllib.parse import unquote

import pytest

from harness import citus
from harness.contacts import by_email, fresh_email
from harness.custom_events import Integrations, receiving
from harness.purchases import Shop
from harness.server import Server
from harness.workflows import Workflows, by_hand

LOGS = ("citus.log_remote_commands=on", "log_min_messages=notice", "logging_collector=on", "log_filename=node.log",
        "log_line_prefix=%p ")
COMMAND = re.compile(r"^(\d+) NOTICE:  issuing (.*)$", re.MULTILINE)
# The engine looks for work on the same connections: the least of some tries is what the operation itself sends.
TRIES = 5


class Counting:
    def __init__(self):
        self.cluster = citus.Cluster(settings=LOGS)
        address = self.cluster.address(self.cluster.make_database())
        self.server = Server(owner="the count of remote commands", env={"TRADEWIND_DATABASE": address})
        self.client, self.key = self.server.client(), self.server.admin_key

    def call(self, method, path, **more):
        answer = self.client.call(method, path, key=self.key, **more)
        assert answer.status < 300, answer.summary()
        return answer

    def commands_of(self, call, mark):
        """What the connection sent during the call that touched a shard whose name begins so."""
        tries = []
        for _ in range(TRIES):
            log = self.cluster.data / "log/node.log"
            before = log.stat().st_size
            call()
            by_process = {}
            for process, command in COMMAND.findall(log.read_bytes()[before:].decode(errors="replace")):
                by_process.setdefault(process, []).append(command)
            tries += [commands for commands in by_process.values() if any(f".{mark}_" in one for one in commands)]
        assert tries, f"nobody touched {mark}"
        return min(tries, key=len)


@pytest.fixture(scope="module")
def counting():
    made = Counting()
    yield made
    made.server.stop()
    made.cluster.remove()
    for worker in made.cluster.workers:
        worker.remove()


@pytest.fixture
def known(counting):
    path = by_email(fresh_email())
    counting.call("PATCH", path, json={"_name": "Ada"})
    return path


def is_in_two_phases(commands):
    return any("PREPARE TRANSACTION" in one for one in commands)


def test_a_contact_is_read_by_its_address(counting, known):
    """Whom the address names is remembered after the first time."""
    commands = counting.commands_of(lambda: counting.call("GET", known), "contacts")
    assert len(commands) == 1, commands


def test_a_contact_that_is_there_is_changed(counting, known):
    """BEGIN; the row, read and written; the activity; COMMIT."""
    values = iter("abcdefgh")
    commands = counting.commands_of(lambda: counting.call("PATCH", known, json={"_surname": next(values)}), "contacts")
    assert len(commands) <= 5 and not is_in_two_phases(commands), commands


def test_an_event_is_told(counting, known):
    """BEGIN; the row, locked and numbered at once; the activity; COMMIT."""
    kind = Integrations(counting.client, counting.key).make_type(receiving())
    body = {"guest": unquote(known.rpartition("/")[2])}
    commands = counting.commands_of(
        lambda: counting.call("POST", f"/custom-events/id/{kind['id']}", json=body), "contacts")
    assert len(commands) <= 4 and not is_in_two_phases(commands), commands


def test_a_run_takes_its_steps(counting, known):
    """Three nodes at once, four commands for each: BEGIN; the row, locked; what happened meanwhile; its change taken from
    the queue; the activity and the row; two steps; the run; its entry; its numbers; COMMIT."""
    workflows = Workflows(counting.client, counting.key)
    workflow = workflows.publish(by_hand({"kind": "set-field", "field": "_points", "add": 1}, {"kind": "stop"},
                                         reentry="always"))
    contact = counting.call("GET", known).json()
    commands = counting.commands_of(
        lambda: workflows.settled(workflow, workflows.started(workflow, contact)), "node_number_changes")
    assert len(commands) <= 12 and not is_in_two_phases(commands), commands


def test_a_purchase_takes_one_more_end_for_each_machine_that_it_writes_on(counting, known):
    """What it has of its own, its number, its contact and the sales of its product are on up to four machines; here on
    two at most."""
    shop = Shop(counting.client, counting.key)
    product, buyer = shop.product()["productId"], {"_email": unquote(known.rpartition("/")[2])}
    commands = counting.commands_of(
        lambda: counting.call("POST", "/purchases/", json=shop.order(buyer, product)), "purchases")
    assert len(commands) <= 15, commands
    assert sum("PREPARE TRANSACTION" in one for one in commands) <= len(counting.cluster.workers), commands


def test_whoever_is_new_takes_two_phases(counting):
    """The control: the look-up and the contact are on two machines, for some of these."""
    found = [counting.commands_of(lambda: counting.call("PATCH", by_email(fresh_email()), json={}), "contact_emails")
             for _ in range(3)]
    assert any(map(is_in_two_phases, found))

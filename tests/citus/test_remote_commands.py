"""How many commands an operation sends to other machines of a cluster: few, and without a commit in two phases when it is
about one contact."""

import itertools
import re
from urllib.parse import unquote

import pytest

from harness import citus
from harness.contacts import by_email, fresh_email
from harness.custom_events import Integrations, receiving
from harness.purchases import Shop
from harness.segments import Segments, until
from harness.server import Server
from harness.workflows import Workflows, by_hand

LOGS = ("citus.log_remote_commands=on", "log_min_messages=notice", "logging_collector=on", "log_filename=node.log",
        "log_line_prefix=%p ")
COMMAND = re.compile(r"^(\d+) NOTICE:  issuing (.*?)\n\1 DETAIL:  on server \S+:(\d+) ", re.MULTILINE | re.DOTALL)
WRITES = ("INSERT", "UPDATE", "DELETE", "SELECT public.contact_pair_")
# The engine looks for work on the same connections: the least of some tries is what the operation itself sends.
TRIES = 5
# That write, in a service.
CONNECTIONS = 16


class Counting:
    def __init__(self):
        self.cluster = citus.Cluster(settings=LOGS)
        address = self.cluster.address(self.cluster.make_database())
        self.server = Server(owner="the count of remote commands", env={"TRADEWIND_DATABASE": address})
        self.client, self.key = self.server.client(), self.server.admin_key
        self.calls = itertools.count()

    def call(self, method, path, **more):
        answer = self.client.call(method, path, key=self.key, **more)
        assert answer.status < 300, answer.summary()
        return answer

    def commands_of(self, call, mark):
        """What the connection sent during the call that touched a shard whose name begins so."""
        tries = [sent for _ in range(TRIES) for sent in self.sent_by(call, mark)]
        assert tries, f"nobody touched {mark}"
        return [command for command, _ in min(tries, key=len)]

    def sent_by(self, call, mark):
        """[(command, machine)] of each connection that touched such a shard."""
        log = self.cluster.data / "log/node.log"
        before = log.stat().st_size
        call()
        # What was logged before it is in the file when this is.
        end = f"the end of call {next(self.calls)}"
        self.cluster.sql(f"DO $do$ BEGIN RAISE LOG '{end}'; END $do$")
        text = until(lambda: log.read_bytes()[before:].decode(errors="replace"), lambda text: f"LOG:  {end}\n" in text)
        by_process = {}
        for process, command, port in COMMAND.findall(text):
            by_process.setdefault(process, []).append((command, port))
        return [sent for sent in by_process.values() if any(f".{mark}_" in command for command, _ in sent)]


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
    """BEGIN; the row, locked and read; the activity and the row in one; COMMIT."""
    values = iter("abcdefgh")
    commands = counting.commands_of(lambda: counting.call("PATCH", known, json={"_surname": next(values)}), "contacts")
    assert len(commands) <= 4 and not is_in_two_phases(commands), commands


def test_a_change_that_somebody_listens_to_takes_one_more(counting, known):
    segments = Segments(counting.client, counting.key)
    segments.built({"field": "_surname", "is": "equals", "value": "Lovelace"})
    values = iter("ijklmnop")
    commands = counting.commands_of(lambda: counting.call("PATCH", known, json={"_surname": next(values)}), "contact_pair")
    segments.tidy()
    assert len(commands) <= 5 and not is_in_two_phases(commands), commands


def test_a_change_is_sent_as_a_whole_however_often(counting, known):
    """From the sixth time on PostgreSQL may keep a plan for all values, and by such a plan it could not be."""
    log = counting.cluster.data / "log/node.log"
    before, changes = log.stat().st_size, 12 * CONNECTIONS
    for number in range(changes):
        counting.call("PATCH", known, json={"_surname": f"name {number}"})
    until(lambda: log.read_bytes()[before:].count(b"issuing SELECT public.contact_pair_"), lambda sent: sent >= changes)


def test_an_event_is_told(counting, known):
    """BEGIN; the row, locked and numbered at once; the activity; COMMIT."""
    kind = Integrations(counting.client, counting.key).make_type(receiving())
    body = {"guest": unquote(known.rpartition("/")[2])}
    commands = counting.commands_of(
        lambda: counting.call("POST", f"/custom-events/id/{kind['id']}", json=body), "contacts")
    assert len(commands) <= 4 and not is_in_two_phases(commands), commands


def test_a_run_takes_its_steps(counting, known):
    """Three nodes at once, four commands for each: BEGIN; the row, locked; what happened meanwhile; its change taken from
    the queue; the activity and the row in one; two steps; the run; its entry; its numbers; COMMIT."""
    workflows = Workflows(counting.client, counting.key)
    workflow = workflows.publish(by_hand({"kind": "set-field", "field": "_points", "add": 1}, {"kind": "stop"},
                                         reentry="always"))
    contact = counting.call("GET", known).json()
    commands = counting.commands_of(
        lambda: workflows.settled(workflow, workflows.started(workflow, contact)), "node_number_changes")
    assert len(commands) <= 11 and not is_in_two_phases(commands), commands


def test_a_purchase_takes_one_more_end_for_each_machine_that_it_writes_on(counting, known):
    """What it has of its own, its number, its contact and the sales of its product are on up to four machines; here on
    two at most."""
    shop = Shop(counting.client, counting.key)
    product, buyer = shop.product()["productId"], {"_email": unquote(known.rpartition("/")[2])}
    commands = counting.commands_of(
        lambda: counting.call("POST", "/purchases/", json=shop.order(buyer, product)), "purchases")
    assert len(commands) <= 14, commands
    assert sum("PREPARE TRANSACTION" in one for one in commands) <= len(counting.cluster.workers), commands


def test_what_is_written_on_several_machines_is_kept_on_all_of_them_or_on_none(counting):
    """Each of them prepares its commit; also where Citus does not see that it takes two phases, because a machine that is
    written on was read from before."""
    shop, whole = Shop(counting.client, counting.key), {"contact_emails": 0, "purchases": 0}

    def expect_whole(call, mark):
        for sent in counting.sent_by(call, mark):
            written = {machine for command, machine in sent if command.startswith(WRITES)}
            prepared = {machine for command, machine in sent if command.startswith("PREPARE TRANSACTION")}
            assert len(written) < 2 or prepared == written, "\n".join(f"{machine} {command}" for command, machine in sent)
            whole[mark] += len(written) > 1

    for _ in range(8 * TRIES):
        order = shop.order({"_email": fresh_email()}, shop.product()["productId"])
        expect_whole(lambda: counting.call("PATCH", by_email(order["contactEmail"]), json={"_name": "Ada"}),
                     "contact_emails")
        expect_whole(lambda: counting.call("POST", "/purchases/", json=order), "purchases")
    assert all(whole.values()), whole


def test_whoever_is_new_takes_two_phases(counting):
    """The control: the look-up and the contact are on two machines, for some of these."""
    found = [counting.commands_of(lambda: counting.call("PATCH", by_email(fresh_email()), json={}), "contact_emails")
             for _ in range(3)]
    assert any(map(is_in_two_phases, found))

"""Waiting until something changes, by one request whose answer is kept back."""

import select
from contextlib import ExitStack

import pytest

from harness.contacts import by_email, fresh_email
from harness.coupons import MANAGED as COUPON_SETS
from harness.coupons import WORKFLOWS
from harness.exports import Exports
from harness.imports import MANAGEMENT, Imports, rows_of
from harness.segments import COLLECTION as SEGMENTS
from harness.segments import UNKNOWN, Segments
from harness.server import Server
from harness.workflows import Workflows, waiting

LIVE = "/admin/v1/live"


class Watch:
    """One who waits, on a connection of its own."""

    def __init__(self, client, key, topics):
        self.client, self.key, self.topics = client, key, topics
        self.connection, self.request = client.connect(), None
        self.number = self.ask()["number"]

    def path(self, after=None):
        return f"{LIVE}?topics={self.topics}" + ("" if after is None else f"&after={after}")

    def ask(self, after=None):
        self.wait(after)
        return self.told()

    def wait(self, after=None):
        self.request = self.client.request("GET", self.path(after), key=self.key)
        self.connection.send(self.request)

    def told(self):
        answer = self.connection.read(self.request)
        assert answer.status == 200, answer.summary()
        return answer.json()


def first_answered(watches):
    """The first of those who wait to be answered."""
    readable, _, _ = select.select([one.connection.socket for one in watches], [], [], 30)
    return next(one for one in watches if one.connection.socket is readable[0])


@pytest.fixture
def watch(client, admin):
    with ExitStack() as stack:
        def make(topics):
            found = Watch(client, admin, topics)
            stack.callback(found.connection.close)
            return found
        yield make


class Store:
    """Things to look at, each with a change of it."""

    def __init__(self, client, key):
        self.client, self.key = client, key
        self.segments, self.workflows = Segments(client, key), Workflows(client, key)
        self.segment, self.contact = self.segments.make()["id"], self.segments.contact()
        self.workflow = self.workflows.publish(waiting())

    def call(self, method, path, **more):
        answer = self.client.call(method, path, key=self.key, **more)
        assert answer.status in (200, 201, 202, 204), answer.summary()
        return answer.json()

    def changes(self):
        return {
            "store": lambda: self.call("POST", WORKFLOWS, json={"name": "D", "definition": waiting()}),
            "workflows": lambda: self.call("PATCH", WORKFLOWS + self.workflow, json={"tags": ["x"]}),
            "segments": lambda: self.segments.make(),
            "events": lambda: self.segments.contact(),
            "incidents": lambda: self.call("POST", COUPON_SETS, json={"name": "Low", "type": "multiple", "alertThreshold": 5}),
            "imports": lambda: Imports(self.client, self.key, MANAGEMENT).upload(rows_of(("_email",), (fresh_email(),))),
            "exports": lambda: Exports(self.client, self.key).create(),
            f"workflow:{self.workflow}": lambda: self.workflows.started(self.workflow, self.contact),
            f"segment:{self.segment}": lambda: self.segments.added(self.segment, self.contact),
            f"contact:{self.contact['id']}": lambda: self.call(
                "PATCH", by_email(self.contact["_email"]), json={"_points": 7}),
        }


@pytest.mark.parametrize("number", range(10))
def test_a_change_is_told_to_whoever_waits_for_it(client, admin, watch, number):
    store = Store(client, admin)
    topic, change = list(store.changes().items())[number]
    one = watch(topic)
    one.wait(one.number)
    change()
    told = one.told()
    assert told["number"] != one.number and told["askAgainIn"] == 0
    store.workflows.tidy()
    store.segments.tidy()


def test_the_same_is_told_at_once_to_whoever_saw_something_else(watch):
    one = watch("store")
    assert one.ask() == one.ask(one.number + 1) == {"number": one.number, "askAgainIn": 0}


def test_topics_that_did_not_change_leave_others_waiting(client, admin, watch):
    segments = Segments(client, admin)
    quiet, loud = (segments.make()["id"] for _ in range(2))
    first, second = watch(f"segment:{quiet}"), watch(f"segment:{quiet},segment:{loud}")
    first.wait(first.number)
    second.wait(second.number)
    segments.added(loud, segments.contact())
    assert second.told()["number"] != second.number
    segments.added(quiet, segments.contact())
    assert first.told()["number"] != first.number
    segments.tidy()


def test_who_asks_again_for_the_same_takes_the_place_of_the_one_before(watch):
    both = [watch(f"contact:{UNKNOWN}") for _ in range(2)]
    for one in both:
        one.wait(one.number)
    replaced = first_answered(both)
    assert replaced.told() == {"number": replaced.number, "askAgainIn": 20}
    replaced.wait(replaced.number)
    both.remove(replaced)
    assert both[0].told() == {"number": both[0].number, "askAgainIn": 20}


@pytest.mark.parametrize("query, paths", [
    ("topics=", ["/topics"]), ("topics=everything", ["/topics"]), ("topics=,store", ["/topics"]),
    ("topics=store:x", ["/topics"]), ("topics=segment", ["/topics"]), ("topics=segment:x", ["/topics"]),
    ("topics=" + ",".join(["store"] * 11), ["/topics"]), ("topics=store&after=x", ["/after"]),
    ("topics=x&after=1.5", ["/topics", "/after"]),
])
def test_what_cannot_be_followed_is_refused(client, admin, query, paths):
    answer = client.call("GET", f"{LIVE}?{query}", key=admin)
    assert answer.status == 422 and answer.problem_paths == paths, answer.summary()


def test_each_topic_needs_its_scope(client, make_key):
    key = make_key(["store:read", "segment:read"])
    assert client.call("GET", f"{LIVE}?topics=store,segments", key=key).status == 200
    answer = client.call("GET", f"{LIVE}?topics=segments,imports", key=key)
    assert answer.status == 403 and "import:read" in answer.json()["detail"]


@pytest.fixture
def own_server():
    found = Server(owner="test_live.py")
    yield found
    found.stop()


def test_whoever_waits_is_answered_when_the_service_stops(own_server, document):
    one = Watch(own_server.client(document), own_server.admin_key, "store")
    one.wait(one.number)
    own_server.await_log("listening")
    own_server.ask_to_end()
    assert one.told() == {"number": one.number, "askAgainIn": 20}
    one.connection.close()
    own_server.await_end()


def test_only_so_many_wait(own_server, document):
    watches = [Watch(own_server.client(document), own_server.admin_key, f"contact:{number:024x}") for number in range(201)]
    for one in watches:
        one.wait(one.number)
    unheld = first_answered(watches)
    assert unheld.told() == {"number": unheld.number, "askAgainIn": 20}
    for one in watches:
        one.connection.close()

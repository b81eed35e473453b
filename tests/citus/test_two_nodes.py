"""Two processes, each with a node of its own: every node plans what is about one contact."""

import threading
import time

import pytest

from harness import postgres, processes
from harness.backups import outside_of
from harness.contacts import Contacts, by_email, fresh_email
from harness.custom_events import Integrations, receiving
from harness.segments import Segments
from harness.server import Server, StartRefused


HAS_NAME = {"field": "_name", "is": "equals", "value": "Ada"}
# As a process that writes has it open.
OPEN_WRITE = "SELECT pg_advisory_lock_shared(x'7472616465776e77'::bigint); BEGIN; SELECT 1"
# A build begins within less, if nobody holds it up.
HELD_SECONDS = 3
# Between two contacts of a writer.
PAUSE_SECONDS = 0.02
JOIN_SECONDS_MAX = 60


def server_on(node, database, folder):
    return Server(folder=folder, owner="two nodes", env={"TRADEWIND_DATABASE": node.address(database)})


@pytest.fixture
def database():
    cluster = postgres.shared()
    name = cluster.make_database()
    yield name
    cluster.retire_database(name)


@pytest.fixture
def pair(database):
    """One on the coordinator, one on a worker."""
    folder = processes.make_folder()
    servers = [server_on(node, database, folder) for node in postgres.shared().nodes[:2]]
    yield servers
    for server in servers:
        server.stop()


def test_what_is_done_through_a_worker_is_seen_through_the_coordinator_and_back(pair):
    key = pair[0].admin_key
    on_coordinator, on_worker = (Contacts(server.client(), key) for server in pair)
    for first, second in ((on_coordinator, on_worker), (on_worker, on_coordinator)):
        path = by_email(fresh_email())
        first.patched(path, {"_name": "Ada"})
        changed = second.patched(path, {"_surname": "Lovelace"})
        assert first.read(path) == changed and changed["_name"] == "Ada"


def test_many_changes_through_a_worker_are_all_kept(pair):
    """Of contacts on that worker and on others, and more than PostgreSQL plans one by one."""
    key = pair[0].admin_key
    on_coordinator, on_worker = (Contacts(server.client(), key) for server in pair)
    paths, changes = [by_email(fresh_email()) for _ in range(8)], 30
    for path in paths:
        on_worker.patched(path, {})
    for number in range(changes):
        for path in paths:
            on_worker.patched(path, {"_surname": f"name {number}"})
    for path in paths:
        found = on_coordinator.read(path)
        told = pair[0].client().call("GET", f"/admin/v1/contacts/{found['id']}/activities/?pageSize=100", key=key).json()
        assert found["_surname"] == f"name {changes - 1}" and len(told["results"]) == changes + 1


def test_an_event_comes_through_a_worker(pair):
    key, email = pair[0].admin_key, fresh_email()
    kind = Integrations(pair[1].client(), key).make_type(receiving())["id"]
    contact = Contacts(pair[1].client(), key).patched(by_email(email), {})
    told = pair[1].client().call("POST", f"/custom-events/id/{kind}", key=key, json={"guest": email})
    assert told.status == 201, told.summary()
    timeline = pair[0].client().call("GET", f"/admin/v1/contacts/{contact['id']}/activities/", key=key)
    assert [one["kind"] for one in timeline.json()["results"]] == ["custom-event", "contact-created"]


def test_all_nodes_are_one_database(pair):
    """A process that comes by another node is not taken for one that serves a copy, and is not on hold."""
    assert [outside_of(server)[0] for server in pair] == ["ok", "ok"]


def test_a_worker_that_has_not_all_tables_is_refused():
    cluster, folder = postgres.shared(), processes.make_folder()
    database = cluster.make_empty_database()
    with pytest.raises(StartRefused, match="does not have all tables of this version yet"):
        server_on(cluster.workers[0], database, folder)
    assert cluster.workers[0].sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", database) == "0"
    # The coordinator may serve them alone.
    server_on(cluster, database, folder).stop()
    with pytest.raises(StartRefused, match="does not have all tables of this version yet"):
        server_on(cluster.workers[0], database, folder)


def test_a_write_that_is_open_on_a_worker_holds_up_a_new_segment(pair, database):
    """It may follow the definitions of before, and so wake nobody for the segment."""
    segments = Segments(pair[0].client(), pair[0].admin_key)
    with postgres.shared().workers[0].holding(OPEN_WRITE, database):
        made = segments.make_dynamic(HAS_NAME)
        time.sleep(HELD_SECONDS)
        assert segments.read(made["id"])["build"]["state"] == "queued"
    assert segments.await_build(made["id"])["build"]["state"] == "ready"


def test_a_segment_that_is_built_while_both_nodes_write_misses_nobody(pair):
    key, done = pair[0].admin_key, threading.Event()
    segments = Segments(pair[0].client(), key)
    written = []

    def write(server):
        contacts = Contacts(server.client(), key)
        while not done.is_set():
            written.append(contacts.patched(by_email(fresh_email()), {"_name": "Ada"}))
            time.sleep(PAUSE_SECONDS)

    writers = [threading.Thread(target=write, args=(server,)) for server in pair for _ in range(2)]
    for writer in writers:
        writer.start()
    try:
        made = [segments.built(HAS_NAME, name=f"Named {number}")["id"] for number in range(3)]
    finally:
        done.set()
        for writer in writers:
            writer.join(JOIN_SECONDS_MAX)
    assert written
    for each in made:
        segments.await_members(each, written)

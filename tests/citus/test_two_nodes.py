"""Two processes, each with a node of its own: every node plans what is about one contact."""

import pytest

from harness import postgres, processes
from harness.backups import outside_of
from harness.contacts import Contacts, by_email, fresh_email
from harness.custom_events import Integrations, receiving
from harness.server import Server


@pytest.fixture
def pair():
    """One on the coordinator, one on a worker."""
    cluster, folder = postgres.shared(), processes.make_folder()
    database = cluster.make_database()
    servers = [Server(folder=folder, owner="two nodes", env={"TRADEWIND_DATABASE": node.address(database)})
               for node in cluster.nodes[:2]]
    yield servers
    for server in servers:
        server.stop()
    cluster.retire_database(database)


def test_what_is_done_through_a_worker_is_seen_through_the_coordinator_and_back(pair):
    key = pair[0].admin_key
    on_coordinator, on_worker = (Contacts(server.client(), key) for server in pair)
    for first, second in ((on_coordinator, on_worker), (on_worker, on_coordinator)):
        path = by_email(fresh_email())
        first.patched(path, {"_name": "Ada"})
        changed = second.patched(path, {"_surname": "Lovelace"})
        assert first.read(path) == changed and changed["_name"] == "Ada"


def test_an_event_comes_through_a_worker(pair):
    key, email = pair[0].admin_key, fresh_email()
    kind = Integrations(pair[1].client(), key).make_type(receiving())["id"]
    contact = Contacts(pair[1].client(), key).patched(by_email(email), {})
    told = pair[1].client().call("POST", f"/custom-events/id/{kind}", key=key, json={"guest": email})
    assert told.status == 201, told.summary()
    timeline = pair[0].client().call("GET", f"/admin/v1/contacts/{contact['id']}/activities/", key=key)
    assert [one["kind"] for one in timeline.json()["results"]] == ["custom-event", "contact-created"]


def test_whoever_starts_on_another_node_is_on_hold(pair):
    """To the service it is another database, which may be a copy."""
    assert outside_of(pair[0])[0] == "on hold" or outside_of(pair[1])[0] == "on hold"

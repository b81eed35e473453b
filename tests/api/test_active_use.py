"""Who may start no workflow changes nothing that an active one acts by."""

import pytest

from harness.contacts import Contacts, by_email, fresh_email
from harness.people import add_person, first_owner
from harness.segments import until
from harness.server import Server
from harness.workflows import Workflows, chain

SEGMENTS = "/admin/v1/segments/"


@pytest.fixture(scope="module")
def server():
    return Server(owner="test_active_use.py")


@pytest.fixture(scope="module")
def author(server, document):
    return add_person(first_owner(server, document), "author@shop.example", "author", document)


@pytest.fixture
def workflows(client, admin):
    return Workflows(client, admin)


def points(least):
    return {"field": "_points", "is": "atLeast", "value": least}


def make_segment(client, admin, **body):
    made = client.call("POST", SEGMENTS, json={"name": "S", "kind": "dynamic", **body}, key=admin)
    assert made.status == 201, made.summary()
    if "filter" in body:
        await_build(client, admin, SEGMENTS + made.json()["id"])
    return made.json()["id"]


def await_build(client, admin, path):
    until(lambda: client.call("GET", path, key=admin).json()["build"]["state"], lambda state: state == "ready")


def act_on(workflows, segment):
    made = workflows.draw(chain({"kind": "start"}, {"kind": "on-segment-entered", "segment": segment},
                                {"kind": "wait", "period": "P1D"}, {"kind": "stop"}))
    workflows.done(made, "publish")
    return made


def is_refused(answer):
    return answer.status == 403 and "workflow:run" in answer.json()["detail"] and '"W" is active' in answer.json()["detail"]


def test_a_filter_stays_while_a_workflow_acts_by_it(client, admin, author, workflows):
    segment = make_segment(client, admin, filter=points(100))
    path = SEGMENTS + segment
    assert author.call("PATCH", path, json={"filter": points(101)}).status == 200, "nothing uses it"
    await_build(client, admin, path)
    active = act_on(workflows, segment)
    assert is_refused(author.call("PATCH", path, json={"filter": points(1)}))
    assert client.call("GET", path, key=admin).json()["filter"] == points(101)
    assert author.call("PATCH", path, json={"filter": points(101), "name": "Other"}).status == 200, "it stays the same"
    assert client.call("PATCH", path, json={"filter": points(2)}, key=admin).status == 200, "who may run may"
    workflows.done(active, "finish")
    assert author.call("PATCH", path, json={"filter": points(3)}).status == 200


def test_a_filter_that_the_filter_names_stays_too(client, admin, author, workflows):
    inner = make_segment(client, admin, filter=points(7))
    outer = make_segment(client, admin, filter={"all": [{"segment": inner}, points(1)]})
    active = act_on(workflows, outer)
    assert is_refused(author.call("PATCH", SEGMENTS + inner, json={"filter": points(8)}))
    workflows.done(active, "finish")
    assert author.call("PATCH", SEGMENTS + inner, json={"filter": points(8)}).status == 200


def test_nobody_is_put_into_it_or_taken_out(client, admin, author, workflows):
    segment = make_segment(client, admin, kind="static")
    with Contacts(client, admin) as people:
        contact = people.patched(by_email(fresh_email()), {})
    body = {"contacts": [{"id": contact["id"]}]}
    members = f"{SEGMENTS}{segment}/members/"
    assert author.call("POST", members, json=body).status == 200
    active = act_on(workflows, segment)
    assert is_refused(author.call("POST", members, json=body))
    assert is_refused(author.call("POST", members + "remove", json=body))
    assert is_refused(author.call("DELETE", members + contact["id"]))
    listed = client.call("GET", members, key=admin).json()["results"]
    assert [each["contact"]["id"] for each in listed] == [contact["id"]]
    workflows.done(active, "finish")
    assert author.call("POST", members + "remove", json=body).json()["outcomes"][0]["outcome"] == "removed"

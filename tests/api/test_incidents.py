"""Somebody is told of what goes wrong by itself, once for each incident and hour."""

import json

import pytest

from harness.coupons import WORKFLOWS
from harness.custom_events import receiving
from harness.segments import UNKNOWN
from harness.turned_shop import TurnedShop
from harness.web_receiver import WebReceiver
from harness.workflows import by_hand

STORE = "/admin/v1/store"


@pytest.fixture
def shop(document):
    found = TurnedShop("test_incidents.py", document)
    yield found
    found.close()


@pytest.fixture
def desk():
    found = WebReceiver()
    yield found
    found.close()


def tell(shop, desk):
    """The incidents of the shop are told to the desk. The id of the type by which they are."""
    teller = shop.integrations.make_type({"name": "Incident", "category": "send", "webhookUrl": desk.url, "fields": []})["id"]
    assert shop.done("PATCH", STORE, {"incidentEventTypeId": teller})["incidentEventTypeId"] == teller
    return teller


def told(desk):
    return [json.loads(one.body)["data"] for one in desk.received]


def start(shop, workflow):
    contact = shop.shop.contact()
    shop.done("POST", f"{WORKFLOWS}{workflow}/runs/", {"contactId": contact["id"]})
    return contact


def misfit(shop):
    """A workflow whose first node fails for everybody."""
    return shop.publish(by_hand({"kind": "set-field", "field": "_points", "template": "{{ contact._email }}"}, {"kind": "stop"}))


def test_a_run_that_fails_is_told_once_in_an_hour(shop, desk):
    teller, workflow = tell(shop, desk), misfit(shop)
    for _ in range(3):
        shop.await_runs(start(shop, workflow), workflow, "finished")
    desk.await_count(1)
    shop.turn(hours=1)
    shop.await_runs(start(shop, workflow), workflow, "finished")
    desk.await_count(2)
    first, second = told(desk)
    assert first == second == {"fields": {"incident": "run-failed", "subject": workflow, "place": "n1",
                                          "text": "A run of a workflow failed at the node n1: template failed."}}
    assert json.loads(desk.received[0].body)["type"] == "Incident" and desk.received[0].headers["webhook-signature"]
    listed = shop.done("GET", f"/admin/v1/deliveries/?eventTypeId={teller}")["results"]
    assert [one["node"] for one in listed] == ["incident:run-failed/n1"] * 2
    assert all("contactId" not in one and "runId" not in one and "workflowId" not in one for one in listed)


def test_a_receiver_that_wants_no_more_calls_is_told(shop, desk):
    tell(shop, desk)
    shop.receiver.answer = shop.receiver.status(410)
    gone = shop.calls_type(name="Offer")
    workflow = shop.publish(by_hand({"kind": "send-event", "eventTypeId": gone, "fields": {"what": "x"}}))
    start(shop, workflow)
    desk.await_count(1)
    assert told(desk) == [{"fields": {
        "incident": "calls-stopped", "subject": gone,
        "text": "The receiver of the event type Offer wants no more calls. Its calls are dead until somebody has one tried again."}}]


def test_nobody_is_told_where_nobody_is_to_be(shop, desk):
    teller, workflow = tell(shop, desk), misfit(shop)
    assert "incidentEventTypeId" not in shop.done("PATCH", STORE, {"incidentEventTypeId": None})
    shop.await_runs(start(shop, workflow), workflow, "finished")
    shop.done("PATCH", STORE, {"incidentEventTypeId": teller})
    [integration] = [one["id"] for one in shop.done("GET", "/custom-integrations/")["results"]
                     if shop.call("DELETE", f"/custom-integrations/{one['id']}/custom-event-types/{teller}").status == 204]
    assert "incidentEventTypeId" not in shop.done("GET", STORE)
    shop.turn(hours=1)
    shop.await_runs(start(shop, workflow), workflow, "finished")
    assert desk.received == [] and integration


def test_a_trial_tells_nobody(shop, desk):
    tell(shop, desk)
    made = shop.done("POST", WORKFLOWS, {"name": "W", "definition": by_hand(
        {"kind": "set-field", "field": "_points", "template": "{{ contact._email }}"}, {"kind": "stop"})})
    contact = shop.shop.contact()
    shop.done("POST", f"{WORKFLOWS}{made['id']}/trial", {"contactId": contact["id"], "testAddress": desk.url})
    shop.await_runs(contact, made["id"], "finished")
    assert desk.received == []


def test_only_a_type_that_sends_can_tell(shop):
    hears = shop.integrations.make_type(receiving())["id"]
    for id in (UNKNOWN, hears, "x", 1):
        refused = shop.call("PATCH", STORE, json={"incidentEventTypeId": id})
        assert refused.status == 422 and refused.problem_paths == ["/incidentEventTypeId"], refused.summary()
    assert "incidentEventTypeId" not in shop.call("GET", "/store/").json()

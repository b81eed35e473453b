"""A draft is tried out on one contact: "try it on me"."""

import json

import pytest

from harness.coupons import WORKFLOWS
from harness.custom_events import receiving
from harness.segments import UNKNOWN, until
from harness.turned_shop import TurnedShop
from harness.web_receiver import WebReceiver
from harness.workflows import chain, graph


@pytest.fixture(scope="module")
def _shops():
    found = []
    yield found
    for shop in found:
        shop.close()


@pytest.fixture
def shop(_shops, document):
    if not _shops:
        _shops.append(TurnedShop("test_workflow_trial.py", document))
    return _shops[0]


def draft(shop, definition):
    made = shop.done("POST", WORKFLOWS, {"name": "Tried", "definition": definition})
    return made["id"]


def greeting(shop):
    carts = shop.integrations.make_type(receiving({"id": "total", "name": "Total", "type": "integer"}))["id"]
    return graph([{"id": "begin", "kind": "start"}, {"id": "cart", "kind": "on-event", "event": carts},
                  {"id": "days", "kind": "wait", "period": "P3D"},
                  {"id": "tell", "kind": "send-event", "eventTypeId": shop.calls_type(webhookHeaders=[
                      {"name": "X-Key", "value": "hidden"}]), "fields": {"what": "total {{ event.total }}"}}],
                 ["begin cart", "cart days", "days tell"])


def test_a_draft_is_tried_out(shop):
    contact, desk = shop.shop.contact(), WebReceiver()
    workflow = draft(shop, greeting(shop))
    run = shop.done("POST", f"{WORKFLOWS}{workflow}/trial",
                    {"contactId": contact["id"], "testAddress": desk.url, "values": {"total": 60}})
    assert run["isTrial"] is True and "version" not in run and run["contactId"] == contact["id"]
    path = f"{WORKFLOWS}{workflow}/runs/{run['id']}"
    until(lambda: shop.done("GET", path)["node"], lambda node: node == "days")
    shop.turn(seconds=5)
    until(lambda: shop.done("GET", path)["state"], lambda state: state == "ended")
    [received] = desk.received
    assert json.loads(received.body)["data"]["fields"] == {"what": "total 60"}
    assert "X-Key" not in received.headers and received.headers["webhook-signature"]
    assert shop.told_of(contact) == [], "nobody else was called"
    assert [step["node"] for step in shop.done("GET", path)["steps"]][-1] == "tell"
    numbers = shop.done("GET", f"{WORKFLOWS}{workflow}/numbers")["nodes"]
    assert all(node["entered"] == node["waiting"] == 0 for node in numbers.values())
    assert shop.done("GET", WORKFLOWS + workflow)["status"] == "draft"
    desk.close()


def test_what_cannot_be_tried_out(shop):
    contact = shop.shop.contact()
    workflow = draft(shop, greeting(shop))
    wanted = {"contactId": contact["id"], "testAddress": "http://127.0.0.1:1/"}
    path = f"{WORKFLOWS}{workflow}/trial"
    assert shop.call("POST", path, body=b"{").status == 400
    refused = shop.call("POST", path, json={"values": 1})
    assert [one["path"] for one in refused.json()["validationErrors"]] == ["/contactId", "/testAddress", "/values"]
    assert refused.status == 422
    for address in ("ftp://shop.example/", "nonsense", "http://user@127.0.0.1/"):
        assert shop.call("POST", path, json={**wanted, "testAddress": address}).status == 422, address
    assert shop.call("POST", path, json={**wanted, "contactId": UNKNOWN}).status == 404
    assert shop.call("POST", f"{WORKFLOWS}{UNKNOWN}/trial", json=wanted).status == 404
    assert shop.call("POST", f"{WORKFLOWS}nobody/trial", json=wanted).status == 400
    half = draft(shop, chain({"kind": "start"}, {"kind": "check"}))
    answer = shop.call("POST", f"{WORKFLOWS}{half}/trial", json=wanted)
    assert answer.status == 422 and answer.json()["validationErrors"][0]["path"] == "/definition/nodes/1/filter"
    shop.done("POST", f"/admin/v1/contacts/{contact['id']}/hold", {"reason": "A complaint"})
    assert shop.call("POST", path, json=wanted).status == 409

"""What uses a contact field, an event type or a coupon set: segments, drafts and versions of workflows, reports."""

import json

import pytest

from harness.contacts import Contacts, options
from harness.coupons import MANAGED as COUPON_SETS
from harness.coupons import WORKFLOWS, Coupons
from harness.custom_events import Integrations, receiving
from harness.reports import Reports
from harness.segments import UNKNOWN, Segments
from harness.workflows import Workflows, by_hand, chain, waiting

FIELDS, EVENT_TYPES = "/admin/v1/contact-fields/", "/admin/v1/custom-event-types/"


class Shop:
    """One of each maker; what they make goes away, users first."""

    def __init__(self, client, admin):
        self.segments, self.workflows = Segments(client, admin), Workflows(client, admin)
        self.coupons, self.integrations = Coupons(client, admin), Integrations(client, admin)
        self.contacts, self.reports = Contacts(client, admin), Reports(client, admin)
        self.client, self.key = client, admin

    def users(self, path):
        answer = self.client.call("GET", path + "/used-by", key=self.key)
        assert answer.status == 200, answer.summary()
        return answer.json()["results"]

    def save(self, workflow_id, definition):
        answer = self.workflows.call("PATCH", WORKFLOWS + workflow_id, json={"definition": definition})
        assert answer.status == 200, answer.summary()

    def tidy(self):
        self.segments.tidy()
        self.reports.__exit__()
        self.workflows.tidy()
        self.coupons.tidy()
        self.integrations.tidy()
        self.contacts.__exit__()


@pytest.fixture
def shop(client, admin):
    found = Shop(client, admin)
    yield found
    found.tidy()


def workflow(workflow_id, is_in_draft, *versions):
    return {"kind": "workflow", "id": workflow_id, "name": "W", "isInDraft": is_in_draft, "versions": list(versions)}


def test_everything_that_names_a_field_is_told_newest_first(shop):
    field = shop.contacts.make_field("radio", options=options("s", "m"))
    path = FIELDS + field
    assert shop.users(path) == []
    condition = {"field": field, "is": "in", "values": ["s"]}
    segment = shop.segments.built(condition, name="Small")
    draft = shop.workflows.draw(by_hand({"kind": "check", "filter": condition}))
    grouped = shop.reports.make(groupings=[field])
    named = shop.reports.make(groupings=[f"contact.{field}"])
    filtered = shop.reports.make(filters={"contactFields": [{"fieldId": field, "values": ["s"]}]})
    shop.reports.make(groupings=["date"])
    shop.segments.make()
    report = lambda one: {"kind": "report", "id": one["id"], "name": one["name"]}
    assert shop.users(path) == [
        report(filtered), report(named), report(grouped), workflow(draft, True),
        {"kind": "segment", "id": segment["id"], "name": "Small"}]


def test_drafts_and_versions_at_work_are_told_apart(shop):
    kind = shop.integrations.make_type(receiving())
    path = EVENT_TYPES + kind["id"]
    definition = chain({"kind": "start"}, {"kind": "on-event", "event": kind["alias"]}, {"kind": "wait", "period": "P1D"})
    made = shop.workflows.draw(definition)
    assert shop.users(path) == [workflow(made, True)]
    shop.workflows.done(made, "publish")
    assert shop.users(path) == [workflow(made, True, 1)]
    person = shop.segments.contact()
    shop.workflows.started(made, person)
    shop.save(made, waiting())
    assert shop.users(path) == [workflow(made, False, 1)]
    shop.workflows.done(made, "publish")
    assert shop.users(path) == [workflow(made, False, 1)], "somebody is still in the first version"
    by_id = chain({"kind": "start"}, {"kind": "on-event", "event": kind["id"].upper()}, {"kind": "stop"})
    shop.save(made, by_id)
    assert shop.users(path) == [workflow(made, True, 1)]
    shop.workflows.done(made, "finish")
    assert shop.users(path) == [], "a finished one uses nothing"


def test_a_draft_that_is_tried_out_is_no_version(shop):
    kind = shop.integrations.make_type(receiving())
    made = shop.workflows.draw(chain({"kind": "start"}, {"kind": "on-event", "event": kind["alias"]},
                                     {"kind": "wait", "period": "P1D"}))
    tried = shop.workflows.call("POST", f"{WORKFLOWS}{made}/trial", json={
        "contactId": shop.segments.contact()["id"], "testAddress": "https://try.example/"})
    assert tried.status == 201, tried.summary()
    assert shop.users(EVENT_TYPES + kind["id"]) == [workflow(made, True)]


def test_reports_name_event_types(shop):
    kind = shop.integrations.make_type(receiving())
    report = shop.reports.make(category="custom-events", metrics=["numberOfActivities"],
                               filters={"eventTypeId": kind["id"]})
    assert shop.users(EVENT_TYPES + kind["id"]) == [{"kind": "report", "id": report["id"], "name": report["name"]}]


def test_what_names_a_coupon_set_is_told(shop):
    one, other = shop.coupons.make(["A-1"]), shop.coupons.make(["B-1"])
    draft = shop.workflows.draw(by_hand({"kind": "assign-coupon", "couponSetId": one["id"]}))
    assert shop.users(COUPON_SETS + one["id"]) == [workflow(draft, True)]
    assert shop.users(COUPON_SETS + other["id"]) == []
    shop.workflows.done(draft, "publish")
    assert shop.users(COUPON_SETS + one["id"]) == [workflow(draft, True, 1)]


def test_a_text_that_looks_like_it_names_nothing(shop):
    field = shop.contacts.make_field("text")
    shop.workflows.draw(by_hand({"kind": "set-field", "field": "_name", "value": field}, {"kind": "stop"}))
    shop.segments.built({"field": "_name", "is": "equals", "value": field})
    assert shop.users(FIELDS + field) == []


@pytest.mark.parametrize("node", [
    {"kind": "set-field", "field": "_name", "template": "{{ contact.FIELD }}"},
    {"kind": "set-field", "field": "_name", "path": "contact.FIELD"},
    {"kind": "check", "filter": {"path": "contact.FIELD", "is": "isSet"}},
])
def test_a_field_that_a_template_or_a_path_reads_stays_while_the_workflow_runs(shop, client, admin, node):
    field = shop.contacts.make_field("text")
    running = shop.workflows.publish(by_hand(json.loads(json.dumps(node).replace("FIELD", field))))
    assert shop.users(FIELDS + field) == [workflow(running, True, 1)]
    refused = client.call("DELETE", f"/contact-fields/{field}", key=admin)
    assert refused.status == 409, refused.summary()
    person = shop.segments.contact()
    assert shop.workflows.settled(running, shop.workflows.started(running, person))["state"] == "ended"


def test_a_page_holds_what_it_is_asked_for_and_leads_on(shop, client, admin):
    field = shop.contacts.make_field("radio", options=options("s"))
    made = [shop.reports.make(groupings=[field])["id"] for _ in range(5)]
    path, found = f"{FIELDS}{field}/used-by?pageSize=2", []
    while path:
        answer = client.call("GET", path, key=admin)
        assert answer.status == 200 and len(answer.json()["results"]) <= 2
        found += [one["id"] for one in answer.json()["results"]]
        following = answer.json()["links"].get("next")
        path = following and "/admin" + following.partition("/admin")[2]
    assert found == made[::-1]


@pytest.mark.parametrize("path, status", [
    (f"{FIELDS}nothing/used-by", 404), (f"{FIELDS}_points/used-by", 404), (f"{FIELDS}_points/used-by?pageSize=0", 422),
    (f"{EVENT_TYPES}x/used-by", 400), (f"{EVENT_TYPES}{UNKNOWN}/used-by", 404),
    (f"{COUPON_SETS}x/used-by", 400), (f"{COUPON_SETS}{UNKNOWN}/used-by", 404),
    (f"{EVENT_TYPES}{UNKNOWN}/used-by?pageSize=0", 422), (f"{COUPON_SETS}{UNKNOWN}/used-by?pageSize=0", 422),
])
def test_what_is_not_there_is_used_by_nobody(client, admin, path, status):
    assert client.call("GET", path, key=admin).status == status

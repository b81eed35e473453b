"""Dynamic segments: made, shown, changed and deleted; how their members follow; and whoever depends on them."""

from datetime import datetime, timedelta, timezone

import pytest

from harness.contacts import by_email, fresh_id, options
from harness.coupons import Coupons
from harness.custom_events import Integrations, receiving
from harness.exports import Exports
from harness.purchases import Shop
from harness.segments import COLLECTION, UNKNOWN, Segments, outcomes, until

NOBODY = {"field": "_name", "is": "equals", "value": "Nobody is called so"}
UNBUILT = "The segment has no members yet: its first build has not ended."


@pytest.fixture
def name():
    """A name that nobody has."""
    return fresh_id()


def these_days():
    """From yesterday to tomorrow."""
    now = datetime.now(timezone.utc)
    return {"fromDate": str((now - timedelta(1)).date()), "toDate": str((now + timedelta(1)).date())}


def called(name):
    return {"field": "_name", "is": "equals", "value": name}


def patch(segments, segment_id, body, status=200):
    answer = segments.call("PATCH", COLLECTION + segment_id, json=body)
    assert answer.status == status, answer.summary()
    return answer.json()


def test_a_new_one_is_built_and_shows_its_filter(segments, name):
    ada = segments.contact(_name=name)
    made = segments.make_dynamic({"any": [called(name)]}, description="d")
    assert made == {"id": made["id"], "name": "Big spenders", "kind": "dynamic", "description": "d", "members": 0,
                    "createdAt": made["createdAt"], "updatedAt": made["createdAt"], "filter": {"any": [called(name)]},
                    "build": {"state": "queued", "progress": 0}, "lagSeconds": 0, "incidents": []} | {
                        "lagSeconds": made["lagSeconds"]}
    found = segments.await_build(made["id"])
    assert found["build"]["state"] == "ready" and found["build"]["progress"] == found["build"]["total"] >= 1
    assert found["members"] == 1 and segments.members(made["id"]) == [ada["id"]]
    assert "nextFilter" not in found
    # The first build tells nothing.
    assert segments.activities(ada["id"]) == []
    assert segments.segments_of(ada["id"]) == [made["id"]]
    assert [one for one in segments.walk(COLLECTION) if one["id"] == made["id"]][0]["filter"] == found["filter"]


def test_members_follow_what_happens(segments, client, admin, name):
    shop = Shop(client, admin)
    mug = shop.product()["productId"]
    made = segments.built({"all": [called(name), {"purchases": {}, "amount": {"atLeast": 20}}]})
    assert made["members"] == 0
    ada = segments.contact(_name=name)
    shop.bought(shop.order(ada, mug, mug))
    segments.await_members(made["id"], [ada])
    assert [kind for kind, _ in segments.activities(ada["id"])] == ["contact-entered-segment"]
    segments.call("PATCH", by_email(ada["_email"]), json={"_name": "Somebody"})
    segments.await_members(made["id"], [])
    assert [kind for kind, _ in segments.activities(ada["id"])] == ["contact-exited-segment", "contact-entered-segment"]
    until(lambda: segments.read(made["id"]), lambda found: found["members"] == 0)


def test_another_filter_is_built_beside_and_its_differences_are_told(segments, name):
    ada, bob = segments.contact(_name=name, _points=1), segments.contact(_name=name, _points=2)
    made = segments.built(called(name))
    later = {"all": [called(name), {"field": "_points", "is": "atLeast", "value": 2}]}
    changed = patch(segments, made["id"], {"filter": later})
    assert changed["filter"] == called(name) and changed["nextFilter"] == later
    assert changed["build"]["state"] == "queued" and changed["members"] == 2
    segments.await_members(made["id"], [bob])
    found = segments.await_build(made["id"])
    assert found["filter"] == later and "nextFilter" not in found
    until(lambda: segments.activities(ada["id"]), lambda told: [kind for kind, _ in told] == ["contact-exited-segment"])
    assert segments.activities(bob["id"]) == []
    # The filter in force changes nothing.
    assert patch(segments, made["id"], {"filter": later, "name": found["name"]}) == {
        **found, "lagSeconds": segments.read(made["id"])["lagSeconds"]}


@pytest.mark.parametrize("body, paths", [
    ({"kind": "dynamic", "name": "N"}, ["/filter"]), ({"kind": "dynamic", "name": "N", "filter": None}, ["/filter"]),
    ({"kind": "dynamic", "filter": 1}, ["/name", "/filter"]), ({"kind": "static", "name": "N", "filter": NOBODY}, [
        "/filter"]), ({"kind": "neither", "name": "", "filter": {}}, ["/name", "/kind", "/filter"]),
    ({"filter": NOBODY}, ["/name", "/kind"]), ({"kind": "Dynamic", "name": "N", "filter": NOBODY}, ["/kind"]),
], ids=str)
def test_a_filter_is_for_dynamic_ones_and_they_need_one(segments, body, paths):
    assert segments.post(body).problem_paths == paths


def test_a_static_one_gets_no_filter_and_a_dynamic_one_keeps_one(segments):
    static, dynamic = segments.make(filter=None), segments.built(NOBODY)
    for body, paths in (({"filter": NOBODY}, ["/filter"]), ({"filter": {"field": "x"}, "name": ""}, ["/name", "/filter/field"]),
                        ({"kind": "dynamic", "filter": NOBODY}, ["/kind"])):
        assert segments.call("PATCH", COLLECTION + static["id"], json=body).problem_paths == paths
    for body, paths in (({"filter": None}, ["/filter"]), ({"kind": "static"}, ["/kind"])):
        assert segments.call("PATCH", COLLECTION + dynamic["id"], json=body).problem_paths == paths
    assert segments.call("PATCH", COLLECTION + UNKNOWN, json={"filter": NOBODY}).status == 404
    assert "filter" not in segments.read(static["id"]) and "build" not in segments.read(static["id"])
    assert segments.read(dynamic["id"])["filter"] == NOBODY


def test_circles_are_refused_over_any_number_and_while_one_is_built(segments):
    circle = "would make a circle: that segment depends on this one"
    first = segments.built(NOBODY)["id"]
    refused = segments.call("PATCH", COLLECTION + first, json={"filter": {"not": {"segment": first}}})
    assert refused.problem_paths == ["/filter/not/segment"]
    assert refused.json()["validationErrors"][0]["reason"] == circle
    second = segments.built({"segment": first})["id"]
    third = segments.built(NOBODY)["id"]
    patch(segments, third, {"filter": {"any": [NOBODY, {"segment": second}]}})  # To be in force, or already in force.
    refused = segments.call("PATCH", COLLECTION + first,
                            json={"filter": {"all": [NOBODY, {"segment": third.upper()}, {"segment": second}]}})
    assert refused.problem_paths == ["/filter/all/1/segment", "/filter/all/2/segment"]
    # What stands beside is no circle, nor is naming one twice.
    patch(segments, third, {"filter": {"all": [{"segment": first}, {"segment": second}, {"segment": first}]}})


def test_what_was_never_built_has_no_members_and_is_no_audience(segments, client, admin):
    made = segments.unbuilt(NOBODY)
    assert made["build"]["state"] == "failed" and made["members"] == 0 and made["filter"] == NOBODY
    answer = segments.call("GET", segments.members_path(made["id"]))
    assert answer.status == 409 and answer.json()["detail"] == UNBUILT
    for body in ({"filters": {"segmentId": made["id"]}},
                 {"exportType": "activities", "filters": {"segmentId": made["id"], **these_days()}}):
        answer = Exports(client, admin).create(body)
        assert answer.status == 409 and answer.json()["detail"] == UNBUILT, answer.summary()
    named = {"filter": {"not": {"segment": made["id"]}}}
    for place in ("segments/count", "segments/count?exact=true", "segments/preview", "contacts/search"):
        answer = segments.call("POST", f"/admin/v1/{place}", json=named)
        assert answer.status == 409 and 'segment "Big spenders"' in answer.json()["detail"], answer.summary()
    # One that names it waits for it; built at last, both have members.
    outer = segments.make_dynamic({"segment": made["id"]})
    assert segments.read(outer["id"])["build"]["state"] == "queued"
    again = segments.call("POST", f"{COLLECTION}{made['id']}/build")
    assert again.status == 202 and again.json()["build"]["state"] == "queued"
    for one in (made, outer):
        assert segments.await_build(one["id"])["build"]["state"] == "ready"
    assert segments.members(outer["id"]) == []


def test_a_build_is_begun_anew_and_cancelled(segments, name):
    ada = segments.contact(_name=name)
    made = segments.built(called(name))
    path = f"{COLLECTION}{made['id']}/build"
    assert segments.call("DELETE", path).json()["detail"] == "The segment is not being built."
    answer = segments.call("POST", path)
    assert answer.status == 202 and answer.json()["nextFilter"] == called(name)
    # The one in force stays, whether the build has ended or not.
    assert segments.call("DELETE", path).status in (204, 409)
    assert segments.await_build(made["id"])["build"]["state"] == "ready"
    assert segments.members(made["id"]) == [ada["id"]] and segments.activities(ada["id"]) == []
    static = segments.make()
    for method in ("POST", "DELETE"):
        answer = segments.call(method, f"{COLLECTION}{static['id']}/build")
        assert answer.status == 409 and answer.json()["detail"] == "The members of this segment are not built."
        assert segments.call(method, f"{COLLECTION}{UNKNOWN}/build").status == 404
        assert segments.call(method, f"{COLLECTION}{'f' * 24}/build").status == 404
        assert segments.call(method, f"{COLLECTION}x/build").status == 400


def test_a_build_under_a_key_is_begun_once(segments):
    made, headers = segments.built(NOBODY), {"Idempotency-Key": fresh_id()}
    first = segments.call("POST", f"{COLLECTION}{made['id']}/build", headers=headers)
    again = segments.call("POST", f"{COLLECTION}{made['id']}/build", headers=headers)
    assert again.body == first.body and again.header("Idempotency-Replayed") == "true"
    for other in (segments.make()["id"], "f" * 24):
        answer = segments.call("POST", f"{COLLECTION}{other}/build", headers=headers)
        assert answer.problem_paths == ["/Idempotency-Key"]


def test_nobody_adds_or_removes_members_by_hand(segments, name):
    ada = segments.contact(_name=name)
    made = segments.built(called(name))["id"]
    for answer in (segments.add(made, {"id": ada["id"]}), segments.remove(made, {"id": ada["id"]}),
                   segments.call("DELETE", segments.members_path(made) + ada["id"])):
        assert answer.status == 409 and "follow from its filter" in answer.json()["detail"], answer.summary()
    assert segments.members(made) == [ada["id"]]


def test_exports_take_it_once_it_is_built(segments, client, admin, name):
    ada = segments.contact(_name=name)
    made = segments.built(called(name))
    rows = Exports(client, admin).rows({"filters": {"segmentId": made["id"]}})
    assert [row["Contact ID"] for row in rows] == [ada["id"]]
    rows = Exports(client, admin).rows({"exportType": "activities", "filters": {"segmentId": made["id"], **these_days()}})
    assert {row["Contact ID"] for row in rows} == {ada["id"]}


def test_what_a_filter_uses_cannot_be_deleted(segments, contacts, client, admin):
    coupons, integrations = Coupons(client, admin), Integrations(client, admin)
    field = contacts.make_field("radio", options=options("s", "l"))
    integration = integrations.make()
    event_type = integrations.post_type(integration["id"], receiving()).json()
    coupon_set = coupons.make()
    workflow = segments.call("POST", "/admin/v1/workflows/", json={
        "name": "W", "definition": {"formatVersion": 1, "nodes": [{"id": "begin", "kind": "start"}], "edges": []}}).json()
    inner = segments.make()
    uses = {
        f"/contact-fields/{field}": ("The contact field", {"field": field, "is": "in", "values": ["s"]}),
        f"{integrations.types_path(integration['id'])}{event_type['id']}": (
            "The custom event type", {"event": event_type["alias"]}),
        f"/custom-integrations/{integration['id']}": (
            "An event type of the custom integration", {"event": event_type["id"]}),
        f"/admin/v1/coupon-sets/{coupon_set['id']}": (
            "The coupon set", {"activity": "coupon-assigned", "couponSetId": coupon_set["id"]}),
        f"/admin/v1/workflows/{workflow['id']}": ("The workflow", {"activity": "email-opened", "workflowId": workflow["id"]}),
        COLLECTION + inner["id"]: ("The segment", {"not": {"segment": inner["id"]}}),
    }
    for path, (thing, condition) in uses.items():
        user = segments.built(condition, name="Any \"one\"")
        assert user["filter"]["event" if "event" in condition else next(iter(condition))]
        refused = segments.call("DELETE", path)
        assert refused.status == 409 and refused.json()["detail"] == f'{thing} is used by segment "Any "one"".'
        # Also while it is in force and another one is being built, or the other way round.
        patch(segments, user["id"], {"filter": NOBODY})
        segments.await_build(user["id"])
        patch(segments, user["id"], {"filter": condition})
        assert segments.call("DELETE", path).status == 409
        segments.await_build(user["id"])
        assert segments.call("DELETE", COLLECTION + user["id"]).status == 204
    for path in uses:
        assert segments.call("DELETE", path).status in (204, 404), path


def test_a_filter_is_kept_by_what_it_means(segments, contacts, client, admin):
    integrations = Integrations(client, admin)
    integration = integrations.make()
    event_type = integrations.post_type(integration["id"], receiving()).json()
    field = contacts.make_field("text")
    made = segments.built({"all": [{"event": event_type["alias"]}, {"field": field, "is": "isSet"}]})
    assert made["filter"] == {"all": [{"event": event_type["id"]}, {"field": field, "is": "isSet"}]}
    assert segments.call("DELETE", COLLECTION + made["id"]).status == 204
    integrations.tidy()


def test_why_somebody_is_in_it(segments, name):
    ada, bob = segments.contact(_name=name, _points=7), segments.contact(_points=7)
    points = {"field": "_points", "is": "atLeast", "value": 5}
    inner = segments.make(name="Regulars")
    made = segments.built({"all": [called(name), points, {"not": {"segment": inner["id"]}}]})
    path = f"{COLLECTION}{made['id']}/why/"
    found = segments.call("GET", path + ada["id"].upper()).json()
    assert found["holds"] and found["isMember"]
    assert [(one["test"], one["value"], one["holds"]) for one in found["because"]] == [
        (called(name), name, True), (points, 7, True), ({"segment": inner["id"]}, False, False)]
    assert name in found["because"][0]["text"] and "Regulars" in found["because"][2]["text"]
    other = segments.call("GET", path + bob["id"]).json()
    assert not other["holds"] and not other["isMember"]
    assert [(one["test"], one["value"], one["holds"]) for one in other["because"]] == [(called(name), None, False)]
    for contact, status in ((UNKNOWN, 404), ("f" * 24, 404), ("x", 400)):
        assert segments.call("GET", path + contact).status == status
    assert segments.call("GET", f"{COLLECTION}{UNKNOWN}/why/{ada['id']}").status == 404
    assert segments.call("GET", f"{COLLECTION}x/why/{ada['id']}").status == 400
    assert segments.call("GET", f"{COLLECTION}{'f' * 24}/why/x").status == 400
    assert segments.call("GET", f"{COLLECTION}{inner['id']}/why/{ada['id']}").status == 409
    unbuilt = segments.unbuilt(called(name))
    found = segments.call("GET", f"{COLLECTION}{unbuilt['id']}/why/{ada['id']}").json()
    assert found["holds"] and not found["isMember"]


def test_who_uses_a_segment(segments):
    inner = segments.make()
    path = f"{COLLECTION}{inner['id']}/used-by"
    assert segments.call("GET", path).json() == {"segments": [], "workflows": []}
    user = segments.built({"segment": inner["id"]}, name="User")
    assert segments.call("GET", path).json() == {"segments": [{"id": user["id"], "name": "User"}], "workflows": []}
    patch(segments, user["id"], {"filter": NOBODY, "name": "No longer"})
    until(lambda: segments.call("GET", path).json()["segments"], lambda found: found == [])
    for segment_id, status in ((UNKNOWN, 404), ("f" * 24, 404), ("x", 400)):
        assert segments.call("GET", f"{COLLECTION}{segment_id}/used-by").status == status


def test_counts_and_previews_find_who_is_there(segments, name):
    people = [segments.contact(_name=name, _points=number) for number in range(25)]
    for condition, expected in ((called(name), people), (NOBODY, []), ({"not": {"not": called(name)}}, people),
                                ({"all": [called(name), {"field": "_points", "is": "atMost", "value": 4}]}, people[:5])):
        exact = segments.call("POST", "/admin/v1/segments/count?exact=true", json={"filter": condition}).json()
        assert exact == {"count": len(expected)}
        found = segments.call("POST", "/admin/v1/segments/count", json={"filter": condition}).json()
        assert found["low"] <= found["estimate"] <= found["high"]
        shown = segments.call("POST", "/admin/v1/segments/preview", json={"filter": condition}).json()
        assert shown == {"results": expected[::-1][:20]}
    assert segments.call("POST", "/admin/v1/segments/count?exact=maybe", json={}).problem_paths == ["/exact", "/filter"]


def test_an_estimate_is_exact_where_everybody_was_looked_at(start_server, document):
    server = start_server()
    segments = Segments(server.client(document), server.admin_key)
    ask = {"filter": {"field": "_points", "is": "atLeast", "value": 3}}
    assert segments.call("POST", "/admin/v1/segments/count", json=ask).json() == {
        "estimate": 0, "low": 0, "high": 0, "lookedAt": 0}
    people = [segments.contact(_points=number) for number in range(10)]
    assert segments.call("POST", "/admin/v1/segments/count", json=ask).json() == {
        "estimate": 7, "low": 7, "high": 7, "lookedAt": 10}
    assert segments.call("DELETE", by_email(people[9]["_email"])).status == 204
    assert segments.call("POST", "/admin/v1/segments/count", json=ask).json()["estimate"] == 6


def test_every_change_is_audited(segments):
    made = segments.built(NOBODY)
    path = COLLECTION + made["id"]
    patch(segments, made["id"], {"filter": {"not": NOBODY}, "name": "A"})
    segments.await_build(made["id"])
    assert segments.call("POST", path + "/build").status == 202
    cancelled = segments.call("DELETE", path + "/build").status == 204
    assert segments.call("DELETE", path).status == 204
    entries = segments.call("GET", "/admin/v1/audit/?pageSize=100").json()["results"]
    own = [(one["action"], one["changes"]) for one in entries if one["subject"] == made["id"]]
    assert own == [("segment.delete", []), *([("segment.cancel-build", [])] if cancelled else []),
                   ("segment.rebuild", []), ("segment.change", ["name", "filter"]), ("segment.create", [])]


def test_a_changed_membership_needs_no_key_and_a_request_under_one_is_done_once(segments):
    body, headers = {"name": "Once", "kind": "dynamic", "filter": NOBODY}, {"Idempotency-Key": fresh_id()}
    first, second = segments.post(body, headers=headers), segments.post(body, headers=headers)
    assert second.body == first.body and second.header("Idempotency-Replayed") == "true"
    assert outcomes(segments.add(segments.make()["id"])) == []

"""Drafts of workflows: the words they are made of, what keeps them from being published, and what they would do."""

import pytest

from harness.coupons import WORKFLOWS, Coupons, fresh_codes
from harness.custom_events import Integrations, receiving, sending
from harness.purchases import Shop, fresh_purchase_id
from harness.workflows import VOCABULARY, abandoned_cart, chain, graph, simulations

UNKNOWN = "6968d6c00b18c7fd80000000"
START, STOP = {"kind": "start"}, {"kind": "stop"}
NOON, DAY = "2026-02-01T12:00:00.000Z", "2026-02-01T"
SOMEBODY = {"contact": {"_email": "made-up@example.org"}}


@pytest.fixture
def coupons(client, admin):
    found = Coupons(client, admin)
    yield found
    found.tidy()


@pytest.fixture
def integrations(client, admin):
    found = Integrations(client, admin)
    yield found
    found.tidy()


@pytest.fixture
def shop(client, admin):
    assert client.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}, key=admin).status == 200
    return Shop(client, admin)


@pytest.fixture
def cart(integrations):
    """The type of events that tell of a cart."""
    return integrations.make_type(receiving({"id": "total", "name": "Total", "type": "decimal", "required": True},
                                            {"id": "cart", "name": "Cart", "type": "text"}))


@pytest.fixture
def draw(coupons):
    """The id of a new draft of this definition."""
    return lambda definition: coupons.make_workflow(definition=definition)["id"]


@pytest.fixture
def simulate(coupons):
    """What a draft would do, a line for each step."""
    def run(workflow_id, **body):
        answer = coupons.call("POST", simulations(workflow_id), json=body)
        assert answer.status == 200, answer.summary()
        assert not answer.json()["isCut"]
        return [" ".join([step["at"][5:16], step["what"],
                          *(str(step[name]) for name in ("node", "port", "reason", "value") if name in step),
                          *(["until", step["until"][5:16]] if "until" in step else [])])
                for step in answer.json()["steps"]]
    return run


# --- the words


def test_the_vocabulary_tells_every_kind(coupons, client, document):
    words = coupons.call("GET", VOCABULARY).json()
    kinds = {one["kind"]: one for one in words["kinds"]}
    schema = document.tree["components"]["schemas"]["WorkflowVocabulary"]["properties"]["kinds"]["items"]
    assert list(kinds) == schema["properties"]["kind"]["enum"]
    described = document.tree["components"]["schemas"]["WorkflowNode"]
    for kind in kinds.values():
        assert f"`{kind['kind']}`" in described["properties"]["kind"]["description"]
        assert {one["name"] for one in kind["parameters"]} <= described["properties"].keys()
        assert kind["hasLimits"] == (kind["role"] == "act")
    assert kinds["wait-for"]["ports"] == ["happened", "timeout"] and kinds["wait-for"]["valuesFrom"] == "trigger"
    assert kinds["split"]["portsFrom"] == "shares" and kinds["switch"]["ports"] == ["else"]
    assert {"name": "totalPrice", "kind": "decimal"} in kinds["on-purchase"]["values"]
    assert "send-email" in words["laterKinds"] and not kinds.keys() & set(words["laterKinds"])
    assert [one["name"] for one in words["settings"]][:4] == ["reentry", "runs", "key", "onSameKey"]
    assert words["limits"]["nodes"] == 500 and words["limits"]["simulatedHappenings"] == 100
    used = {one["type"] for kind in words["kinds"] for one in kind["parameters"]}
    types = document.tree["components"]["schemas"]["WorkflowParameter"]["properties"]["type"]["enum"]
    assert used | {one["type"] for one in words["settings"] + words["nodeLimits"]} == set(types)


def test_the_vocabulary_is_no_workflow(coupons):
    assert coupons.call("PATCH", VOCABULARY, json={}).status == 405
    assert coupons.call("GET", VOCABULARY + "/").status == 200


# --- what keeps a draft from being published


@pytest.mark.parametrize("definition, told", [
    ({"formatVersion": 1, "nodes": [{"id": "n0", **START}], "edges": []}, [(None, "/formatVersion", "format")]),
    (chain(START, {"kind": "check"}), [("n1", "/nodes/1/filter", "required")]),
    (chain(START, {"kind": "wait", "period": "soon"}), [("n1", "/nodes/1/period", "invalid")]),
    (chain(START, {"kind": "add-to-segment", "segment": UNKNOWN}), [("n1", "/nodes/1/segment", "unknown")]),
    (chain(START, {"kind": "dance"}), [("n1", "/nodes/1/kind", "unknown")]),
    (chain(START, {"kind": "send-email"}), [("n1", "/nodes/1/kind", "later")]),
    (chain(START), [("n0", "/nodes/0", "graph")]),
    (graph([{"id": "a", **START}, {"id": "b", **STOP}, {"id": "c", **STOP}], ["a b"]), [("c", "/nodes/2", "unreachable")]),
    (graph([{"id": "a", **START}, {"id": "b", "kind": "wait", "period": "PT1S"}], ["a b", "b b"]),
     [("b", "/nodes/1", "loop")]),
    (chain(START, {"kind": "switch", "cases": []}), [("n1", "/nodes/1/cases", "limit")]),
    (chain(START, STOP, reentry="often", colour="red"),
     [(None, "/settings/reentry", "invalid"), (None, "/settings/colour", "unknown")]),
    (chain(START, STOP), []),
], ids=lambda value: str(value)[:60])
def test_a_draft_tells_what_keeps_it_from_being_published(coupons, definition, told):
    made = coupons.make_workflow(definition=definition)
    found = [(one.get("node"), one["path"].removeprefix("/definition"), one["code"]) for one in made["incidents"]]
    assert found == told and all(one["words"] for one in made["incidents"])
    path = WORKFLOWS + made["id"]
    assert coupons.call("GET", path).json() == made
    assert coupons.call("PATCH", path, json={"name": "Other"}).json()["incidents"] == made["incidents"]
    listed = [one for one in coupons.call("GET", WORKFLOWS + "?pageSize=100").json()["results"] if one["id"] == made["id"]]
    assert len(listed) == 1 and "incidents" not in listed[0] and "incidents" not in coupons.call(
        "GET", "/workflows/" + made["id"]).json()


def test_incidents_follow_the_definition_and_the_store(coupons, segments):
    segment = segments.make()["id"]
    made = coupons.make_workflow(definition=chain(START, {"kind": "add-to-segment", "segment": segment}))
    path = WORKFLOWS + made["id"]
    assert made["incidents"] == []
    assert coupons.call("DELETE", f"/admin/v1/segments/{segment}").status == 204
    [gone] = coupons.call("GET", path).json()["incidents"]
    assert gone == {"node": "n1", "path": "/definition/nodes/1/segment", "code": "unknown", "words": "does not exist"}
    mended = coupons.call("PATCH", path, json={"definition": chain(START, STOP)}).json()
    assert mended["incidents"] == [] == coupons.call("GET", path).json()["incidents"]


def test_a_large_answer_under_a_key_is_told_again(coupons):
    definition = {**chain(START, {"kind": "dance"}), "long": "x" * 100_000}
    headers = {"Idempotency-Key": "a large draft"}
    made = coupons.make_workflow()
    first, second = (coupons.call("PATCH", WORKFLOWS + made["id"], json={"definition": definition}, headers=headers)
                     for _ in range(2))
    assert first.body == second.body and [one["code"] for one in second.json()["incidents"]] == ["unknown"]


def test_as_many_incidents_are_told_as_the_limit_says(coupons):
    many = {f"m{number}": 1 for number in range(300)}
    assert len(coupons.make_workflow(definition=chain(START, {**STOP, **many}))["incidents"]) == 200


# --- what a draft would do


def test_an_abandoned_cart_of_a_real_contact(coupons, shop, cart, draw, simulate, client, admin):
    coupon_set = coupons.make(fresh_codes(3))["id"]
    workflow = draw(abandoned_cart(cart["alias"], coupon_set))
    mug, person = shop.product()["productId"], shop.contact(_name="Ada")
    shop.bought(shop.order(person, mug, purchaseDate="2026-01-01"))
    left = {"at": DAY + "12:00:00Z", "event": cart["alias"], "fields": {"total": 60}}
    expected = ["02-01T12:00 begins", "02-01T12:00 leaves cart next", "02-01T12:00 arrives bought until 02-01T13:00"]
    before = coupons.call("GET", f"/admin/v1/contacts/{person['id']}/export").json()
    assert simulate(workflow, contactId=person["id"], happens=[left]) == [
        *expected, "02-01T13:00 leaves bought timeout", "02-01T13:00 leaves gift assigned",
        "02-01T13:00 does gift SIMULATED-1", "02-01T13:00 leaves mark next 5", "02-01T13:00 does mark 5",
        "02-01T13:00 ends finished"]
    # What was bought in January does not count; what is bought then does.
    bought = {"at": DAY + "12:30:00Z", "purchase": shop.order(person, mug)}
    assert simulate(workflow, contactId=person["id"].upper(), happens=[bought, left]) == [
        *expected, "02-01T12:30 ends converted"]
    # A code that somebody has stays theirs.
    code = coupons.assign(coupon_set, {"contactId": person["id"]}).json()["code"]
    assert f"02-01T13:00 leaves gift assigned {code}" in simulate(workflow, contactId=person["id"], happens=[left])
    again = {**left, "at": "2026-02-02T12:00:00Z", "event": cart["id"]}
    assert simulate(workflow, contactId=person["id"], happens=[left, again])[-1] == "02-02T12:00 keptOut too soon"
    after = coupons.call("GET", f"/admin/v1/contacts/{person['id']}/export").json()
    assert {**after, "exportedAt": 0, "coupons": 0, "activities": 0} == {**before, "exportedAt": 0, "coupons": 0, "activities": 0}
    assert len(after["activities"]) == len(before["activities"]) + 1


def test_an_abandoned_cart_of_a_contact_that_is_made_up(coupons, cart, draw, simulate):
    workflow = draw(abandoned_cart(cart["id"], coupons.make_single()["id"]))
    small, large = ({"at": DAY + at, "event": cart["alias"], "fields": {"total": total}}
                    for at, total in (("10:00:00Z", 49.99), ("12:00:00Z", 50)))
    lines = simulate(workflow, **SOMEBODY, happens=[large, small])
    assert lines[0] == "02-01T12:00 begins" and lines[-1] == "02-01T13:00 ends finished"
    assert simulate(workflow, **SOMEBODY, happens=[small]) == simulate(workflow, **SOMEBODY) == []


def test_history_segments_and_fields_of_a_real_contact_are_known(shop, segments, cart, draw, simulate, client, admin):
    segment, person = segments.make()["id"], shop.contact(_points=7)
    product = shop.product(brand="Clay")["productId"]
    shop.bought(shop.order(person, product))
    members = {"contacts": [{"id": person["id"]}]}
    assert client.call("POST", segments.members_path(segment), json=members, key=admin).status == 200
    sent = client.call("POST", f"/custom-events/alias/{cart['alias']}", key=admin,
                       json={"guest": person["_email"], "total": 3})
    assert sent.status == 201, sent.summary()
    tests = [{"segment": segment}, {"field": "_points", "is": "equals", "value": 7},
             {"purchases": {"where": [{"item": "brand", "is": "equals", "value": "clay"}]}, "count": {"equals": 1}},
             {"event": cart["alias"], "where": [{"field": "total", "is": "equals", "value": 3}]},
             {"activity": "contact-created"}]
    alone = draw(chain(START, {"kind": "check", "filter": {"all": tests}}))
    assert [line.split(" ", 1)[1] for line in simulate(alone, contactId=person["id"])] == [
        "begins", "leaves n1 yes", "ends finished"]
    assert [line.split(" ", 1)[1] for line in simulate(alone, **SOMEBODY)] == [
        "begins", "leaves n1 no", "ends finished"]


def test_everything_can_happen_to_somebody(shop, cart, draw, simulate):
    product = shop.product(category=["Mugs"])["productId"]
    workflow = draw(graph(
        [{"id": "begin", **START}, {"id": "event", "kind": "on-event", "event": cart["alias"]},
         {"id": "buys", "kind": "on-purchase", "where": [{"item": "productId", "is": "equals", "value": product}]},
         {"id": "named", "kind": "on-field-changed", "field": "_name", "to": "Ada"},
         {"id": "who", "kind": "set-field", "field": "_surname", "path": "event.guest"}],
        ["begin event", "begin buys", "begin named", "event who"], reentry="always"))
    purchase = {"purchaseId": fresh_purchase_id(), "totalPrice": 1, "totalQuantity": 1,
                "products": [{"productId": product, "quantity": 1, "price": 1}]}
    lines = simulate(workflow, **SOMEBODY, happens=[
        {"at": NOON, "event": cart["id"].upper(), "fields": {"total": 1}, "patch": None},
        {"at": DAY + "13:00:00Z", "purchase": purchase}, {"at": DAY + "14:00:00Z", "patch": {"_name": "Ada"}},
        {"at": DAY + "15:00:00Z", "patch": {"_name": "Bob"}}])
    assert [line.split(" ", 2)[2] for line in lines if " leaves " in line] == [
        "event next", 'who next "made-up@example.org"', "buys next", "named next"]


def test_nobody_enters_by_the_start_who_is_not_in_its_segment(shop, segments, draw, simulate, client, admin):
    segment, person = segments.make()["id"], shop.contact()
    workflow = draw(chain({**START, "segment": segment}, STOP))
    assert simulate(workflow, contactId=person["id"]) == []
    client.call("POST", segments.members_path(segment), json={"contacts": [{"id": person["id"]}]}, key=admin)
    assert simulate(workflow, contactId=person["id"], **{"from": NOON}) == ["02-01T12:00 begins", "02-01T12:00 ends finished"]


def test_a_split_is_the_same_whenever_it_is_asked(shop, draw, simulate):
    shares = [{"port": "a", "percent": 50}, {"port": "b", "percent": 50}]
    workflow = draw(graph([{"id": "begin", **START}, {"id": "half", "kind": "split", "shares": shares}], ["begin half"]))
    people = [shop.contact()["id"] for _ in range(20)]
    ways = [[simulate(workflow, contactId=one, **{"from": NOON})[1] for one in people] for _ in range(2)]
    assert ways[0] == ways[1]
    assert set(ways[0]) == {"02-01T12:00 leaves half a", "02-01T12:00 leaves half b"}


def test_a_simulation_without_end_is_cut(coupons, draw):
    workflow = draw(graph([{"id": "a", **START}, {"id": "w", "kind": "wait", "period": "PT1M"}], ["a w", "w w"]))
    answer = coupons.call("POST", simulations(workflow), json=SOMEBODY).json()
    assert answer["isCut"] and len(answer["steps"]) == 1000
    slow = draw(graph([{"id": "a", **START}, {"id": "w", "kind": "wait", "period": "P100Y"}], ["a w", "w w"]))
    answer = coupons.call("POST", simulations(slow), json=SOMEBODY).json()
    assert answer["isCut"] and answer["steps"][-1]["at"] < "9000"


# --- what is refused


@pytest.mark.parametrize("body, paths", [
    ({}, ["/contactId"]), ([], ["/contactId"]), ({"contactId": None, "contact": None}, ["/contactId"]),
    ({"contactId": UNKNOWN, "contact": {}}, ["/contact"]), ({"contactId": "x"}, ["/contactId"]),
    ({"contactId": "f" * 24}, ["/contactId"]),
    ({"contact": {"_email": "x", "_points": "1", "_rfm": "1", "nothing": 1}},
     ["/contact/_email", "/contact/_points", "/contact/_rfm", "/contact/nothing"]),
    ({**SOMEBODY, "from": "soon", "happens": {}}, ["/from", "/happens"]),
    ({**SOMEBODY, "from": "9000-01-01"}, ["/from"]), ({**SOMEBODY, "from": "1969-12-31"}, ["/from"]),
    ({**SOMEBODY, "happens": [1, {}, {"at": NOON}, {"at": 1, "patch": {}}, {"at": NOON, "patch": {}, "event": "x"}]},
     ["/happens/0", "/happens/1/at", "/happens/1", "/happens/2", "/happens/3/at", "/happens/4/patch"]),
    ({**SOMEBODY, "from": NOON, "happens": [{"at": "2026-01-01", "patch": {}}]}, ["/happens/0/at"]),
    ({**SOMEBODY, "happens": [{"at": NOON, "event": "nothing"}, {"at": NOON, "event": 1, "fields": 1}]},
     ["/happens/0/event", "/happens/1/fields", "/happens/1/event"]),
    ({**SOMEBODY, "happens": [{"at": NOON, "patch": {"_points": None, "_email": "other@example.org"}}]},
     ["/happens/0/patch/_points", "/happens/0/patch/_email"]),
    ({**SOMEBODY, "happens": [{"at": NOON, "purchase": {"products": [{}]}}, {"at": NOON, "purchase": []}]},
     [*(f"/happens/0/purchase/{name}" for name in ("purchaseId", "totalPrice", "totalQuantity", "products/0/productId",
                                                   "products/0/quantity", "products/0/price")), "/happens/1/purchase"]),
    ({**SOMEBODY, "happens": [{"at": NOON, "patch": {}}] * 101}, ["/happens"]),
], ids=lambda value: str(value)[:70])
def test_all_that_is_wrong_with_a_simulation_is_told_at_once(coupons, draw, body, paths):
    workflow = draw(chain(START, STOP))
    for target in (workflow, UNKNOWN, "f" * 24):
        assert coupons.call("POST", simulations(target), json=body).problem_paths == paths


def test_what_the_store_does_not_have_is_refused(coupons, shop, integrations, cart, draw):
    workflow, sent = draw(chain(START, STOP)), integrations.make_type(sending())
    purchase = shop.order(shop.contact(), "no such product")
    answer = coupons.call("POST", simulations(workflow), json={**SOMEBODY, "happens": [
        {"at": NOON, "event": sent["id"]}, {"at": NOON, "purchase": purchase},
        {"at": NOON, "event": cart["alias"], "fields": {"colour": 1}}]})
    assert answer.problem_paths == ["/happens/0/event", "/happens/1/purchase/products/0/productId",
                                    "/happens/2/fields/total", "/happens/2/fields/colour"]


def test_as_much_can_happen_as_the_limit_says(coupons, draw, simulate):
    workflow = draw(chain(START, {"kind": "on-field-changed", "field": "_points"}, reentry="always"))
    happens = [{"at": NOON, "patch": {"_points": number}} for number in range(1, 101)]
    lines = simulate(workflow, **SOMEBODY, happens=happens)
    assert sum("begins" in line for line in lines) == 50 and lines[-1] == "02-01T12:00 keptOut too often today"


def test_a_version_is_simulated_beside_the_draft(coupons, draw, simulate):
    workflow = draw(chain(START, {"kind": "on-field-changed", "field": "_points"}, {"kind": "wait", "period": "PT1H"}))
    assert coupons.call("POST", f"{WORKFLOWS}{workflow}/publish").status == 200
    changed = chain(START, {"kind": "on-field-changed", "field": "_points"}, STOP)
    assert coupons.call("PATCH", WORKFLOWS + workflow, json={"definition": changed}).status == 200
    happens = [{"at": NOON, "patch": {"_points": 1}}]
    assert not any("until" in line for line in simulate(workflow, **SOMEBODY, happens=happens))
    assert any("until 02-01T13:00" in line for line in simulate(workflow, **SOMEBODY, happens=happens, version=1))
    for version in (0, 2, "1"):
        refused = coupons.call("POST", simulations(workflow), json={**SOMEBODY, "version": version})
        assert refused.problem_paths == ["/version"], refused.summary()
    assert coupons.call("POST", f"{WORKFLOWS}{workflow}/finish").status == 200


def test_a_draft_with_incidents_is_not_simulated(coupons, draw):
    workflow = draw(chain(START, {"kind": "wait"}, {"kind": "dance"}))
    answer = coupons.call("POST", simulations(workflow), json=SOMEBODY)
    assert answer.problem_paths == ["/definition/nodes/1", "/definition/nodes/2/kind"]
    assert coupons.call("POST", simulations(draw({"formatVersion": 1, "nodes": [{"id": "s", **START}], "edges": []})),
                        json=SOMEBODY).problem_paths == ["/definition/formatVersion"]


def test_who_or_what_is_not_there_is_not_found(coupons, draw, shop):
    workflow, person = draw(chain(START, STOP)), shop.contact()
    for target, body, detail in ((UNKNOWN, SOMEBODY, "workflow"), ("f" * 24, SOMEBODY, "workflow"),
                                 (UNKNOWN, {"contactId": person["id"]}, "workflow"),
                                 (workflow, {"contactId": UNKNOWN}, "contact")):
        answer = coupons.call("POST", simulations(target), json=body)
        assert answer.status == 404 and detail in answer.json()["detail"]
    assert coupons.call("POST", simulations("x"), json=SOMEBODY).status == 400
    assert coupons.call("POST", simulations(workflow), body=b"{").status == 400
    assert coupons.call("POST", simulations(workflow), body=b"1").status == 400


def test_a_simulation_leaves_no_trace(coupons, shop, draw, simulate, client, admin):
    workflow, person = draw(chain(START, {"kind": "set-field", "field": "_points", "add": 5})), shop.contact()
    audit = lambda: client.call("GET", "/admin/v1/audit/?pageSize=100", key=admin).json()["results"]
    before = audit()
    assert "does n1 5" in simulate(workflow, contactId=person["id"], **{"from": NOON})[2]
    assert coupons.call("GET", f"/admin/v1/contacts/{person['id']}").json() == person
    assert audit() == before

"""Why a contact is where it is in a workflow, or what kept it out; and how many a draft would take in."""

import pytest

from harness import processes
from harness.contacts import by_email
from harness.coupons import WORKFLOWS
from harness.custom_events import Integrations, receiving
from harness.purchases import Shop
from harness.segments import until
from harness.workflows import Workflows, by_hand, chain, graph, waiting

UNKNOWN = "6968d6c00b18c7fd80000000"
STOP = {"kind": "stop"}
RICH = {"field": "_points", "is": "atLeast", "value": 100}


@pytest.fixture
def workflows(client, admin):
    found = Workflows(client, admin)
    yield found
    found.tidy()


@pytest.fixture
def shop(client, admin):
    return Shop(client, admin)


@pytest.fixture
def cart(client, admin):
    """The alias of events that tell of a cart."""
    integrations = Integrations(client, admin)
    yield integrations.make_type(receiving({"id": "cart", "name": "Cart", "type": "text"}))["alias"]
    integrations.tidy()


@pytest.fixture
def why(workflows):
    def ask(workflow_id, contact):
        return workflows.get(f"{WORKFLOWS}{workflow_id}/why/{contact['id']}")
    return ask


@pytest.fixture
def leave_cart(shop, cart):
    def send(contact, **fields):
        sent = shop.call("POST", f"/custom-events/alias/{cart}", json={"guest": contact["_email"], **fields})
        assert sent.status < 300, sent.summary()
    return send


def on_cart(cart, *nodes, audience="all", **settings):
    return chain({"kind": "start", "audience": audience}, {"kind": "on-event", "event": cart}, *nodes, **settings)


def test_whoever_is_inside_is_told_where_and_until_when(workflows, shop, why):
    running, contact = workflows.publish(waiting()), shop.contact()
    run = workflows.started(running, contact)
    waits = workflows.settled(running, run)
    told = why(running, contact)
    assert told == {"state": "inside", "run": told["run"],
                    "sentence": f'The contact is at "n1" and waits until {waits["waitsUntil"]} at most.'}
    assert told["run"]["id"] == run and "steps" not in told["run"]


def test_whoever_is_held_is_told_why(workflows, shop, why):
    running = workflows.publish(by_hand({"kind": "wait", "period": "P1D"},
                                      {"kind": "set-field", "field": "_points", "value": 3}))
    contact = shop.contact()
    run = workflows.started(running, contact)
    workflows.settled(running, run)
    workflows.done(running, "pause")
    assert workflows.call("POST", workflows.run_path(running, run) + "/skip").status == 200
    held = workflows.settled(running, run)
    told = why(running, contact)
    assert (told["state"], told["reason"]) == ("inside", "paused")
    assert told["sentence"] == (
        f'The contact is at "n2" since {held["steps"][-1]["at"]} and cannot go on. The workflow is paused.')


@pytest.mark.parametrize("path, what", [("/admin/v1/workflows/{workflow}/hold", "workflow"),
                                        ("/admin/v1/contacts/{contact}/hold", "contact")])
def test_a_hold_is_told_as_that(workflows, shop, why, cart, leave_cart, path, what):
    running = workflows.publish(by_hand({"kind": "wait", "period": "P1D"},
                                      {"kind": "set-field", "field": "_points", "value": 3}))
    entered = workflows.publish(on_cart(cart, STOP))
    contact = shop.contact()
    run = workflows.started(running, contact)
    workflows.settled(running, run)
    for workflow in (running, entered):
        held = path.format(workflow=workflow, contact=contact["id"])
        assert workflows.call("POST", held, json={"reason": "Wrong prices"}).status == 200
    assert workflows.call("POST", workflows.run_path(running, run) + "/skip").status == 200
    stands = workflows.settled(running, run)
    told = why(running, contact)
    assert (told["state"], told["reason"]) == ("inside", "on hold")
    assert told["sentence"] == (f'The contact is at "n2" since {stands["steps"][-1]["at"]} and cannot go on. '
                                f'The {what} is on hold: Wrong prices.')
    leave_cart(contact)
    kept_out = until(lambda: why(entered, contact), lambda found: found["reason"] != "no trigger")
    assert (kept_out["state"], kept_out["reason"], kept_out["trigger"]) == ("never", "on hold", "n1")
    assert kept_out["sentence"].endswith(f". The {what} is on hold: Wrong prices.")


def test_whoever_left_is_told_where_and_how(workflows, shop, why):
    running, contact = workflows.publish(by_hand({"kind": "stop", "converted": True})), shop.contact()
    run = workflows.settled(running, workflows.started(running, contact))
    told = why(running, contact)
    assert (told["state"], told["reason"], told["run"]["outcome"]) == ("ended", "converted", "converted")
    assert told["sentence"] == f'The contact left the workflow at "n1" on {run["endedAt"]}. It has converted.'


def test_an_open_run_is_told_of_before_a_later_one_that_ended(workflows, shop, why, cart, leave_cart):
    running = workflows.publish(on_cart(cart, {"kind": "wait", "period": "P1D"}, reentry="always", runs="onePerKey",
                                        key="event.cart"))
    contact = shop.contact()
    for number in (1, 2):
        leave_cart(contact, cart=f"c{number}")
        workflows.await_runs(contact, ["waiting"] * number)
    later, first = workflows.await_runs(contact, ["waiting", "waiting"])
    assert workflows.call("POST", workflows.run_path(running, later["id"]) + "/stop").status == 200
    assert why(running, contact)["run"] == first and first["key"] == "c1"


def test_a_workflow_that_takes_nobody_in_says_so(workflows, shop, why):
    contact, drawn = shop.contact(), workflows.draw(chain({"kind": "start"}, STOP))
    assert why(drawn, contact) == {"state": "never", "reason": "not published",
                                   "sentence": "The workflow was never published."}
    workflows.done(drawn, "publish")
    workflows.done(drawn, "pause")
    assert why(drawn, contact) == {"state": "never", "reason": "paused", "sentence": "The workflow is paused."}
    finished = workflows.done(drawn, "finish")
    assert why(drawn, contact) == {"state": "never", "reason": "ended", "at": finished["finishedAt"],
                                   "sentence": "The workflow takes nobody in any more."}


def test_whoever_met_no_trigger_is_told_since_when(workflows, shop, why, cart):
    running, contact = workflows.publish(on_cart(cart, STOP)), shop.contact()
    published = workflows.get(WORKFLOWS + running)["startedAt"]
    assert why(running, contact) == {
        "state": "never", "reason": "no trigger", "at": published,
        "sentence": f"None of its triggers happened to the contact since the workflow was published on {published}."}


def test_what_happened_and_did_not_fit_is_told(workflows, shop, why, cart, leave_cart):
    where = [{"field": "cart", "is": "startsWith", "value": "x"}]
    points = {"id": "points", "kind": "on-field-changed", "field": "_points", "to": 9}
    running = workflows.publish(graph(
        [{"id": "begin", "kind": "start"}, {"id": "cart", "kind": "on-event", "event": cart, "where": where}, points,
         {"id": "end", **STOP}], ["begin cart", "begin points", "cart end", "points end"]))
    contact = shop.contact()
    leave_cart(contact, cart="y1")
    told = why(running, contact)
    test, = told["because"]
    assert told == {"state": "never", "reason": "no trigger", "trigger": "cart", "at": told["at"], "because": [test],
                    "sentence": f'What happened to the contact on {told["at"]} is not what "cart" waits for.'}
    assert test == {"test": {"event": test["test"]["event"], "where": where}, "value": 0, "holds": False,
                    "text": "at least 1 event Booked whose Cart starts with x"}
    assert shop.call("PATCH", by_email(contact["_email"]), json={"_points": 8}).status == 200
    later = why(running, contact)
    assert (later["reason"], later["trigger"]) == ("no trigger", "points") and "because" not in later
    assert shop.call("PATCH", by_email(contact["_email"]), json={"_points": 9}).status == 200
    assert until(lambda: why(running, contact), lambda found: found["state"] == "ended")["reason"] == "finished"


@pytest.mark.parametrize("filters, reason, sentence, holds", [
    ({"audience": RICH}, "not in the audience", "The contact is not in the audience.", False),
    ({"exitWhen": {"not": RICH}}, "exit", "The contact fulfils exitWhen, and would leave at once.", False),
    ({"audience": {"any": [RICH, {"field": "_name", "is": "isSet"}]}}, "not in the audience",
     "The contact is not in the audience.", False),
])
def test_whom_a_filter_kept_out_is_told_the_test_and_the_value(workflows, shop, why, cart, leave_cart, filters, reason,
                                                                sentence, holds):
    running, contact = workflows.publish(on_cart(cart, STOP, **filters)), shop.contact(_points=20)
    leave_cart(contact)
    told = until(lambda: why(running, contact), lambda found: found["reason"] != "no trigger")
    assert told == {"state": "never", "reason": reason, "trigger": "n1", "at": told["at"], "because": told["because"],
                    "sentence": f'"n1" happened to the contact on {told["at"]}. {sentence}'}
    test = told["because"][0]
    assert (test["test"], test["value"], test["holds"]) == (RICH, 20, holds) and "100" in test["text"]


def test_the_last_time_that_a_trigger_happened_is_told_of(workflows, shop, why, cart, leave_cart):
    running, contact = workflows.publish(on_cart(cart, STOP, runs="onePerKey", key="event.cart")), shop.contact()
    leave_cart(contact)
    first = why(running, contact)
    assert first["reason"] == "no key" and "It has no value for the key" in first["sentence"]
    leave_cart(contact)
    assert why(running, contact)["at"] > first["at"]


def test_what_keeps_nobody_out_any_more_is_told_as_that(workflows, shop, why, cart, leave_cart):
    running, contact = workflows.publish(on_cart(cart, STOP, audience=RICH)), shop.contact(_points=20)
    marker = workflows.publish(on_cart(cart, STOP))
    leave_cart(contact)
    until(lambda: why(marker, contact), lambda found: found["state"] == "ended")  # So the event was looked at.
    assert shop.call("PATCH", by_email(contact["_email"]), json={"_points": 200}).status == 200
    told = why(running, contact)
    assert told["state"] == "never" and "reason" not in told
    assert told["sentence"].endswith("By what is known now, nothing keeps it out.")


def test_who_comes_in_by_the_start_is_told_by_segment_and_time(workflows, shop, why, segments):
    before, segment = shop.contact(), segments.make()["id"]
    by_segment = workflows.publish(chain({"kind": "start", "segment": segment, "existing": True}, STOP))
    told = why(by_segment, before)
    assert (told["reason"], told["sentence"]) == ("not in the segment", "The contact is not in the segment that comes in.")
    assert told["because"] == [{"test": {"segment": segment}, "text": told["because"][0]["text"], "value": False,
                                "holds": False}]
    later = workflows.publish(chain({"kind": "start"}, STOP))
    assert why(later, before)["reason"] == "was there before"
    only_before = workflows.publish(chain({"kind": "start", "existing": True, "future": False}, STOP))
    assert why(only_before, shop.contact())["reason"] == "came later"
    assert until(lambda: why(only_before, before), lambda found: found["state"] != "never")["reason"] == "finished"


def test_nobody_can_be_told_why_of_what_is_not_there(workflows, shop):
    running, contact = workflows.publish(waiting()), shop.contact()
    ids = [(running, UNKNOWN), (UNKNOWN, contact["id"]), (running, "f" * 24), ("f" * 24, contact["id"]),
           (running, "x"), ("x", contact["id"])]
    assert [workflows.call("GET", f"{WORKFLOWS}{one}/why/{other}").status for one, other in ids] == [404] * 4 + [400] * 2
    assert shop.call("DELETE", by_email(contact["_email"])).status == 204
    assert workflows.call("GET", f"{WORKFLOWS}{running}/why/{contact['id']}").status == 404


def test_a_draft_tells_how_many_it_would_take_in(workflows, shop, segments):
    people = [shop.contact(_points=777_000 + number) for number in range(3)]
    segment = segments.make()["id"]
    segments.added(segment, people[0])
    everybody = workflows.call("POST", "/admin/v1/segments/count?exact=true",
                               json={"filter": {"field": "_points", "is": "isSet"}}).json()["count"]

    def entering(start, *more):
        return workflows.get(f"{WORKFLOWS}{workflows.draw(chain(start, *more, STOP))}/entering")

    # On a busy machine there is no time to look at all of them, and less on a cluster, which asks other machines.
    least = 1 if processes.IS_CLUSTER else min(200, everybody)

    def is_near(found, truth):
        # In one of 20 cases the number lies outside of the two bounds; in none it lies as far away again.
        width = found["high"] - found["low"]
        assert found["low"] - width <= truth <= found["high"] + width and least <= found["lookedAt"] <= everybody
        assert found["lookedAt"] < everybody or found["estimate"] == truth

    above = {"field": "_points", "is": "between", "from": 777_001, "to": 777_999}
    is_near(entering({"kind": "start", "audience": above}, {"kind": "on-purchase"}), 2)
    is_near(entering({"kind": "start", "segment": segment}), 1)
    is_near(entering({"kind": "start"}), everybody)


def test_how_many_would_come_in_cannot_be_told_of_half_a_draft(workflows, segments):
    half = workflows.draw(graph([{"id": "s", "kind": "start"}], []))
    refused = workflows.call("GET", f"{WORKFLOWS}{half}/entering")
    assert refused.problem_paths == [one["path"] for one in workflows.get(WORKFLOWS + half)["incidents"]] != []
    unbuilt = segments.unbuilt({"field": "_points", "is": "isSet"})["id"]
    drawn = workflows.draw(chain({"kind": "start", "segment": unbuilt}, STOP))
    assert workflows.call("GET", f"{WORKFLOWS}{drawn}/entering").status == 409
    assert [workflows.call("GET", f"{WORKFLOWS}{one}/entering").status for one in (UNKNOWN, "f" * 24, "x")] == [
        404, 404, 400]

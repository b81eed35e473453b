"""Workflows that run: publishing, pausing, finishing; people who come in by themselves and by hand, where they are, and
what brought them there."""

import json

import pytest

from harness.contacts import by_email
from harness.coupons import WORKFLOWS
from harness.custom_events import Integrations, receiving
from harness.purchases import Shop
from harness.segments import until
from harness.workflows import Workflows, by_hand, chain, graph, waiting

UNKNOWN = "6968d6c00b18c7fd80000000"
STEPS = ("publish", "pause", "resume", "finish")
NOTHING = {"entered": 0, "waiting": 0, "left": {}, "skipped": {}, "failed": 0, "ended": {}}


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
    """The type of events that tell of a cart."""
    integrations = Integrations(client, admin)
    yield integrations.make_type(receiving({"id": "total", "name": "Total", "type": "decimal"}))
    integrations.tidy()


def shown(steps):
    """A word for each step: `node`, `node>port`, with the reason and the value."""
    return [step["node"] + (f">{step['port']}" if "port" in step else "")
            + "".join(f"({step[name]})" for name in ("reason", "value") if name in step) for step in steps]


def test_a_draft_is_published_as_version_after_version(workflows):
    drawn = workflows.draw(waiting())
    path = WORKFLOWS + drawn
    before = workflows.get(path)
    assert "version" not in before and "startedAt" not in before
    first = workflows.done(drawn, "publish")
    assert (first["status"], first["version"]) == ("active", 1) and first["startedAt"] >= before["createdAt"]
    assert workflows.get(path) == first
    changed = workflows.call("PATCH", path, json={"definition": waiting("P2D")}).json()
    assert changed["version"] == 1 and changed["definition"] == waiting("P2D"), "it is a draft beside the version"
    second = workflows.done(drawn, "publish")
    assert second["version"] == 2 and second["startedAt"] == first["startedAt"] and second["status"] == "active"


def test_all_that_keeps_a_draft_from_being_published_is_told(workflows):
    half = graph([{"id": "s", "kind": "start"}, {"id": "a", "kind": "check"}, {"id": "b", "kind": "wait"}], ["s a"])
    drawn = workflows.draw(half)
    refused = workflows.post(drawn, "publish")
    incidents = workflows.get(WORKFLOWS + drawn)["incidents"]
    assert len(incidents) >= 3 and refused.problem_paths == [one["path"] for one in incidents]
    assert [one["reason"] for one in refused.json()["validationErrors"]] == [one["words"] for one in incidents]
    assert workflows.get(WORKFLOWS + drawn)["status"] == "draft"


def test_a_workflow_goes_only_where_it_can_go(workflows):
    drawn = workflows.draw(waiting())
    allowed = {"draft": {"publish": "active"}, "active": {"publish": "active", "pause": "paused", "finish": "finished"},
               "paused": {"publish": "paused", "resume": "active", "finish": "finished"}, "finished": {}}
    state = "draft"
    for step in (None, "publish", "pause", "publish", "resume", "pause", "finish"):
        if step:
            state = allowed[state][step]
            told = workflows.done(drawn, step)
            assert told["status"] == state and workflows.get(WORKFLOWS + drawn) == told
        for other in STEPS:
            if other in allowed[state]:
                continue
            refused = workflows.post(drawn, other)
            assert refused.status == 409 and f"The workflow is {state}" in refused.json()["detail"], refused.summary()
    assert told["version"] == 2 and told["finishedAt"] >= told["startedAt"]


@pytest.mark.parametrize("step", STEPS)
def test_a_workflow_that_is_not_there_goes_nowhere(workflows, step):
    assert [workflows.post(one, step).status for one in (UNKNOWN, "f" * 24, "x")] == [404, 404, 400]
    assert workflows.post(UNKNOWN, step, headers={"Idempotency-Key": "é"}).problem_paths == ["/Idempotency-Key"]
    assert workflows.post(UNKNOWN, step, json={"anything": 1}).status == 404, "a body is ignored"
    encoded = workflows.post(UNKNOWN, step, body=b"x", headers={"Content-Encoding": "gzip"})
    assert encoded.status == 415, encoded.summary()


def test_a_step_under_a_key_is_done_once(workflows):
    large = {**waiting(), "notes": "x" * 100_000}
    drawn = workflows.draw(large)
    for number, step in enumerate(("publish", "pause", "resume", "finish")):
        headers = {"Idempotency-Key": f"{drawn} {number}"}
        first, second = (workflows.post(drawn, step, headers=headers) for _ in range(2))
        assert first.status == 200 and second.body == first.body, second.summary()
        assert second.header("Idempotency-Replayed") == "true"
        reused = workflows.post(drawn, "pause" if step != "pause" else "publish", headers=headers)
        assert reused.problem_paths == ["/Idempotency-Key"]
    assert workflows.get(WORKFLOWS + drawn)["version"] == 1


def test_every_step_leaves_an_audit_row(workflows, shop):
    drawn, contact = workflows.publish(waiting()), shop.contact()
    run = workflows.started(drawn, contact)
    workflows.settled(drawn, run)
    assert workflows.call("POST", workflows.run_path(drawn, run) + "/skip").status == 200
    workflows.settled(drawn, run)
    other = workflows.started(drawn, shop.contact())
    assert workflows.call("POST", workflows.run_path(drawn, other) + "/stop").status == 200
    for step in ("pause", "resume", "finish"):
        workflows.done(drawn, step)
    rows = workflows.get("/admin/v1/audit/?pageSize=100")["results"]
    assert [row["action"] for row in rows if row["subject"] in (drawn, run, other)][::-1] == [
        "workflow.create", "workflow.publish", "workflow.start-run", "workflow.skip-node", "workflow.start-run",
        "workflow.stop-run", "workflow.pause", "workflow.resume", "workflow.finish"]


def test_an_event_brings_somebody_in_and_the_numbers_tell_it(workflows, shop, cart):
    running = workflows.publish(graph(
        [{"id": "begin", "kind": "start"}, {"id": "cart", "kind": "on-event", "event": cart["alias"]},
         {"id": "large", "kind": "check", "filter": {"path": "event.total", "is": "atLeast", "value": 50}},
         {"id": "mark", "kind": "set-field", "field": "_points", "value": 7},
         {"id": "wait", "kind": "wait", "period": "P1D"}],
        ["begin cart", "cart large", "large.yes mark", "large.no wait"]))
    assert workflows.numbers(running) == {one: NOTHING for one in ("begin", "cart", "large", "mark", "wait")}
    rich, poor = shop.contact(), shop.contact()
    for contact, total in ((rich, 50), (poor, 49.99)):
        sent = shop.call("POST", f"/custom-events/alias/{cart['alias']}",
                         json={"guest": contact["_email"], "total": total})
        assert sent.status < 300, sent.summary()
    ended, = workflows.await_runs(rich, ["ended"])
    waits, = workflows.await_runs(poor, ["waiting"])
    assert ended == {"id": ended["id"], "workflowId": running, "version": 1, "contactId": rich["id"], "state": "ended",
                     "node": "mark", "outcome": "finished", "startedAt": ended["startedAt"],
                     "endedAt": ended["endedAt"]}
    assert waits["node"] == "wait" and waits["waitsUntil"] > waits["startedAt"] and "outcome" not in waits
    assert shop.call("GET", by_email(rich["_email"])).json()["_points"] == 7
    told = workflows.run(running, ended["id"])
    assert shown(told["steps"]) == ["cart>next", "large>yes", "mark>next(7)"] and told["links"] == {}
    assert [step["number"] for step in told["steps"]] == [1, 2, 3]
    assert {name: value for name, value in told.items() if name not in ("steps", "links")} == ended
    assert workflows.numbers(running) == {
        "begin": NOTHING, "cart": {**NOTHING, "entered": 2, "left": {"next": 2}},
        "large": {**NOTHING, "entered": 2, "left": {"yes": 1, "no": 1}},
        "mark": {**NOTHING, "entered": 1, "left": {"next": 1}, "ended": {"finished": 1}},
        "wait": {**NOTHING, "entered": 1, "waiting": 1}}


def test_somebody_is_brought_in_by_hand_with_values(workflows, shop, cart):
    running = workflows.publish(graph(
        [{"id": "begin", "kind": "start"}, {"id": "cart", "kind": "on-event", "event": cart["alias"]},
         {"id": "large", "kind": "check", "filter": {"path": "event.total", "is": "atLeast", "value": 50}},
         {"id": "done", "kind": "stop"}], ["begin cart", "cart large", "large.yes done"]))
    for body, path in (({"values": {"total": 60}}, ["cart>next", "large>yes", "done"]),
                       ({"values": {"total": 40}}, ["cart>next", "large>no"]), ({}, ["cart>next", "large>no"])):
        contact = shop.contact()
        answer = workflows.start(running, contact["id"], **body)
        assert answer.status == 201, answer.summary()
        new = answer.json()
        assert new == {"id": new["id"], "workflowId": running, "version": 1, "contactId": contact["id"],
                       "state": "running", "node": "cart", "startedAt": new["startedAt"]}
        assert shown(workflows.settled(running, new["id"])["steps"]) == path
        assert [one["id"] for one in workflows.await_runs(contact, ["ended"])] == [new["id"]]


def test_whoever_may_not_come_in_is_told_why(workflows, shop):
    once, often = workflows.publish(waiting()), workflows.publish(waiting(reentry="always"))
    rarely, contact = workflows.publish(waiting(reentry="after:P7D")), shop.contact()

    def why(workflow_id, **body):
        refused = workflows.start(workflow_id, contact["id"], **body)
        assert refused.status == 409, refused.summary()
        return refused.json()["detail"]

    for workflow_id in (once, often, rarely):
        run = workflows.started(workflow_id, contact)
        assert why(workflow_id, force=True) == "The contact does not come in: already inside."
        assert workflows.call("POST", workflows.run_path(workflow_id, run) + "/stop").status == 200
    assert why(once) == "The contact does not come in: was in it before."
    assert why(rarely) == "The contact does not come in: too soon."
    for workflow_id, body in ((once, {"force": True}), (rarely, {"force": True}), (often, {"force": None})):
        workflows.started(workflow_id, contact, **body)
    workflows.done(once, "pause")
    assert "The workflow is paused" in why(once, force=True)
    workflows.done(once, "finish")
    assert "The workflow is finished" in why(once, force=True)
    assert "never published" in why(workflows.draw(waiting()))


def test_runs_by_hand_have_the_key_that_their_values_say(workflows, shop, cart):
    running = workflows.publish(chain({"kind": "start"}, {"kind": "on-event", "event": cart["alias"]},
                                      {"kind": "wait", "period": "P1D"}, runs="onePerKey", key="event.total"))
    contact = shop.contact()
    for total, key in ((1.5, "1.5"), (2, "2"), ("II", "II")):
        run = workflows.started(running, contact, values={"total": total})
        assert workflows.settled(running, run)["key"] == key
    assert "already inside" in workflows.start(running, contact["id"], values={"total": 2}).json()["detail"]
    for body in ({}, {"values": {}}, {"values": {"total": None}}):
        refused = workflows.start(running, contact["id"], force=True, **body)
        assert refused.status == 409 and "no key" in refused.json()["detail"], refused.summary()


@pytest.mark.parametrize("body, paths", [
    ({}, ["/contactId"]), ([], ["/contactId"]), ({"contactId": None, "values": [], "force": 1}, ["/contactId", "/force", "/values"]),
    ({"contactId": "x", "values": "y"}, ["/contactId", "/values"]),
    ({"contactId": UNKNOWN, "values": {"a": {"b": ["\0"]}}}, ["/values/a/b/0"]),
    ({"contactId": UNKNOWN, "values": {"a": "x" * 4_089}}, ["/values"]),
], ids=lambda value: str(value)[:50])
def test_all_that_is_wrong_with_a_run_is_told_at_once(workflows, body, paths):
    path = f"{WORKFLOWS}{UNKNOWN}/runs/"
    assert workflows.call("POST", path, json=body).problem_paths == paths
    assert workflows.call("POST", path, json=body, headers={"Idempotency-Key": "wrong"}).problem_paths == paths


def test_values_may_be_as_large_as_the_limit_says(workflows, shop):
    running = workflows.publish(waiting())
    workflows.started(running, shop.contact(), values={"a": "x" * 4_088})
    workflows.started(running, shop.contact(), values=None)


def test_nobody_unknown_is_brought_in(workflows, shop):
    running, contact = workflows.publish(waiting()), shop.contact()
    assert [workflows.start(running, one).status for one in (UNKNOWN, "f" * 24)] == [404, 422]
    assert [workflows.start(one, contact["id"]).status for one in (UNKNOWN, "f" * 24, "x")] == [404, 404, 400]
    assert workflows.call("POST", f"{WORKFLOWS}{running}/runs/", body=b"{",
                          headers={"Content-Type": "application/json"}).status == 400


def test_a_run_is_started_once_under_a_key(workflows, shop):
    running, contact = workflows.publish(waiting(reentry="always")), shop.contact()
    headers = {"Idempotency-Key": "one run"}
    first, second = (workflows.start(running, contact["id"], headers=headers) for _ in range(2))
    assert first.status == 201 and second.body == first.body and second.header("Idempotency-Replayed") == "true"
    assert len(workflows.await_runs(contact, ["waiting"])) == 1
    stop = workflows.run_path(running, first.json()["id"]) + "/stop"
    first, second = (workflows.call("POST", stop, headers={"Idempotency-Key": "one stop"}) for _ in range(2))
    assert first.status == 200 and second.body == first.body
    assert workflows.call("POST", stop).status == 409
    reused = workflows.call("POST", stop.replace("/stop", "/skip"), headers={"Idempotency-Key": "one stop"})
    assert reused.problem_paths == ["/Idempotency-Key"]
    assert workflows.call("POST", stop, headers=headers).problem_paths == ["/Idempotency-Key"]
    assert workflows.start(running, contact["id"], headers=headers, force=True).problem_paths == ["/Idempotency-Key"]


def test_a_run_is_stopped_where_it_is(workflows, shop):
    running = workflows.publish(waiting())
    run = workflows.started(running, shop.contact())
    workflows.settled(running, run)
    stop = workflows.run_path(running, run) + "/stop"
    stopped = workflows.call("POST", stop)
    assert stopped.status == 200 and stopped.json()["outcome"] == "stopped", stopped.summary()
    told = workflows.run(running, run)
    assert told["state"] == "ended" and told["node"] == "n1" and "waitsUntil" not in told
    for what in ("stop", "skip"):
        refused = workflows.call("POST", workflows.run_path(running, run) + f"/{what}")
        assert refused.status == 409 and refused.json()["detail"] == "The run has ended."
    assert workflows.numbers(running)["n1"] == {**NOTHING, "entered": 1, "ended": {"stopped": 1}}
    assert workflows.get(workflows.at_node_path(running, "n1"))["results"] == []


def test_a_node_is_skipped_for_one_who_waits_there(workflows, shop):
    running = workflows.publish(by_hand({"kind": "wait", "period": "P9D"},
                                      {"kind": "set-field", "field": "_points", "value": 3},
                                      {"kind": "wait", "period": "P9D"}))
    contact = shop.contact()
    run = workflows.started(running, contact)
    workflows.settled(running, run)
    skip = workflows.run_path(running, run) + "/skip"
    skipped = workflows.call("POST", skip)
    assert skipped.status == 200 and skipped.json()["state"] == "running", skipped.summary()
    told = workflows.settled(running, run)
    assert told["node"] == "n3" and shown(told["steps"]) == ["t>next", "n1", "n1>next(by hand)", "n2>next(3)", "n3"]
    assert [step["isSkipped"] for step in told["steps"]] == [False, False, True, False, False]
    assert shop.call("GET", by_email(contact["_email"])).json()["_points"] == 3
    assert workflows.numbers(running)["n1"] == {**NOTHING, "entered": 1, "left": {"next": 1}, "skipped": {"by hand": 1}}
    assert [workflows.numbers(running)[node]["entered"] for node in ("t", "n1", "n2", "n3")] == [1] * 4
    last = workflows.call("POST", skip).json()
    assert (last["state"], last["outcome"]) == ("ended", "finished"), "nothing comes behind the last node"


def test_all_runs_at_a_node_are_stopped_or_skipped_by_whoever_saw_how_many(workflows, shop):
    running = workflows.publish(by_hand({"kind": "wait", "period": "P1D"}, {"kind": "wait", "period": "P1D"}))
    old = [workflows.started(running, shop.contact()) for _ in range(2)]
    workflows.done(running, "publish")
    runs = old + [workflows.started(running, shop.contact())]
    for run in runs:
        workflows.settled(running, run)

    def move(what, expected, node="n1", **more):
        return workflows.call("POST", workflows.at_node_path(running, node) + what, json={"expected": expected}, **more)

    for what in ("stop", "skip"):
        refused = move(what, 2)
        assert refused.status == 409 and refused.json()["detail"] == "There are 3 runs at this node now, not 2."
    assert workflows.numbers(running)["n1"]["waiting"] == 3
    headers = {"Idempotency-Key": f"{running} skip"}
    first, second = (move("skip", 3, headers=headers) for _ in range(2))
    assert first.json() == {"count": 3, "areMoreLeft": False} and second.body == first.body
    for run in runs:
        until(lambda: workflows.run(running, run), lambda found: (found["node"], found["state"]) == ("n2", "waiting"))
    assert [workflows.run(running, run)["version"] for run in runs] == [1, 1, 2]
    assert move("stop", 3, "n2").json() == {"count": 3, "areMoreLeft": False}
    assert [workflows.run(running, run)["outcome"] for run in runs] == ["stopped"] * 3
    assert workflows.numbers(running)["n1"] == {**NOTHING, "entered": 3, "left": {"next": 3}, "skipped": {"by hand": 3}}
    assert workflows.numbers(running)["n2"] == {**NOTHING, "entered": 3, "ended": {"stopped": 3}}
    for what in ("stop", "skip"):
        assert move(what, 0).json() == {"count": 0, "areMoreLeft": False}
    rows = [row["action"] for row in workflows.get("/admin/v1/audit/?pageSize=100")["results"]
            if row["subject"] == running]
    assert rows[:4] == ["workflow.skip-runs", "workflow.stop-runs", "workflow.stop-runs", "workflow.skip-runs"]


def test_only_so_many_runs_are_stopped_at_a_time(workflows, shop):
    running = workflows.publish(waiting())
    for _ in range(501):
        workflows.started(running, shop.contact())
    path = workflows.at_node_path(running, "n1") + "stop"
    until(lambda: workflows.numbers(running)["n1"]["waiting"], lambda found: found == 501)
    assert workflows.call("POST", path, json={"expected": 501}).json() == {"count": 500, "areMoreLeft": True}
    assert workflows.call("POST", path, json={"expected": 501}).status == 409
    assert workflows.call("POST", path, json={"expected": 1}).json() == {"count": 1, "areMoreLeft": False}


@pytest.mark.parametrize("what", ["stop", "skip"])
def test_what_cannot_be_done_to_all_runs_is_refused(workflows, what):
    drawn = workflows.draw(waiting())
    paths = [f"{WORKFLOWS}{one}/nodes/{node}/runs/{what}" for one, node in (
        (UNKNOWN, "n1"), ("f" * 24, "n1"), ("x", "n1"), (drawn, "no-such"))]
    assert [workflows.call("POST", path, json={"expected": 0}).status for path in paths] == [404, 404, 400, 404]
    for body in ({}, {"expected": None}, {"expected": -1}, {"expected": "1"}, {"expected": 1.5}):
        assert workflows.call("POST", paths[0], json=body).problem_paths == ["/expected"]
    assert workflows.call("POST", workflows.at_node_path(drawn, "n1") + what, json={"expected": 0}).status == 200


def test_a_run_belongs_to_its_workflow(workflows, shop):
    running, other = workflows.publish(waiting()), workflows.publish(waiting())
    run = workflows.started(running, shop.contact())
    workflows.settled(running, run)
    for method, rest in (("GET", ""), ("POST", "/stop"), ("POST", "/skip")):
        paths = [workflows.run_path(*ids) + rest for ids in (
            (other, run), (running, UNKNOWN), (running, "f" * 24), (UNKNOWN, run), (running, "x"), ("x", run))]
        assert [workflows.call(method, path).status for path in paths] == [404, 404, 404, 404, 400, 400]
    for rest in ("/stop", "/skip"):
        encoded = workflows.call("POST", workflows.run_path(running, run) + rest, body=b"x",
                                 headers={"Content-Encoding": "gzip"})
        assert encoded.status == 415, encoded.summary()


def test_a_long_run_is_told_part_by_part(workflows, shop):
    checks = [{"id": f"c{number}", "kind": "check", "filter": {"field": "_points", "is": "isSet"}}
              for number in range(249)]
    running = workflows.publish(graph(
        by_hand()["nodes"] + checks,
        ["n0 t", "t c0", *(f"{one['id']}.yes {other['id']}" for one, other in zip(checks, checks[1:]))]))
    run = workflows.started(running, shop.contact())
    told = workflows.settled(running, run)
    numbers, target = [], workflows.run_path(running, run)
    while target:
        told = workflows.get(target)
        numbers.append([step["number"] for step in told["steps"]])
        following = told["links"].get("next")
        target = following and following[following.index(WORKFLOWS):]
    assert [len(part) for part in numbers] == [100, 100, 50] and sum(numbers, []) == list(range(1, 251))
    assert workflows.get(workflows.run_path(running, run) + "?afterStep=250")["steps"] == []
    for wrong in ("-1", "x", "1.5", "", str(2**63)):
        refused = workflows.call("GET", f"{workflows.run_path(running, run)}?afterStep={wrong}")
        assert refused.problem_paths == ["/afterStep"], wrong


def test_lists_of_runs_are_newest_first_and_their_links_lead_through(workflows, shop):
    running = workflows.publish(waiting(reentry="always"))
    people = [shop.contact() for _ in range(5)]
    made = [workflows.started(running, contact) for contact in people][::-1]
    for run in made:
        workflows.settled(running, run)
    often = shop.contact()
    again = []
    for _ in range(3):
        again.insert(0, workflows.started(running, often))
        assert workflows.call("POST", workflows.run_path(running, again[0]) + "/stop").status == 200
    for path, wanted in ((workflows.at_node_path(running, "n1"), made),
                         (f"/admin/v1/contacts/{often['id']}/runs/", again)):
        found, target = [], path + "?pageSize=2"
        while target:
            answer = workflows.get(target)
            found += [one["id"] for one in answer["results"]]
            following = answer["links"].get("next")
            target = following and following[following.index(path):]
        assert found == wanted
        back = answer["links"]["prev"]
        before = workflows.get(back[back.index(path):])["results"]
        assert [one["id"] for one in before] == wanted[len(wanted) - len(answer["results"]) - 2:][:2]
        assert workflows.get(path + "?pageSize=1&page=2")["results"][0]["id"] == wanted[1]
        assert workflows.call("GET", path + "?pageSize=0&cursor=o.1.x").problem_paths == ["/pageSize", "/cursor"]


def test_lists_of_runs_may_be_empty(workflows, shop):
    drawn, contact = workflows.draw(waiting()), shop.contact()
    for path in (workflows.at_node_path(drawn, "n1"), f"/admin/v1/contacts/{contact['id']}/runs/"):
        assert workflows.get(path) == {"links": {"prev": None}, "results": []}
    missing = [workflows.at_node_path(drawn, "no such"), workflows.at_node_path(UNKNOWN, "n1"),
               f"/admin/v1/contacts/{UNKNOWN}/runs/", f"/admin/v1/contacts/{'f' * 24}/runs/"]
    assert [workflows.call("GET", path).status for path in missing] == [404] * 4
    for path in (workflows.at_node_path("x", "n1"), "/admin/v1/contacts/x/runs/", f"{WORKFLOWS}x/numbers"):
        assert workflows.call("GET", path).status == 400
    assert workflows.call("GET", f"{WORKFLOWS}{UNKNOWN}/numbers").status == 404


def test_nodes_have_any_name_and_are_told_of_after_they_are_gone(workflows, shop):
    name = "wait / 100% ü"
    plain = json.dumps(by_hand({"kind": "wait", "period": "P1D"}))
    running = workflows.publish(json.loads(plain.replace('"n1"', json.dumps(name))))
    run = workflows.started(running, shop.contact())
    workflows.settled(running, run)
    workflows.call("PATCH", WORKFLOWS + running, json={"definition": waiting()})
    assert list(workflows.numbers(running)) == ["n0", "t", name], "a draft beside a version is not told of"
    assert workflows.done(running, "publish")["version"] == 2
    assert list(workflows.numbers(running)) == ["n0", "t", "n1", "n2", name]
    assert [one["id"] for one in workflows.get(workflows.at_node_path(running, name))["results"]] == [run]
    assert workflows.run(running, run)["version"] == 1, "people inside stay in their version"
    assert workflows.call("POST", workflows.run_path(running, run) + "/skip").json()["outcome"] == "finished"
    new = workflows.started(running, shop.contact())
    assert workflows.settled(running, new)["version"] == 2


def test_a_pause_holds_what_acts_and_finishing_ends_everything(workflows, shop):
    running = workflows.publish(by_hand({"kind": "wait", "period": "P1D"},
                                        {"kind": "set-field", "field": "_points", "value": 3}))
    contact, other = shop.contact(), shop.contact()
    held, waits = workflows.started(running, contact), workflows.started(running, other)
    for run in (held, waits):
        workflows.settled(running, run)
    workflows.done(running, "pause")
    assert workflows.call("POST", workflows.run_path(running, held) + "/skip").status == 200
    told = workflows.settled(running, held)
    assert (told["state"], told["node"]) == ("waiting", "n2") and shown(told["steps"])[-1] == "n2(paused)"
    workflows.done(running, "resume")
    ended = until(lambda: workflows.run(running, held), lambda found: found["state"] == "ended")
    assert shown(ended["steps"])[-1] == "n2>next(3)" and workflows.run(running, waits)["state"] == "waiting"
    assert shop.call("GET", by_email(contact["_email"])).json()["_points"] == 3
    active = workflows.call("DELETE", WORKFLOWS + running)
    assert active.status == 409 and "Finish it" in active.json()["detail"]
    workflows.done(running, "finish")
    stopped = until(lambda: workflows.run(running, waits), lambda found: found["state"] == "ended")
    assert stopped["outcome"] == "stopped"
    until(lambda: workflows.call("DELETE", WORKFLOWS + running).status, lambda status: status == 204)
    assert workflows.call("GET", f"{WORKFLOWS}{running}/numbers").status == 404


def test_erasing_somebody_takes_their_runs_along_and_leaves_the_numbers(workflows, shop):
    running, contact, headers = workflows.publish(waiting()), shop.contact(), {"Idempotency-Key": "to be erased"}
    run = workflows.start(running, contact["id"], headers=headers).json()["id"]
    workflows.settled(running, run)
    before = workflows.numbers(running)["n1"]
    assert before["waiting"] == 1
    assert shop.call("DELETE", by_email(contact["_email"])).status == 204
    assert workflows.call("GET", workflows.run_path(running, run)).status == 404
    assert workflows.call("GET", f"/admin/v1/contacts/{contact['id']}/runs/").status == 404
    assert [workflows.call("POST", workflows.run_path(running, run) + rest).status for rest in ("/stop", "/skip")] == [
        404, 404]
    assert workflows.start(running, contact["id"], headers=headers).status == 404, "the answer is forgotten"
    assert workflows.get(workflows.at_node_path(running, "n1"))["results"] == []
    assert workflows.numbers(running)["n1"] == {**before, "waiting": 0}


def test_what_a_version_uses_tells_it_and_stays(workflows, segments):
    segment = segments.make()["id"]
    path = f"/admin/v1/segments/{segment}"
    running = workflows.draw(by_hand({"kind": "add-to-segment", "segment": segment}))
    assert workflows.get(path + "/used-by")["workflows"] == [], "a draft uses nothing"
    for _ in range(2):
        workflows.done(running, "publish")
    assert workflows.get(path + "/used-by")["workflows"] == [{"id": running, "name": "W"}]
    used = workflows.call("DELETE", path)
    assert used.status == 409 and 'workflow "W"' in used.json()["detail"]
    workflows.done(running, "finish")
    assert workflows.get(path + "/used-by")["workflows"] == []

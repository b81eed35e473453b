"""Several contacts are started in a workflow at once, as by somebody who searched for them."""

import pytest

from harness.purchases import Shop
from harness.workflows import WORKFLOWS, Workflows, waiting

UNKNOWN = "ffffffffffffffff00000000"


@pytest.fixture
def workflows(client, admin):
    return Workflows(client, admin)


@pytest.fixture
def shop(client, admin):
    return Shop(client, admin)


def start(workflows, workflow_id, ids, headers=None, **body):
    return workflows.call("POST", f"{WORKFLOWS}{workflow_id}/runs/batch", json={"contactIds": ids, **body},
                          headers=headers or {})


def outcomes(answer):
    assert answer.status == 200, answer.summary()
    return answer.json()["outcomes"]


def test_each_is_started_or_told_why_not(workflows, shop):
    running = workflows.publish(waiting())
    ada, grace, alan = (shop.contact() for _ in range(3))
    before = workflows.started(running, grace)
    told = outcomes(start(workflows, running, [alan["id"], UNKNOWN, grace["id"], ada["id"].upper(), ada["id"], "f" * 24]))
    inside = "The contact does not come in: already inside."
    assert [one["outcome"] for one in told] == ["started", "not-found", "refused", "started", "refused", "not-found"]
    assert [one.get("reason") for one in told] == [None, None, inside, None, inside, None]
    for contact, run in ((alan, told[0]["runId"]), (grace, before), (ada, told[3]["runId"])):
        assert [one["id"] for one in workflows.await_runs(contact, ["waiting"])] == [run]


def test_whoever_was_in_it_before_comes_by_force(workflows, shop):
    running, ada = workflows.publish(waiting()), shop.contact()
    run = workflows.started(running, ada)
    assert workflows.call("POST", workflows.run_path(running, run) + "/stop").status == 200
    [told] = outcomes(start(workflows, running, [ada["id"]]))
    assert told == {"outcome": "refused", "reason": "The contact does not come in: was in it before."}
    [told] = outcomes(start(workflows, running, [ada["id"]], force=True))
    assert told["outcome"] == "started"


def test_it_happens_once_under_a_key_and_leaves_one_audit_row(workflows, shop, client, admin):
    running, people = workflows.publish(waiting(reentry="always")), [shop.contact()["id"] for _ in range(3)]
    headers = {"Idempotency-Key": running}
    first, second = (start(workflows, running, people, headers) for _ in range(2))
    assert second.body == first.body and second.header("Idempotency-Replayed") == "true"
    rows = client.call("GET", "/admin/v1/audit/?pageSize=100", key=admin).json()["results"]
    assert [row["action"] for row in rows if row.get("subject") == running].count("workflow.start-runs") == 1


def test_nobody_comes_into_what_is_paused(workflows, shop):
    running, ada = workflows.publish(waiting()), shop.contact()
    workflows.done(running, "pause")
    refused = start(workflows, running, [ada["id"]])
    assert refused.status == 409 and "The workflow is paused" in refused.json()["detail"]
    assert start(workflows, UNKNOWN, [ada["id"]]).status == 404
    assert start(workflows, "x", [ada["id"]]).status == 400


@pytest.mark.parametrize("body, paths", [
    ({}, ["/contactIds"]), ({"contactIds": {}}, ["/contactIds"]), ({"contactIds": []}, ["/contactIds"]),
    ({"contactIds": [UNKNOWN] * 101}, ["/contactIds"]), ({"contactIds": [1, UNKNOWN, "x"]}, ["/contactIds/0", "/contactIds/2"]),
    ({"contactIds": None, "force": "yes"}, ["/contactIds", "/force"]), ([], ["/contactIds"]),
])
def test_what_is_no_list_of_contacts_is_refused(workflows, body, paths):
    running = workflows.publish(waiting())
    answer = workflows.call("POST", f"{WORKFLOWS}{running}/runs/batch", json=body)
    assert answer.status == 422 and answer.problem_paths == paths, answer.summary()

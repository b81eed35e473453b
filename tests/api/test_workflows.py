"""Drafts of workflows: drawing, changing, reading and deleting them."""

import json
import re

import pytest

from harness.coupons import WORKFLOWS, Coupons, definition

PUBLIC = "/workflows/"
UNKNOWN = "6968d6c00b18c7fd80000000"
START = {"id": "s", "kind": "start"}
OLD = {"path": "/definition/formatVersion", "code": "format", "words": "must be 2 to be published"}


@pytest.fixture
def coupons(client, admin):
    found = Coupons(client, admin)
    yield found
    found.tidy()


def test_a_new_workflow_is_a_draft_and_answered_whole(coupons):
    drawn = coupons.make_workflow(tags=["e-mail", "coupons"], status="active", startedAt="2020-01-01")
    assert re.fullmatch(r"[0-9a-f]{24}", drawn["id"])
    assert drawn == {"id": drawn["id"], "name": "Win back", "status": "draft", "tags": ["e-mail", "coupons"],
                     "createdAt": drawn["createdAt"], "updatedAt": drawn["createdAt"], "definition": definition(),
                     "incidents": [OLD]}
    for spelling in (drawn["id"], drawn["id"].upper()):
        assert coupons.call("GET", WORKFLOWS + spelling).json() == drawn
    assert coupons.make_workflow(tags=None)["tags"] == []


def test_the_public_read_has_no_definition(coupons, make_key, client):
    drawn = coupons.make_workflow()
    key = make_key(["workflow:read"])
    del drawn["definition"], drawn["incidents"]
    assert client.call("GET", PUBLIC + drawn["id"], key=key).json() == drawn
    assert drawn in client.call("GET", PUBLIC + "?pageSize=100", key=key).json()["results"]
    assert drawn in coupons.call("GET", WORKFLOWS + "?pageSize=100").json()["results"]


def test_a_definition_is_kept_as_it_was_sent(coupons):
    text = ('{"edges":[{"label":"yes","to":"b","from":"a"}],"nodes":[{"kind":"start","id":"a","at":{"x":1.50,"y":-0}},'
            '{"id":"b","kind":"anything","list":[null,true,"\u00e9"]}],"formatVersion":1,"zoom":1e3}')
    body = f'{{"name": "N", "definition": {text}}}'.encode()
    answer = coupons.call("POST", WORKFLOWS, body=body, headers={"Content-Type": "application/json"})
    assert answer.status == 201, answer.summary()
    coupons.drawn.append(answer.json()["id"])
    assert text.encode() in answer.body
    assert text.encode() in coupons.call("GET", WORKFLOWS + answer.json()["id"]).body


@pytest.mark.parametrize("path", [PUBLIC, WORKFLOWS])
def test_the_list_is_newest_first_and_its_links_lead_through(coupons, path):
    made = [coupons.make_workflow(name=f"W{number}")["id"] for number in range(5)][::-1]
    target, found = path + "?pageSize=2", []
    while target:
        answer = coupons.call("GET", target).json()
        found += [one["id"] for one in answer["results"]]
        following = answer["links"].get("next")
        target = following and following[following.index(path):]
    assert [one for one in found if one in made] == made and len(found) == len(set(found))
    second = coupons.call("GET", path + "?pageSize=2&page=2").json()
    back = second["links"]["prev"]
    assert [one["id"] for one in coupons.call("GET", back[back.index(path):]).json()["results"]] == found[:2]
    assert coupons.call("GET", path + "?page=10000&pageSize=1").json()["results"] == []
    assert coupons.call("GET", path + "?pageSize=0&cursor=o.1.x").problem_paths == ["/pageSize", "/cursor"]


@pytest.mark.parametrize("body, paths", [
    ({}, ["/name", "/definition"]), ([], ["/name", "/definition"]),
    ({"name": "", "tags": [""] * 2, "definition": None}, ["/name", "/tags/0", "/tags/1", "/definition"]),
    ({"name": "N" * 501, "tags": ["t" * 51], "definition": []}, ["/name", "/tags/0", "/definition"]),
    ({"name": "N", "tags": [str(number) for number in range(21)], "definition": definition()}, ["/tags"]),
    ({"name": "N", "tags": ["a", "a"], "definition": definition()}, ["/tags/1"]),
], ids=lambda value: str(value)[:50])
def test_all_that_is_wrong_with_a_workflow_is_told_at_once(coupons, body, paths):
    assert coupons.draw(body).problem_paths == paths


def graph(nodes, edges=(), **more):
    return {"formatVersion": 1, "nodes": nodes, "edges": list(edges), **more}


@pytest.mark.parametrize("wrong, paths", [
    ({}, ["/formatVersion", "/nodes", "/edges"]),
    ({"formatVersion": 3, "nodes": 1, "edges": {}}, ["/formatVersion", "/nodes", "/edges"]),
    ({"formatVersion": "1", "nodes": [START], "edges": None}, ["/formatVersion", "/edges"]),
    ({"formatVersion": 0, "nodes": [START], "edges": []}, ["/formatVersion"]),
    ({"formatVersion": 1.5, "nodes": [START], "edges": []}, ["/formatVersion"]),
    (graph([]), ["/nodes"]), (graph([{"id": "a", "kind": "b"}]), ["/nodes"]),
    (graph([START, {"id": "t", "kind": "start"}]), ["/nodes/1/kind"]),
    (graph([START, START]), ["/nodes/1/kind", "/nodes/1/id"]),
    (graph([START, {}, 1, {"id": "", "kind": "k" * 101}, {"id": "i" * 101, "kind": 1}]),
     ["/nodes/1/id", "/nodes/1/kind", "/nodes/2", "/nodes/3/id", "/nodes/3/kind", "/nodes/4/id", "/nodes/4/kind"]),
    (graph([START], [{"from": "s", "to": "S"}, {"from": "x"}, "s"]), ["/edges/0/to", "/edges/1/to", "/edges/1/from", "/edges/2"]),
    (graph([START, {"id": "a", "kind": "b", "couponSetId": "x"}]), ["/nodes/1/couponSetId"]),
    (graph([START, {"id": "a", "kind": "b", "couponSetId": 1}]), ["/nodes/1/couponSetId"]),
    (graph([START, {"id": "a", "kind": "b", "couponSetId": UNKNOWN}]), ["/nodes/1/couponSetId"]),
    (graph([START], deep={"a": ["\0"]}), ["/deep/a/0"]),
    (graph([START] + [{"id": str(number), "kind": "k"} for number in range(500)]), ["/nodes"]),
    (graph([START], [{"from": "s", "to": "s"}] * 2001), ["/edges"]),
    (graph([START], long="x" * 262_144), [""]),
], ids=lambda value: str(value)[:60])
def test_the_shape_of_a_definition_is_checked(coupons, wrong, paths):
    assert coupons.draw({"name": "N", "definition": wrong}).problem_paths == [f"/definition{path}" for path in paths]


def test_a_definition_may_be_as_large_and_deep_as_the_limits_say(coupons):
    deep = []
    for _ in range(30):
        deep = [deep]
    many = [START] + [{"id": str(number), "kind": "k"} for number in range(499)]
    large = graph([START], long="")
    large["long"] = "x" * (262_144 - len(json.dumps(large, separators=(",", ":"))))
    for good in (graph([START], deep=deep), graph(many), graph([START], [{"from": "s", "to": "s"}] * 2000), large):
        assert coupons.make_workflow(definition=good)["definition"] == good
    refused = coupons.draw({"name": "N", "definition": graph([START], deep=[deep])})
    assert refused.problem_paths == ["/definition/deep" + "/0" * 31]


def test_a_change_takes_what_it_names(coupons):
    made = coupons.make()
    before = coupons.make_workflow()
    path = WORKFLOWS + before["id"]
    for nothing in ({}, [], {"name": "Win back"}, {"definition": definition()}, {"status": "active", "id": 1}):
        assert coupons.call("PATCH", path, json=nothing).json() == before
    after = coupons.call("PATCH", path, json={"name": "Other", "definition": definition(made["id"])}).json()
    assert after == {**before, "name": "Other", "definition": definition(made["id"]), "updatedAt": after["updatedAt"]}
    tagged = coupons.call("PATCH", path, json={"tags": ["a"]}).json()
    assert tagged["tags"] == ["a"] and tagged["definition"] == after["definition"]
    assert coupons.call("PATCH", path, json={"tags": None}).json()["tags"] == []
    refused = coupons.call("PATCH", path, json={"name": None, "definition": None})
    assert refused.problem_paths == ["/name", "/definition"]
    assert coupons.call("PATCH", path, json={"definition": definition(UNKNOWN)}).problem_paths == [
        "/definition/nodes/1/couponSetId"]
    assert coupons.call("GET", path).json()["definition"] == after["definition"]
    everything = {"name": "", "definition": {**definition(UNKNOWN), "edges": [{"from": "x", "to": "y"}], "more": "\0"}}
    paths = ["/definition/edges/0/from", "/definition/edges/0/to", "/definition/more", "/definition/nodes/1/couponSetId",
             "/name"]
    for target in (path, WORKFLOWS + UNKNOWN, WORKFLOWS + "f" * 24):
        assert sorted(coupons.call("PATCH", target, json=everything).problem_paths) == paths
    assert sorted(coupons.draw(everything).problem_paths) == paths


def test_a_coupon_set_tells_which_workflows_name_it(coupons):
    one, other = coupons.make()["id"], coupons.make_single()["id"]
    first, second = coupons.make_workflow(one, other, one)["id"], coupons.make_workflow(one)["id"]

    def used(set_id):
        public = coupons.call("GET", f"/coupon-sets/{set_id}").json()["usedInWorkflows"]
        assert coupons.read(set_id)["usedInWorkflows"] == public
        return [use["workflowId"] for use in public]

    assert (used(one), used(other)) == ([first, second], [first])
    coupons.call("PATCH", WORKFLOWS + first, json={"definition": definition(other)})
    assert (used(one), used(other)) == ([second], [first])
    coupons.call("DELETE", WORKFLOWS + second)
    assert (used(one), used(other)) == ([], [first])
    listed = {each["id"]: each for each in coupons.call("GET", "/coupon-sets/?pageSize=100").json()["results"]}
    assert listed[one]["usedInWorkflows"] == [] and listed[other]["usedInWorkflows"] == [{"workflowId": first}]


def test_a_deleted_workflow_is_gone(coupons):
    drawn = coupons.make_workflow()
    assert coupons.call("DELETE", WORKFLOWS + drawn["id"]).status == 204
    for method, path, more in (("DELETE", WORKFLOWS, {}), ("GET", WORKFLOWS, {}), ("GET", PUBLIC, {}),
                               ("PATCH", WORKFLOWS, {"json": {}})):
        assert coupons.call(method, path + drawn["id"], **more).status == 404


@pytest.mark.parametrize("method, path", [("GET", PUBLIC), ("GET", WORKFLOWS), ("PATCH", WORKFLOWS),
                                          ("DELETE", WORKFLOWS)])
def test_an_id_is_unknown_or_no_id(coupons, method, path):
    more = {"json": {}} if method == "PATCH" else {}
    assert [coupons.call(method, path + one, **more).status for one in (UNKNOWN, "f" * 24, "x", "g" * 24)] == [
        404, 404, 400, 400]


def test_there_are_1000_workflows_at_most(start_server, document):
    server = start_server()
    coupons = Coupons(server.client(document), server.admin_key)
    for _ in range(1000):
        coupons.make_workflow()
    refused = coupons.draw({"name": "one more", "definition": definition()})
    assert refused.problem_paths == ["/name"] and "1000 workflows" in refused.json()["validationErrors"][0]["reason"]
    assert coupons.call("DELETE", WORKFLOWS + coupons.drawn[0]).status == 204
    coupons.make_workflow()


def test_a_request_under_a_key_is_done_once(coupons):
    body = {"name": "Once", "definition": graph([START], long="x" * 100_000)}
    headers = {"Idempotency-Key": "one workflow"}
    first, second = (coupons.draw(body, headers=headers) for _ in range(2))
    assert second.body == first.body and second.header("Idempotency-Replayed") == "true"
    assert coupons.draw({**body, "name": "Other"}, headers=headers).problem_paths == ["/Idempotency-Key"]
    headers = {"Idempotency-Key": "one change"}
    first, second = (coupons.call("PATCH", WORKFLOWS + first.json()["id"], json={"tags": ["once"]}, headers=headers)
                     for _ in range(2))
    assert second.body == first.body and second.header("Idempotency-Replayed") == "true"


def test_every_change_leaves_an_audit_row(coupons, client, admin):
    drawn = coupons.make_workflow()
    coupons.call("PATCH", WORKFLOWS + drawn["id"], json={"tags": ["a"], "definition": graph([START])})
    coupons.call("DELETE", WORKFLOWS + drawn["id"])
    rows = client.call("GET", "/admin/v1/audit/?pageSize=100", key=admin).json()["results"]
    mine = [row for row in rows if row["subject"] == drawn["id"]]
    assert [row["action"] for row in mine] == ["workflow.delete", "workflow.change", "workflow.create"]
    assert mine[1]["changes"] == ["tags", "definition"]

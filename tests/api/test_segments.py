"""Making, showing, changing, listing and deleting segments."""

import re

import pytest

from harness.segments import COLLECTION, UNKNOWN, Segments, outcomes

UNKNOWN = "5f0000000000000000000000"
FULL = {"name": "N" * 200, "kind": "static", "description": "ñ" * 5000}


def test_a_new_segment_is_answered_whole(segments):
    made = segments.make()
    assert re.fullmatch(r"[0-9a-f]{24}", made["id"])
    assert made == {"id": made["id"], "name": "Regulars", "kind": "static", "members": 0,
                    "createdAt": made["createdAt"], "updatedAt": made["createdAt"]}
    for spelling in (made["id"], made["id"].upper()):
        assert segments.read(spelling) == made


def test_every_property_is_kept_and_null_means_absent(segments):
    made = segments.make(**FULL)
    assert {name: made[name] for name in FULL} == FULL
    assert "description" not in segments.make(description=None, unknown=1, id="x", members=7)
    assert segments.make(description="")["description"] == ""


def test_what_is_no_object_is_no_segment(segments):
    for body in (b"", b"{", b"[1]", b"1"):
        answer = segments.call("POST", COLLECTION, body=body, headers={"Content-Type": "application/json"})
        assert answer.status == 400, answer.summary()


@pytest.mark.parametrize("body, paths", [
    ({}, ["/name", "/kind"]), ([], ["/name", "/kind"]), ({"name": None, "kind": None}, ["/name", "/kind"]),
    ({"name": "", "kind": "dynamic"}, ["/name", "/filter"]),
    ({"name": "N" * 201, "kind": "Static", "description": "d" * 5001}, ["/name", "/kind", "/description"]),
    ({"name": "a\0b", "kind": 1, "description": []}, ["/name", "/kind", "/description"]),
], ids=str)
def test_all_that_is_wrong_is_told_at_once(segments, body, paths):
    assert segments.post(body).problem_paths == paths


@pytest.mark.parametrize("name", ["name", "description"])
def test_a_change_of_one_property_leaves_the_others_alone(segments, name):
    before = segments.make()
    after = segments.call("PATCH", COLLECTION + before["id"], json={name: FULL[name], "kind": "static"}).json()
    assert after == {**before, name: FULL[name], "updatedAt": after["updatedAt"]}
    assert after["updatedAt"] >= before["updatedAt"]
    assert segments.read(before["id"]) == after


def test_null_clears_the_description_alone(segments):
    before = segments.make(**FULL)
    path = COLLECTION + before["id"]
    assert "description" not in segments.call("PATCH", path, json={"description": None}).json()
    after = segments.read(before["id"])
    assert segments.call("PATCH", path, json={"name": None, "kind": None, "description": "x"}).problem_paths == [
        "/name", "/kind"]
    assert segments.call("PATCH", path, json={"kind": "dynamic", "name": "x"}).problem_paths == ["/kind"]
    assert segments.read(before["id"]) == after


def test_what_changes_nothing_leaves_the_time_alone(segments):
    before = segments.make(description="d")
    segments.added(before["id"], segments.contact())
    for change in ({}, [], {"description": "d"}, {"id": "x", "members": 9, "unknown": None}):
        assert segments.call("PATCH", COLLECTION + before["id"], json=change).json() == {**before, "members": 1}


def test_the_list_is_newest_first_and_its_links_lead_through(segments):
    made = [segments.make(name=f"S{number}")["id"] for number in range(5)][::-1]
    segments.added(made[2], segments.contact(), segments.contact())
    found = segments.walk(COLLECTION, page_size=2)
    assert [one["id"] for one in found if one["id"] in made] == made
    assert {one["id"]: one["members"] for one in found}[made[2]] == 2
    second = segments.call("GET", COLLECTION + "?pageSize=2&page=2").json()
    assert second["results"] == found[2:4]
    back = second["links"]["prev"]
    first = segments.call("GET", back[back.index(COLLECTION):]).json()
    assert first["results"] == found[:2] and first["links"]["prev"] is None
    assert segments.call("GET", COLLECTION + "?page=10000&pageSize=1").json()["results"] == []
    assert segments.call("GET", COLLECTION + "?page=0&cursor=o.1.x").problem_paths == ["/cursor", "/page"]


def test_a_deleted_segment_is_gone_for_everybody_and_nobody_is_said_to_have_left(segments):
    made, contact = segments.make(), segments.contact()
    segments.added(made["id"], contact)
    path = COLLECTION + made["id"]
    assert segments.call("DELETE", path).status == 204
    for method, target, more in (("GET", path, {}), ("DELETE", path, {}), ("PATCH", path, {"json": {}}),
                                 ("GET", path + "/members/", {}), ("POST", path + "/members/", {"json": {"contacts": []}}),
                                 ("DELETE", f"{path}/members/{contact['id']}", {})):
        assert segments.call(method, target, **more).status == 404, (method, target)
    assert segments.add(made["id"], {"id": contact["id"]}).status == 404
    assert made["id"] not in {one["id"] for one in segments.walk(COLLECTION)}
    assert segments.segments_of(contact["id"]) == []
    assert [kind for kind, _ in segments.activities(contact["id"])] == ["contact-entered-segment"]


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
def test_an_id_is_unknown_or_no_id(segments, method):
    body = {"json": {}} if method == "PATCH" else {}
    assert segments.call(method, COLLECTION + UNKNOWN, **body).status == 404
    assert segments.call(method, COLLECTION + "f" * 24, **body).status == 404
    for no_id in ("x", "a" * 23, "g" * 24):
        assert segments.call(method, COLLECTION + no_id, **body).status == 400


def test_there_are_500_at_most(start_server, document):
    server = start_server()
    segments = Segments(server.client(document), server.admin_key)
    for number in range(500):
        segments.make(name=f"S{number}")
    refused = segments.post({"name": "one more", "kind": "static"})
    assert refused.problem_paths == ["/name"] and "500 segments" in refused.json()["validationErrors"][0]["reason"]
    contact = segments.contact()
    for segment_id in segments.made:
        segments.added(segment_id, contact)
    # One contact in all of them, as far as its export and its erasure go.
    export = segments.call("GET", f"/admin/v1/contacts/{contact['id']}/export").json()
    assert [one["segmentId"] for one in export["segments"]] == segments.made[::-1]
    assert segments.call("DELETE", COLLECTION + segments.made[0]).status == 204
    segments.make()
    assert len(segments.segments_of(contact["id"])) == 499
    assert segments.call("DELETE", f"/contacts/email/{contact['_email']}").status == 204
    assert {one["members"] for one in segments.walk(COLLECTION)} == {0}


def test_every_change_is_audited_and_what_changes_nothing_is_not(segments):
    made, contact = segments.make(), segments.contact()
    path = COLLECTION + made["id"]
    for change in ({"name": "A", "description": "B"}, {"name": "A"}):
        assert segments.call("PATCH", path, json=change).status == 200
    by_id = {"id": contact["id"]}
    for wanted in ("added", "already-there"):
        assert outcomes(segments.add(made["id"], by_id)) == [wanted]
    for wanted in ("removed", "not-there"):
        assert outcomes(segments.remove(made["id"], by_id)) == [wanted]
    segments.added(made["id"], contact)
    for status in (204, 404):
        assert segments.call("DELETE", f"{path}/members/{contact['id']}").status == status
    assert segments.call("DELETE", path).status == 204
    entries = segments.call("GET", "/admin/v1/audit/?pageSize=100").json()["results"]
    own = [(one["action"], one["changes"]) for one in entries if one["subject"] == made["id"]]
    assert own == [("segment.delete", []), ("segment.remove-members", []), ("segment.add-members", []),
                   ("segment.remove-members", []), ("segment.add-members", []),
                   ("segment.change", ["name", "description"]), ("segment.create", [])]


def test_a_request_under_a_key_is_done_once(segments):
    headers = {"Idempotency-Key": "one segment"}
    first = segments.post({"name": "Once", "kind": "static"}, headers=headers)
    second = segments.post({"name": "Once", "kind": "static"}, headers=headers)
    assert second.body == first.body and second.header("Idempotency-Replayed") == "true"
    assert segments.post({"name": "Other", "kind": "static"}, headers=headers).problem_paths == ["/Idempotency-Key"]

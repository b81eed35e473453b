"""Who is in a segment: adding, removing, listing, and what becomes of it when a contact goes."""

import pytest

from harness.contacts import by_email, fresh_email, fresh_id
from harness.segments import COLLECTION, UNKNOWN, outcomes



@pytest.fixture
def segment(segments):
    return segments.make()["id"]


def test_a_contact_is_named_by_its_id_its_address_or_its_external_id(segments, segment):
    ada, bob, eve = segments.contact(), segments.contact(_externalId=fresh_id()), segments.contact()
    answer = segments.add(segment, {"email": f" {ada['_email'].upper()} ", "unknown": 1},
                          {"externalId": bob["_externalId"], "id": None}, {"id": eve["id"].upper()})
    assert answer.json() == {"outcomes": [{"outcome": "added", "contactId": one["id"]} for one in (ada, bob, eve)]}
    assert segments.members(segment) == [eve["id"], bob["id"], ada["id"]]
    assert segments.read(segment)["members"] == 3


def test_every_entry_has_its_outcome_in_its_order(segments, segment):
    ada, bob = segments.contact(), segments.contact()
    segments.added(segment, ada)
    answer = segments.add(segment, {"email": fresh_email()}, {"id": bob["id"]}, {"id": ada["id"]}, {"id": UNKNOWN},
                          {"externalId": fresh_id()}, {"email": bob["_email"]})
    assert outcomes(answer) == ["not-found", "added", "already-there", "not-found", "not-found", "already-there"]
    assert answer.json()["outcomes"][0] == {"outcome": "not-found"}
    answer = segments.remove(segment, {"id": ada["id"]}, {"email": ada["_email"]}, {"id": UNKNOWN})
    assert outcomes(answer) == ["removed", "not-there", "not-found"]
    assert answer.json()["outcomes"][1] == {"outcome": "not-there", "contactId": ada["id"]}
    assert segments.members(segment) == [bob["id"]] and segments.read(segment)["members"] == 1


def test_nobody_and_a_thousand_may_be_named_and_not_one_more(segments, segment):
    ada = segments.contact()
    for change in (segments.add, segments.remove):
        assert outcomes(change(segment)) == []
        found = outcomes(change(segment, *[{"id": UNKNOWN}] * 999, {"id": ada["id"]}))
        assert found[:999] == ["not-found"] * 999 and found[999] in ("added", "removed")
        assert change(segment, *[{"id": ada["id"]}] * 1001).problem_paths == ["/contacts"]
    assert segments.read(segment)["members"] == 0


@pytest.mark.parametrize("body, paths", [
    ({}, ["/contacts"]), ([], ["/contacts"]), ({"contacts": None}, ["/contacts"]), ({"contacts": {}}, ["/contacts"]),
    ({"contacts": "ada@example.org"}, ["/contacts"]), ({"contacts": ["ada@example.org"]}, ["/contacts/0"]),
    ({"contacts": [{"email": "nobody"}, {}, {"id": "x"}, {"email": "a@b.example", "externalId": "1"},
                   {"externalId": "x" * 51}, {"externalId": ""}, {"email": 1}, None, {"email": None}]},
     ["/contacts/0/email", "/contacts/1", "/contacts/2/id", "/contacts/3", "/contacts/4/externalId",
      "/contacts/5/externalId", "/contacts/6/email", "/contacts/7", "/contacts/8"]),
    ({"contacts": [{"id": "f" * 24}, {"externalId": "a\0b"}]}, ["/contacts/0/id", "/contacts/1/externalId"]),
], ids=str)
@pytest.mark.parametrize("way", ["", "remove"])
def test_all_that_is_wrong_is_told_at_once_and_nothing_is_done(segments, segment, body, paths, way):
    path = segments.members_path(segment) + way
    assert sorted(segments.call("POST", path, json=body).problem_paths) == sorted(paths)
    if isinstance(body, dict) and isinstance(body.get("contacts"), list):
        ada = segments.contact()
        body = {"contacts": [{"id": ada["id"]}, *body["contacts"]]}
        assert segments.call("POST", path, json=body).status == 422
        assert segments.activities(ada["id"]) == []


@pytest.mark.parametrize("way", ["", "remove"])
def test_what_is_no_object_names_nobody(segments, segment, way):
    for body in (b"", b"{", b"[1]", b"1"):
        answer = segments.call("POST", segments.members_path(segment) + way, body=body,
                               headers={"Content-Type": "application/json"})
        assert answer.status == 400, answer.summary()


def test_entering_and_leaving_are_told_once_with_the_segment_as_it_was_called(segments, segment):
    ada = segments.contact()
    segments.added(segment, ada)
    segments.call("PATCH", COLLECTION + segment, json={"name": "Friends"})
    assert outcomes(segments.add(segment, {"id": ada["id"]})) == ["already-there"]
    assert outcomes(segments.remove(segment, {"id": ada["id"]}, {"id": ada["id"]})) == ["removed", "not-there"]
    entered, left = ("contact-entered-segment", "Regulars"), ("contact-exited-segment", "Friends")
    assert segments.activities(ada["id"]) == [
        (kind, {"segmentId": segment, "segmentName": name}) for kind, name in (left, entered)]
    segments.added(segment, ada)
    assert len(segments.activities(ada["id"])) == 3


def test_one_contact_is_removed_by_its_path(segments, segment):
    ada, bob = segments.contact(), segments.contact()
    segments.added(segment, ada)
    path = segments.members_path(segment)
    assert segments.call("DELETE", path + ada["id"].upper()).status == 204
    again = segments.call("DELETE", path + ada["id"])
    assert again.status == 404 and again.json()["detail"] == "The contact is not in this segment."
    for contact in (bob["id"], UNKNOWN, "f" * 24):
        assert segments.call("DELETE", path + contact).status == 404
    assert segments.call("DELETE", path + "x").status == 400
    assert [kind for kind, _ in segments.activities(ada["id"])] == ["contact-exited-segment", "contact-entered-segment"]
    assert segments.read(segment)["members"] == 0


@pytest.mark.parametrize("method, path, body", [
    ("GET", "members/", None), ("POST", "members/", {"contacts": []}), ("POST", "members/remove", {"contacts": []}),
    ("DELETE", f"members/{UNKNOWN}", None)])
def test_a_segment_is_unknown_or_no_segment(segments, method, path, body):
    more = {} if body is None else {"json": body}
    for unknown in (UNKNOWN, "f" * 24):
        answer = segments.call(method, f"{COLLECTION}{unknown}/{path}", **more)
        assert answer.status == 404 and answer.json()["detail"] == "There is no segment with this id."
    assert segments.call(method, f"{COLLECTION}x/{path}", **more).status == 400
    if body is not None:
        assert segments.call(method, f"{COLLECTION}{UNKNOWN}/{path}", json={}).status == 422


def test_the_members_are_a_list_of_contacts_that_its_links_lead_through(segments, segment):
    contacts = [segments.contact(_name=f"C{number}") for number in range(5)]
    segments.added(segment, *contacts)
    path = segments.members_path(segment)
    found = segments.walk(path, page_size=2)
    assert [member["contact"] for member in found] == contacts[::-1]
    assert all(member["enteredAt"] >= member["contact"]["_createdAt"] for member in found)
    second = segments.call("GET", path + "?pageSize=2&page=2").json()
    assert second["results"] == found[2:4]
    back = second["links"]["prev"]
    first = segments.call("GET", back[back.index(path):]).json()
    assert first["results"] == found[:2] and first["links"]["prev"] is None
    assert segments.call("GET", path + "?page=99").json() == {"links": {"prev": f"{back.split('?')[0]}?page=98&pageSize=20"},
                                                             "results": []}
    assert segments.call("GET", path + "?page=0&pageSize=0&cursor=x").problem_paths == ["/pageSize", "/cursor", "/page"]
    assert segments.call("GET", segments.members_path(segments.make()["id"])).json()["results"] == []


def test_the_segments_of_a_contact_are_a_list_too(segments):
    ada, made = segments.contact(), [segments.make(name=f"S{number}") for number in range(5)]
    for one in made:
        segments.added(one["id"], ada)
    path = f"/admin/v1/contacts/{ada['id']}/segments/"
    found = segments.walk(path, page_size=2)
    assert [(one["segmentId"], one["name"], one["kind"]) for one in found] == [
        (one["id"], one["name"], "static") for one in made[::-1]]
    back = segments.call("GET", path + "?pageSize=2&page=2").json()["links"]["prev"]
    assert segments.call("GET", back[back.index(path):]).json()["results"] == found[:2]
    assert segments.call("GET", path + "?page=0").problem_paths == ["/page"]
    assert segments.call("GET", f"/admin/v1/contacts/{UNKNOWN}/segments/").status == 404
    assert segments.call("GET", f"/admin/v1/contacts/{'f' * 24}/segments/").status == 404
    assert segments.call("GET", "/admin/v1/contacts/x/segments/").status == 400
    assert segments.segments_of(segments.contact()["id"]) == []


def test_the_export_of_a_person_shows_where_they_are(segments, segment):
    ada = segments.contact()
    path = f"/admin/v1/contacts/{ada['id']}/export"
    assert segments.call("GET", path).json()["segments"] == []
    segments.added(segment, ada)
    assert segments.call("GET", path).json()["segments"] == segments.walk(f"/admin/v1/contacts/{ada['id']}/segments/")


def test_an_erased_contact_is_in_no_segment_and_does_not_come_back_into_one(segments, segment):
    ada, bob = segments.contact(), segments.contact()
    segments.added(segment, ada, bob)
    assert segments.call("DELETE", by_email(ada["_email"])).status == 204
    assert segments.members(segment) == [bob["id"]] and segments.read(segment)["members"] == 1
    again = segments.call("PATCH", by_email(ada["_email"]), json={}).json()
    assert segments.segments_of(again["id"]) == []
    assert outcomes(segments.add(segment, {"id": ada["id"]}, {"email": ada["_email"]})) == ["not-found", "added"]


def test_a_batch_under_a_key_is_done_once(segments, segment):
    ada, headers = segments.contact(), {"Idempotency-Key": fresh_id()}
    first = segments.add(segment, {"id": ada["id"]}, headers=headers)
    assert outcomes(first) == ["added"]
    second = segments.add(segment, {"id": ada["id"]}, headers=headers)
    assert second.body == first.body and second.header("Idempotency-Replayed") == "true"
    assert segments.add(segment, headers=headers).problem_paths == ["/Idempotency-Key"]
    # With the contact goes what was said of it.
    assert segments.call("DELETE", f"/contacts/email/{ada['_email']}").status == 204
    assert outcomes(segments.add(segment, {"id": ada["id"]}, headers=headers)) == ["not-found"]
    ada = segments.contact()
    assert outcomes(segments.add(segment, {"id": ada["id"]})) == ["added"]
    # A long answer is kept too.
    many = [{"id": ada["id"]}] * 1000
    headers = {"Idempotency-Key": fresh_id()}
    first = segments.remove(segment, *many, headers=headers)
    assert outcomes(first) == ["removed"] + ["not-there"] * 999
    assert segments.remove(segment, *many, headers=headers).body == first.body

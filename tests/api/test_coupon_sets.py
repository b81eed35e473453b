"""Making, filling, changing and deleting coupon sets, and giving out their codes."""

import re
import uuid

import pytest

from harness.contacts import by_email, fresh_email, fresh_id
from harness.coupons import MANAGED, PUBLIC, Coupons, fresh_codes

UNKNOWN = "6968d6c00b18c7fd80000000"
PRIVATE = {"alertThreshold", "isLow", "expiresAt"}


@pytest.fixture
def coupons(client, admin):
    found = Coupons(client, admin)
    yield found
    found.tidy()


@pytest.fixture
def contact(client, admin):
    answer = client.call("PATCH", by_email(fresh_email()), json={"_externalId": fresh_id()}, key=admin)
    assert answer.status == 200, answer.summary()
    yield answer.json()
    client.call("DELETE", by_email(answer.json()["_email"]), key=admin)


# --- sets

def test_a_new_set_of_many_is_answered_whole(coupons):
    made = coupons.make(["a", "A", " é~"], alertThreshold=3, expiresAt="2036-01-01")
    assert re.fullmatch(r"[0-9a-f]{24}", made["id"])
    assert made == {"id": made["id"], "name": "Back", "type": "multiple", "quantity": 3, "available": 3, "assigned": 0,
                    "usedInWorkflows": [], "alertThreshold": 3, "isLow": True, "expiresAt": "2036-01-01T00:00:00.000Z",
                    "createdAt": made["createdAt"], "updatedAt": made["createdAt"]}
    for spelling in (made["id"], made["id"].upper()):
        assert coupons.read(spelling) == made
    assert [one["code"] for one in coupons.codes(made["id"])] == [" é~", "A", "a"]


def test_a_new_single_set_is_answered_whole(coupons):
    made = coupons.make_single(quantity=5)
    assert made == {"id": made["id"], "name": "Summer", "type": "single", "code": "SUMMER", "quantity": 5,
                    "available": 5, "assigned": 0, "usedInWorkflows": [], "isLow": False,
                    "createdAt": made["createdAt"], "updatedAt": made["createdAt"]}
    endless = coupons.make_single(quantity=None, alertThreshold=None, expiresAt=None, codes=None, unknown=1)
    assert endless["quantity"] is None and endless["available"] is None
    assert coupons.codes(endless["id"]) == []
    assert coupons.make_single(quantity=0)["available"] == 0


def test_the_public_read_keeps_the_settings_to_itself(coupons, make_key, client):
    made = coupons.make(["a"], alertThreshold=1, expiresAt="2036-01-01")
    key = make_key(["coupon-set:read"])
    expected = {name: value for name, value in made.items() if name not in PRIVATE}
    assert client.call("GET", PUBLIC + made["id"], key=key).json() == expected
    assert expected in client.call("GET", PUBLIC + "?pageSize=100", key=key).json()["results"]
    assert made in coupons.call("GET", MANAGED + "?pageSize=100").json()["results"]
    assert client.call("GET", MANAGED + made["id"], key=key).json() == made
    assert client.call("GET", MANAGED + made["id"], key=make_key(["store:read"])).status == 403


@pytest.mark.parametrize("path", [PUBLIC, MANAGED])
def test_the_list_is_newest_first_and_its_links_lead_through(coupons, path):
    made = [coupons.make(name=f"S{number}")["id"] for number in range(5)][::-1]
    target, found = path + "?pageSize=2", []
    while target:
        answer = coupons.call("GET", target).json()
        found += [one["id"] for one in answer["results"]]
        following = answer["links"].get("next")
        target = following and following[following.index(path):]
    assert [one for one in found if one in made] == made and len(found) == len(set(found))
    second = coupons.call("GET", path + "?pageSize=2&page=2").json()
    assert [one["id"] for one in second["results"]] == found[2:4]
    back = second["links"]["prev"]
    first = coupons.call("GET", back[back.index(path):]).json()
    assert [one["id"] for one in first["results"]] == found[:2] and first["links"]["prev"] is None
    assert coupons.call("GET", path + "?page=10000&pageSize=1").json()["results"] == []
    assert coupons.call("GET", path + "?page=0&cursor=x").problem_paths == ["/cursor", "/page"]


@pytest.mark.parametrize("body, paths", [
    ({}, ["/name", "/type"]), ([], ["/name", "/type"]), ({"name": None, "type": None}, ["/name", "/type"]),
    ({"name": "", "type": "both", "code": "c", "codes": ["c"]}, ["/name", "/type"]),
    ({"name": "N" * 501, "type": "single"}, ["/name", "/code"]),
    ({"name": "N", "type": "single", "code": "", "codes": []}, ["/code", "/codes"]),
    ({"name": "N", "type": "single", "code": "c" * 101, "quantity": 500001}, ["/code", "/quantity"]),
    ({"name": "N", "type": "single", "code": "a\nb", "quantity": -1}, ["/code", "/quantity"]),
    ({"name": "N", "type": "single", "code": 1, "quantity": "1", "alertThreshold": 1.5, "expiresAt": "soon"},
     ["/code", "/quantity", "/alertThreshold", "/expiresAt"]),
    ({"name": "N", "type": "multiple", "code": "c", "quantity": 3}, ["/code", "/quantity"]),
    ({"name": "N", "type": "multiple", "codes": "a"}, ["/codes"]),
    ({"name": "N", "type": "multiple", "codes": ["a", "", "a", 1, "\0", "x" * 101, "\x7f"]},
     ["/codes/1", "/codes/2", "/codes/3", "/codes/4", "/codes/5", "/codes/6"]),
    ({"name": "N", "type": "multiple", "alertThreshold": 500001}, ["/alertThreshold"]),
], ids=str)
def test_all_that_is_wrong_with_a_set_is_told_at_once(coupons, body, paths):
    assert coupons.post(body).problem_paths == paths


@pytest.mark.parametrize("path", [MANAGED, "/admin/v1/workflows/"])
def test_what_is_no_object_makes_nothing(coupons, path):
    for body in (b"", b"{", b"[1]", b"1"):
        answer = coupons.call("POST", path, body=body, headers={"Content-Type": "application/json"})
        assert answer.status == 400, answer.summary()


@pytest.mark.parametrize("path", [MANAGED, PUBLIC, "/admin/v1/workflows/", "/workflows/"])
def test_a_query_that_cannot_be_decoded_is_refused(coupons, path):
    assert coupons.call("GET", path + "?page=%zz").status == 400


def test_a_change_takes_what_it_names(coupons):
    before = coupons.make(["a", "b"], alertThreshold=1)
    after = coupons.patch(before["id"], {"name": "Again", "alertThreshold": 2, "expiresAt": "2036-01-01T00:00:00Z"}).json()
    assert after == {**before, "name": "Again", "alertThreshold": 2, "isLow": True,
                     "expiresAt": "2036-01-01T00:00:00.000Z", "updatedAt": after["updatedAt"]}
    cleared = coupons.patch(before["id"], {"alertThreshold": None, "expiresAt": None}).json()
    assert "alertThreshold" not in cleared and "expiresAt" not in cleared and cleared["isLow"] is False
    for nothing in ({}, [], {"name": "Again"}, {"type": "single", "code": 7, "codes": ["z"], "assigned": 9, "id": 1}):
        assert coupons.patch(before["id"], nothing).json() == cleared
    assert coupons.patch(before["id"], {"name": None, "alertThreshold": -1}).problem_paths == ["/name", "/alertThreshold"]
    assert coupons.patch(before["id"], {"quantity": 5}).problem_paths == ["/quantity"]
    assert coupons.patch(before["id"], {"quantity": None}).problem_paths == ["/quantity"]
    assert coupons.read(before["id"]) == cleared


def test_the_quantity_of_a_single_set_can_be_changed_down_to_what_was_given_out(coupons, contact):
    made = coupons.make_single(quantity=3)
    for _ in range(2):
        assert coupons.assign(made["id"], {"contactId": contact["id"]}).status == 201
    refused = coupons.patch(made["id"], {"quantity": 1})
    assert refused.problem_paths == ["/quantity"] and "at least 2" in refused.json()["validationErrors"][0]["reason"]
    assert coupons.patch(made["id"], {"quantity": 2}).json()["available"] == 0
    assert coupons.assign(made["id"], {"contactId": contact["id"]}).status == 409
    assert coupons.patch(made["id"], {"quantity": None}).json()["available"] is None
    assert coupons.assign(made["id"], {"contactId": contact["id"]}).status == 201
    assert coupons.recount(made["id"]) == (None, None, 3)


@pytest.mark.parametrize("method, path", [
    ("GET", ""), ("PATCH", ""), ("DELETE", ""), ("GET", "/codes/"), ("POST", "/codes/"), ("POST", "/codes/remove"),
    ("POST", "/assignments/")])
def test_an_id_is_unknown_or_no_id(coupons, method, path):
    body = {"/assignments/": {"contactEmail": fresh_email()}, "": {}}.get(path, {"codes": ["a"]})
    more = {"json": body} if method in ("PATCH", "POST") else {}
    assert coupons.call(method, MANAGED + UNKNOWN + path, **more).status == 404
    assert coupons.call(method, MANAGED + "f" * 24 + path, **more).status == 404
    for no_id in ("x", "a" * 23, "g" * 24):
        assert coupons.call(method, MANAGED + no_id + path, **more).status == 400


def test_a_public_id_is_unknown_or_no_id(coupons):
    assert [coupons.call("GET", PUBLIC + one).status for one in (UNKNOWN, "f" * 24, "x")] == [404, 404, 400]


def test_a_deleted_set_is_gone_with_its_codes(coupons, contact):
    made = coupons.make(["a", "b"])
    assert coupons.assign(made["id"], {"contactId": contact["id"]}).status == 201
    assert coupons.call("DELETE", MANAGED + made["id"]).status == 204
    assert coupons.call("DELETE", MANAGED + made["id"]).status == 404
    assert coupons.call("GET", PUBLIC + made["id"]).status == 404
    assert coupons.assign(made["id"], {"contactId": contact["id"]}).status == 404
    assert coupons.add(made["id"], ["c"]).status == 404


def test_a_set_that_a_draft_names_can_be_deleted(coupons):
    made = coupons.make()
    drawn = coupons.make_workflow(made["id"])
    assert coupons.read(made["id"])["usedInWorkflows"] == [{"workflowId": drawn["id"]}]
    assert coupons.call("DELETE", MANAGED + made["id"]).status == 204


def test_there_are_1000_sets_at_most(start_server, document):
    server = start_server()
    coupons = Coupons(server.client(document), server.admin_key)
    for _ in range(1000):
        coupons.make()
    refused = coupons.post({"name": "one more", "type": "multiple"})
    assert refused.problem_paths == ["/name"] and "1000 coupon sets" in refused.json()["validationErrors"][0]["reason"]
    assert coupons.call("DELETE", MANAGED + coupons.made[0]).status == 204
    coupons.make()


# --- codes

def test_codes_are_added_in_their_order_and_once(coupons):
    made = coupons.make(["b"])
    after = coupons.add(made["id"], ["c", "a"]).json()
    assert (after["quantity"], after["available"], after["assigned"]) == (3, 3, 0)
    refused = coupons.add(made["id"], ["d", "a", "b"])
    assert refused.problem_paths == ["/codes/1", "/codes/2"]
    assert [one["code"] for one in coupons.codes(made["id"])] == ["a", "c", "b"]
    assert coupons.add(made["id"], []).json() == after
    assert coupons.add(made["id"], ["A"]).json()["quantity"] == 4
    assert coupons.recount(made["id"]) == (4, 4, 0)
    # Another set may have the same codes.
    assert coupons.make(["a", "b"])["quantity"] == 2


@pytest.mark.parametrize("body, paths", [
    ({}, ["/codes"]), ({"codes": None}, ["/codes"]), ({"codes": {}}, ["/codes"]), ([], ["/codes"]),
    ({"codes": ["a", "a"]}, ["/codes/1"]), ({"codes": [""]}, ["/codes/0"]), ({"codes": [None]}, ["/codes/0"]),
    ({"codes": ["x"] * 1001}, ["/codes"]),
], ids=lambda value: str(value)[:40])
@pytest.mark.parametrize("path", ["/codes/", "/codes/remove"])
def test_codes_that_cannot_be_read(coupons, path, body, paths):
    made = coupons.make()
    told = coupons.call("POST", MANAGED + made["id"] + path, json=body).problem_paths
    # What cannot be removed because it is not there is told, too.
    assert [one for one in told if path == "/codes/" or one in paths] == paths


def test_a_thousand_codes_come_at_once_and_pages_lead_through_them(coupons):
    codes = fresh_codes(1000)
    made = coupons.make(codes)
    assert [one["code"] for one in coupons.codes(made["id"])] == codes[::-1]
    page = f"{MANAGED}{made['id']}/codes/?pageSize=3&page=2"
    second = coupons.call("GET", page).json()
    assert [one["code"] for one in second["results"]] == codes[::-1][3:6]
    back = second["links"]["prev"]
    assert [one["code"] for one in coupons.call("GET", back[back.index(MANAGED):]).json()["results"]] == codes[::-1][:3]
    assert coupons.call("GET", f"{MANAGED}{made['id']}/codes/?state=free&page=0&cursor=o.1.x").problem_paths == [
        "/state", "/cursor", "/page"]


def test_codes_tell_what_became_of_them(coupons, contact):
    made = coupons.make(["a", "b"])
    given = coupons.assign(made["id"], {"contactId": contact["id"]}).json()
    free, taken = coupons.codes(made["id"])
    assert free == {"code": "b", "state": "available", "createdAt": made["createdAt"]}
    assert taken == {"code": "a", "state": "assigned", "contactId": contact["id"], "assignedAt": given["assignedAt"],
                     "createdAt": made["createdAt"]}
    assert coupons.codes(made["id"], "&state=available") == [free]
    assert coupons.codes(made["id"], "&state=assigned") == [taken]


def test_free_codes_can_be_removed(coupons, contact):
    made = coupons.make(["a", "b", "c"])
    assert coupons.assign(made["id"], {"contactId": contact["id"]}).json()["code"] == "a"
    refused = coupons.remove(made["id"], ["b", "a", "x"])
    assert refused.problem_paths == ["/codes/1", "/codes/2"]
    assert [one["reason"] for one in refused.json()["validationErrors"]] == ["was given out", "is not in the set"]
    assert coupons.recount(made["id"]) == (3, 2, 1)
    assert coupons.remove(made["id"], ["b"]).json()["quantity"] == 2
    assert coupons.remove(made["id"], ["b"]).problem_paths == ["/codes/0"]
    assert coupons.remove(made["id"], []).status == 200
    assert coupons.assign(made["id"], {"contactId": contact["id"]}).json()["code"] == "c"
    assert coupons.recount(made["id"]) == (2, 0, 2)


def test_all_that_is_wrong_with_codes_is_told_at_once(coupons, contact):
    made = coupons.make(["a", "b"])
    assert coupons.assign(made["id"], {"contactId": contact["id"]}).status == 201
    assert sorted(coupons.add(made["id"], ["new", "", "b", "\x7f", "new"]).problem_paths) == [
        "/codes/1", "/codes/2", "/codes/3", "/codes/4"]
    assert sorted(coupons.remove(made["id"], ["a", "", "x", "b"]).problem_paths) == ["/codes/0", "/codes/1", "/codes/2"]
    for unknown in (UNKNOWN, "f" * 24):
        assert coupons.add(unknown, [""]).problem_paths == ["/codes/0"] and coupons.add(unknown, ["a"]).status == 404
    assert [one["code"] for one in coupons.codes(made["id"])] == ["b", "a"]


def test_a_single_set_has_no_codes_of_its_own(coupons):
    made = coupons.make_single()
    assert coupons.add(made["id"], ["a"]).problem_paths == ["/codes"]
    assert coupons.remove(made["id"], ["SUMMER"]).problem_paths == ["/codes"]


# --- giving out

def test_each_code_goes_to_one_contact_and_then_none_is_left(coupons, contact, client, admin):
    made = coupons.make(["a", "b", "c"])
    names = [{"contactId": contact["id"]}, {"contactEmail": f" {contact['_email'].upper()} "},
             {"contactExternalId": contact["_externalId"], "contactId": None, "unknown": 1}]
    given = [coupons.assign(made["id"], name).json() for name in names]
    assert [one["code"] for one in given] == ["a", "b", "c"]
    assert given[0] == {"couponSetId": made["id"], "contactId": contact["id"], "code": "a",
                        "assignedAt": given[0]["assignedAt"]}
    refused = coupons.assign(made["id"], names[0])
    assert refused.status == 409 and refused.json()["detail"] == "All codes of this coupon set were given out."
    assert coupons.recount(made["id"]) == (3, 0, 3)
    activities = client.call("GET", f"/admin/v1/contacts/{contact['id']}/activities/", key=admin).json()["results"]
    assert [(one["kind"], one["data"]) for one in activities[:3]] == [
        ("coupon-assigned", {"couponSetId": made["id"], "couponSetName": "Back", "code": code, "cause": "management"})
        for code in ("c", "b", "a")]
    export = client.call("GET", f"/admin/v1/contacts/{contact['id']}/export", key=admin).json()
    assert sorted(one["code"] for one in export["coupons"]) == ["a", "b", "c"]
    assert {one["couponSetName"] for one in export["coupons"]} == {"Back"}


def test_an_expired_set_gives_out_nothing(coupons, contact):
    made = coupons.make(["a"], expiresAt="2020-01-01")
    refused = coupons.assign(made["id"], {"contactId": contact["id"]})
    assert refused.status == 409 and refused.json()["detail"] == "The coupon set has expired."
    assert coupons.recount(made["id"]) == (1, 1, 0)
    coupons.patch(made["id"], {"expiresAt": None})
    assert coupons.assign(made["id"], {"contactId": contact["id"]}).status == 201


def test_an_empty_set_gives_out_nothing(coupons, contact):
    assert coupons.assign(coupons.make()["id"], {"contactId": contact["id"]}).status == 409
    refused = coupons.assign(coupons.make_single(quantity=0)["id"], {"contactId": contact["id"]})
    assert refused.json()["detail"] == "The code of this coupon set was given out as often as it may be."


@pytest.mark.parametrize("name, detail", [
    ({"contactId": UNKNOWN}, "There is no contact with this id."),
    ({"contactEmail": "nobody@example.org"}, "There is no contact with this e-mail address."),
    ({"contactExternalId": "nobody"}, "There is no contact with this external id."),
], ids=str)
def test_an_unknown_contact_gets_nothing(coupons, name, detail):
    made = coupons.make(["a"])
    answer = coupons.assign(made["id"], name)
    assert answer.status == 404 and answer.json()["detail"] == detail
    assert coupons.recount(made["id"]) == (1, 1, 0)


@pytest.mark.parametrize("body, paths", [
    ({}, ["/contactId"]), ([], ["/contactId"]), ({"contactId": None}, ["/contactId"]),
    ({"contactId": "x"}, ["/contactId"]), ({"contactId": "f" * 24}, ["/contactId"]), ({"contactId": 1}, ["/contactId"]),
    ({"contactEmail": "no address"}, ["/contactEmail"]), ({"contactExternalId": ""}, ["/contactExternalId"]),
    ({"contactExternalId": "x" * 51}, ["/contactExternalId"]),
    ({"contactId": UNKNOWN, "contactEmail": "a@b.example", "contactExternalId": "e"},
     ["/contactEmail", "/contactExternalId"]),
], ids=str)
def test_a_contact_is_named_by_one_name(coupons, body, paths):
    assert coupons.assign(coupons.make(["a"])["id"], body).problem_paths == paths


def test_a_request_under_a_key_uses_up_one_code(coupons, contact):
    made = coupons.make(["a", "b"])
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    first = coupons.assign(made["id"], {"contactId": contact["id"]}, headers=headers)
    second = coupons.assign(made["id"], {"contactId": contact["id"]}, headers=headers)
    assert first.status == 201 and second.body == first.body and second.header("Idempotency-Replayed") == "true"
    assert coupons.recount(made["id"]) == (2, 1, 1)
    other = coupons.assign(made["id"], {"contactEmail": contact["_email"]}, headers=headers)
    assert other.problem_paths == ["/Idempotency-Key"]
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    assert coupons.add(made["id"], ["c"], headers=headers).status == 200
    assert coupons.add(made["id"], ["c"], headers=headers).header("Idempotency-Replayed") == "true"


def test_the_codes_of_an_erased_contact_stay_used_up(coupons, client, admin):
    path = by_email(fresh_email())
    person = client.call("PATCH", path, json={}, key=admin).json()
    made = coupons.make(["a", "b"])
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    assert coupons.assign(made["id"], {"contactId": person["id"]}, headers=headers).status == 201
    assert client.call("DELETE", path, key=admin).status == 204
    assert coupons.recount(made["id"]) == (2, 1, 1)
    assert "contactId" not in coupons.codes(made["id"], "&state=assigned")[0]
    # The kept answer went with the contact.
    assert coupons.assign(made["id"], {"contactId": person["id"]}, headers=headers).status == 404


def test_every_change_leaves_an_audit_row(coupons, contact, client, admin):
    made = coupons.make(["a"])
    coupons.add(made["id"], ["b", "c"])
    coupons.remove(made["id"], ["c"])
    coupons.patch(made["id"], {"name": "Other"})
    coupons.assign(made["id"], {"contactId": contact["id"]})
    coupons.call("DELETE", MANAGED + made["id"])
    rows = client.call("GET", "/admin/v1/audit/?pageSize=100", key=admin).json()["results"]
    mine = [row for row in rows if row["subject"] == made["id"]]
    assert [row["action"] for row in mine] == [f"coupon-set.{verb}" for verb in (
        "delete", "assign", "change", "remove-codes", "add-codes", "create")]
    assert mine[2]["changes"] == ["name"]

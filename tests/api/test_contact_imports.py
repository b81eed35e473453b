"""Imports of contacts: which contact a row is about, and what becomes of it."""

import pytest

from harness.contacts import fresh_id
from harness.imports import MANAGEMENT, Imports, rows_of

OVERRIDE = {"overrideExisting": "true"}
ONLY_EMPTY = {"overrideExisting": "true", "updateOnlyEmptyFields": "true"}


@pytest.fixture
def imports(client, admin):
    return Imports(client, admin)


@pytest.fixture
def people(client, admin):
    return People(client, admin)


class People:
    def __init__(self, client, key):
        self._client, self._key = client, key

    def call(self, method, path, **more):
        return self._client.call(method, path, key=self._key, **more)

    def make(self, email=None, external_id=None, **fields):
        path = f"/contacts/email/{email}" if email else f"/contacts/external-id/{external_id}"
        more = {"_externalId": external_id} if email and external_id else {}
        answer = self.call("PATCH", path, json={**fields, **more})
        assert answer.status == 200, answer.summary()
        return answer.json()

    def by_email(self, email):
        answer = self.call("GET", f"/contacts/email/{email}")
        return answer.json() if answer.status == 200 else None

    def by_external_id(self, external_id):
        answer = self.call("GET", f"/contacts/external-id/{external_id}")
        return answer.json() if answer.status == 200 else None

    def activities(self, contact):
        found = self.call("GET", f"/admin/v1/contacts/{contact['id']}/activities/").json()["results"]
        return [one["kind"] for one in found]


def address():
    return f"{fresh_id()}@example.org"


def counts(done):
    return done["status"], done["success"], done["errors"]


def test_a_row_sets_every_kind_of_field(imports, people):
    for field in ({"id": "colour", "type": "radio", "options": ["red", "blue"]},
                  {"id": "sizes", "type": "checkbox", "options": ["s", "m", "l"], "defaultValue": []},
                  {"id": "vip", "type": "boolean", "defaultValue": False}, {"id": "weight", "type": "decimal"},
                  {"id": "joined", "type": "date"}, {"id": "note", "type": "text"}, {"id": "second", "type": "email"},
                  {"id": "home", "type": "phone", "defaultCountryCode": "34"}, {"id": "cats", "type": "integer"}):
        options = {"options": [{"id": one, "label": one} for one in field["options"]]} if "options" in field else {}
        made = people.call("POST", "/contact-fields/", json={"name": field["id"], **field, **options})
        assert made.status == 201, made.summary()
    email, external_id = address(), fresh_id()
    values = {
        "_email": email, "_externalId": external_id, "_name": "'=Ada", "_surname": "'Byron",
        "_birthdate": "1815-12-10", "_mobilePhone": "+34 651-234-567", "_mobilePhoneStatus": "paused",
        "_emailStatus": "bounced", "_newsletterSubscriptionStatus": "subscribed", "_smsSubscriptionStatus": "none",
        "_points": "7", "colour": "red", "sizes": "s|l", "vip": "true", "weight": "1.25", "joined": "2020-02-03",
        "note": "'-1", "second": "x@example.org", "home": "651234567", "cats": "2", "unknown": "?", "_createdAt": "x"}
    done = imports.take_in(rows_of(list(values), list(values.values())))
    assert counts(done) == ("finished", 1, 0)
    found = people.by_email(email)
    assert found["_name"] == "=Ada" and found["_surname"] == "'Byron" and found["note"] == "-1"
    assert (found["_externalId"], found["_birthdate"]) == (external_id, "1815-12-10T00:00:00.000Z")
    assert (found["_mobilePhone"], found["_mobilePhoneStatus"]) == ("+34651234567", "paused")
    assert (found["_emailStatus"], found["_newsletterSubscriptionStatus"], found["_points"]) == ("bounced", "subscribed", 7)
    assert (found["colour"], found["sizes"], found["vip"], found["weight"]) == ("red", ["s", "l"], True, 1.25)
    assert (found["joined"], found["second"], found["home"], found["cats"]) == (
        "2020-02-03T00:00:00.000Z", "x@example.org", "+34651234567", 2)
    assert people.activities(found) == ["newsletter-subscribe", "contact-created"]
    bad = dict(values) | {"_email": address(), "_externalId": fresh_id(), "colour": "green", "sizes": "s|s",
                          "vip": "yes", "weight": "1,5", "joined": "3.2.2020", "cats": "2.5", "_emailStatus": "gone"}
    refused = imports.take_in(rows_of(list(bad), list(bad.values())))
    assert counts(refused) == ("finished", 0, 1)
    reason = imports.report(refused)[1][1]
    for name in ("colour", "sizes", "vip", "weight", "joined", "cats", "_emailStatus"):
        assert f"{name} " in reason
    assert people.by_email(bad["_email"]) is None


def test_an_existing_contact_is_left_alone_without_override(imports, people):
    email = address()
    before = people.make(email, _name="Ada")
    done = imports.take_in(rows_of(["_email", "_name"], [email.upper(), "Grace"], [address(), "New"]))
    assert counts(done) == ("finished", 2, 0)
    assert people.by_email(email) == before


def test_an_existing_contact_is_changed_with_override_and_blank_cells_leave_alone(imports, people):
    email = address()
    people.make(email, _name="Ada", _surname="Byron", _points=3)
    done = imports.take_in(rows_of(["_email", "_name", "_surname", "_points"], [email, "Augusta", " ", ""]), **OVERRIDE)
    assert counts(done) == ("finished", 1, 0)
    found = people.by_email(email)
    assert (found["_name"], found["_surname"], found["_points"]) == ("Augusta", "Byron", 3)
    assert people.activities(found) == ["contact-updated", "contact-created"]
    again = imports.take_in(rows_of(["_email", "_name"], [email, "Augusta"]), **OVERRIDE)
    assert counts(again) == ("finished", 1, 0) and people.by_email(email) == found


def test_only_empty_fields_are_filled(imports, people):
    email = address()
    people.make(email, _name="Ada", _surname="")
    row = {"_email": email, "_externalId": fresh_id(), "_name": "Grace", "_surname": "Hopper", "_points": "5",
           "_newsletterSubscriptionStatus": "subscribed", "_mobilePhone": "+34651234567"}
    done = imports.take_in(rows_of(list(row), list(row.values())), **ONLY_EMPTY)
    assert counts(done) == ("finished", 1, 0)
    found = people.by_email(email)
    assert (found["_name"], found["_surname"], found["_externalId"]) == ("Ada", "Hopper", row["_externalId"])
    assert (found["_points"], found["_newsletterSubscriptionStatus"]) == (0, "none")
    assert found["_mobilePhone"] == "+34651234567"


def test_the_external_id_wins_when_a_row_has_both(imports, people):
    external_id, old, new = fresh_id(), address(), address()
    people.make(old, external_id)
    done = imports.take_in(rows_of(["_email", "_externalId", "_name"], [new, external_id, "Ada"]), **OVERRIDE)
    assert counts(done) == ("finished", 1, 0)
    found = people.by_external_id(external_id)
    assert (found["_email"], found["_name"]) == (new, "Ada") and people.by_email(old) is None


def test_a_contact_known_by_e_mail_gets_the_external_id_that_nobody_has(imports, people):
    email, external_id = address(), fresh_id()
    before = people.make(email)
    done = imports.take_in(rows_of(["_email", "_externalId"], [email, external_id]), **OVERRIDE)
    assert counts(done) == ("finished", 1, 0)
    found = people.by_external_id(external_id)
    assert found["id"] == before["id"] and "contact-identified" in people.activities(found)


@pytest.mark.parametrize("options", [{}, OVERRIDE, ONLY_EMPTY], ids=["left alone", "override", "only empty"])
def test_keys_of_two_contacts_are_an_error(imports, people, options):
    one = people.make(address())
    two = people.make(external_id=fresh_id())
    three = people.make(address(), fresh_id())
    rows = rows_of(["_email", "_externalId"], [one["_email"], two["_externalId"]], [three["_email"], fresh_id()])
    done = imports.take_in(rows, **options)
    assert counts(done) == ("finished", 0, 2)
    reasons = {row[1] for row in imports.report(done)[1:]}
    assert reasons == {"_email and _externalId belong to two different contacts"}
    assert people.by_email(one["_email"]) == one and people.by_email(three["_email"]) == three


def test_rows_see_the_rows_before_them_and_later_ones_win(imports, people):
    email, external_id = address(), fresh_id()
    header = ["_email", "_externalId", "_name"]
    rows = rows_of(header, [email, "", "first"], [email, external_id, "second"], ["", external_id, "third"])
    assert counts(imports.take_in(rows, **OVERRIDE)) == ("finished", 3, 0)
    found = people.by_email(email)
    assert (found["_externalId"], found["_name"]) == (external_id, "third")
    other = address()
    rows = rows_of(["_email", "_name"], [other, "first"], [other, "second"])
    assert counts(imports.take_in(rows)) == ("finished", 2, 0)
    assert people.by_email(other)["_name"] == "first"


def test_contacts_by_external_id_alone_and_long_keys(imports, people):
    external_id = fresh_id()
    rows = rows_of(["_externalId", "_name"], [external_id, "Ada"], ["x" * 51, "Grace"])
    done = imports.take_in(rows)
    assert counts(done) == ("finished", 1, 1)
    assert people.by_external_id(external_id)["_name"] == "Ada"
    assert imports.report(done)[1][1].startswith("_externalId ")


def test_a_field_that_is_deleted_or_made_while_a_file_waits(imports, people):
    """A row is read by the fields there are when it is taken in."""
    field = {"id": "f" + fresh_id()[:10], "name": "x", "type": "integer"}
    assert people.call("POST", "/contact-fields/", json=field).status == 201
    email = address()
    rows = [[address(), "1"] for _ in range(2_000)] + [[email, "7"]]
    made = imports.upload(rows_of(["_email", field["id"]], *rows)).json()
    assert people.call("DELETE", f"/contact-fields/{field['id']}").status == 204
    assert counts(imports.await_end(made["id"])) == ("finished", 2_001, 0)
    assert field["id"] not in people.by_email(email)


def test_contacts_of_a_file_enter_a_segment(client, admin, people):
    managed = Imports(client, admin, MANAGEMENT)
    segment = client.call("POST", "/admin/v1/segments/", key=admin, json={"name": fresh_id(), "kind": "static"})
    segment = segment.json()["id"]
    there = people.make(address())
    new = address()
    done = managed.take_in(rows_of(["_email"], [there["_email"]], [new], ["x"]), segmentId=segment)
    assert counts(done) == ("finished", 2, 1) and done["options"]["segmentId"] == segment
    assert "contact-entered-segment" in people.activities(there)
    assert "contact-entered-segment" in people.activities(people.by_email(new))
    unknown = managed.upload(b"_email\nx@example.org\n", segmentId="698075a00b2fd92440000000")
    assert unknown.problem_paths == ["/segmentId"]
    assert managed.upload(b"_email\nx@example.org\n", segmentId="x").problem_paths == ["/segmentId"]
    other = managed.upload(b"productId,productDetailUrl,name,unitPrice\na,b,c,d\n", type="products", segmentId=segment)
    assert other.problem_paths == ["/segmentId"]
    # The other door knows no segments.
    public = Imports(client, admin).upload(b"_email\nx@example.org\n", segmentId=segment)
    assert public.status == 201 and "segmentId" not in public.json()["options"]

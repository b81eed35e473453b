"""The fields that every store has: which can be set, to what, and what is refused."""

import jsonschema
import pytest

from harness.contacts import BY_EMAIL, BY_EXTERNAL_ID, FAMILIES, Contacts, by_email, fresh, fresh_email, fresh_id
from harness.openapi import Document

TREE = Document().tree
SCHEMAS = TREE["components"]["schemas"]
FITS_PATCH = jsonschema.Draft202012Validator(SCHEMAS["ContactPatch"], resolver=jsonschema.RefResolver("", TREE))
WRITABLE = SCHEMAS["WritableFieldId"]["enum"]
READ_ONLY = ["id", *(one for one in SCHEMAS["SystemFieldId"]["enum"] if one not in WRITABLE)]
LARGEST = 2**53 - 1
MAIL_STATES = ("active", "bounced", "paused", "banned")
PHONE_STATES = ("active", "bounced", "paused")
SUBSCRIPTIONS = ("subscribed", "unsubscribed", "none")


def shown(value):
    text = str(value)
    return text if len(text) < 40 else f"{text[:12]}...{len(text)}"


def at(text):
    return f"{text}T00:00:00.000Z"


TAKEN = [
    *((field, value, value) for field in ("_name", "_surname") for value in (
        "Ada", "", "O'Neill \"Kit\" <b>&amp;", "ñ €\U0001f30a\n\t", "x" * 500, "\U0001f30a" * 500, "null", "\ufeff")),
    *(("_birthdate", f"{day}", at(day)) for day in (
        "1988-12-10", "2000-02-29", "1970-01-01", "1969-12-31", "1815-12-10", "0001-01-01", "9999-12-31")),
    ("_birthdate", "1988-12-10T23:30:00Z", "1988-12-10T23:30:00.000Z"),
    ("_birthdate", "1988-12-10T23:30:00-05:00", "1988-12-11T04:30:00.000Z"),
    ("_birthdate", "1988-12-10T00:30:00+05:30", "1988-12-09T19:00:00.000Z"),
    ("_birthdate", "1988-12-10T00:00:00.5Z", "1988-12-10T00:00:00.500Z"),
    ("_birthdate", "1988-12-10T00:00:00.123456789Z", "1988-12-10T00:00:00.123Z"),
    ("_birthdate", "1988-12-10T23:59:59.9999Z", "1988-12-10T23:59:59.999Z"),
    ("_birthdate", "1960-12-10T23:59:59.9999Z", "1960-12-10T23:59:59.999Z"),
    ("_mobilePhone", "+34651234567", "+34651234567"),
    ("_mobilePhone", "+34 651 23 45 67", "+34651234567"),
    ("_mobilePhone", "+34-651-234-567", "+34651234567"),
    ("_mobilePhone", " +1 - 555 - 0100 ", "+15550100"),
    ("_mobilePhone", "651234567", "+34651234567"),
    ("_mobilePhone", "651-234 567", "+34651234567"),
    ("_mobilePhone", "+1234567", "+1234567"),
    ("_mobilePhone", "+123456789012345", "+123456789012345"),
    ("_mobilePhone", "12345", "+3412345"),
    ("_mobilePhone", "1234567890123", "+341234567890123"),
    *(("_emailStatus", value, value) for value in MAIL_STATES),
    *((field, value, value) for field in ("_newsletterSubscriptionStatus", "_smsSubscriptionStatus")
      for value in SUBSCRIPTIONS),
    *(("_points", value, int(value)) for value in (0, 1, -1, 3.0, -3.0, 1e3, LARGEST, -LARGEST, 0.0, -0.0)),
]


@pytest.mark.parametrize("field, given, kept", TAKEN, ids=shown)
def test_a_value_is_taken_answered_and_read(contacts, field, given, kept):
    path = fresh(BY_EMAIL)
    made = contacts.patched(path, {field: given})
    assert made[field] == kept and type(made[field]) is type(kept)
    assert contacts.patched(path, {field: given}) == made, "nothing changes the second time"
    assert not list(FITS_PATCH.iter_errors({field: given})), "the document refuses what the service takes"


NO_TEXT = (1, 1.5, True, [], ["a"], {}, {"a": "b"}, "a\0b")
NO_CHOICE = ("", "Active", " active", "none ", "unknown", "a\0", 1, True, [], ["none"], {})
REFUSED = [
    *((field, value) for field in ("_name", "_surname") for value in (*NO_TEXT, "x" * 501, "\U0001f30a" * 501)),
    *(("_birthdate", value) for value in (
        *NO_TEXT, "", " ", "soon", "2001-02-29", "2000-13-01", "2000-00-01", "2000-01-32", "2000-01-00", "2000-1-1",
        "20000101", "01/02/2000", "2000-01-01T00:00:00", "2000-01-01T00:00:00.000", "2000-01-01T00:00Z",
        "2000-01-01T25:00:00Z", "2000-01-01T00:60:00Z", "2000-01-01T00:00:61Z", "2000-01-01T00:00:00.Z",
        "2000-01-01T00:00:00+25:00", "2000-01-01T00:00:00+0100", "2000-01-01T", "2000-01-01Z", " 2000-01-01",
        "2000-01-01 ", "2000-01-01\0", "2000-01-01\n", "-2000-01-01", "+2000-01-01", "12000-01-01",
        "９999-01-01", 946684800, "946684800", "9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00")),
    *(("_mobilePhone", value) for value in (
        *NO_TEXT, "", " ", "-", "+", "+123456", "+1234567890123456", "1234", "12345678901234", "++34651234567",
        "34+651234567", "+34651234567+", "+34 651 x34 567", "call me", "(34) 651234567", "+34.651.234.567",
        "+34/651234567", "+３４６５１２３４５６７", "+34\t651234567", "+34\n651234567", "+34651234567\0", 651234567,
        "9" * 100, "1e10", "-1")),
    *(("_mobilePhoneStatus", value) for value in (*NO_CHOICE, "banned", "none")),
    *(("_emailStatus", value) for value in (*NO_CHOICE, "none", "subscribed")),
    *((field, value) for field in ("_newsletterSubscriptionStatus", "_smsSubscriptionStatus")
      for value in (*NO_CHOICE, "Subscribed", "active")),
    *(("_points", value) for value in (
        0.5, -3.5, 3.0000001, LARGEST + 1, -LARGEST - 1, 1e16, 10**30, "3", "", True, False, [], [3], {})),
    # What null cannot clear.
    *((field, None) for field in ("_mobilePhoneStatus", "_emailStatus", "_newsletterSubscriptionStatus",
                                  "_smsSubscriptionStatus", "_points")),
]


@pytest.mark.parametrize("field, value", REFUSED, ids=shown)
def test_a_value_is_refused_at_its_place(contacts, field, value):
    path = fresh(BY_EMAIL)
    # A status needs a phone, so that it is the value which is refused.
    before = {"_mobilePhone": "+34651234567"} if field == "_mobilePhoneStatus" else {}
    before = contacts.patched(path, {"_name": "Ada", "_points": 7, **before})
    answer = contacts.patch(path, {field: value, "_smsSubscriptionStatus": "subscribed"} | {field: value})
    assert answer.problem_paths == [f"/{field}"], answer.summary()
    assert contacts.read(path) == before


@pytest.mark.parametrize("body", [b'{"_points": 3.0}', b'{"_points": 30e-1}', b'{"_points": 0.3E+1}',
                                  b'{"_points":3.000000000000000000000000000000}'])
def test_a_whole_number_is_whole_however_it_is_written(contacts, body):
    answer = contacts.call("PATCH", fresh(BY_EMAIL), body=body, headers={"Content-Type": "application/json"})
    assert answer.status == 200 and b'"_points":3,' in answer.body


@pytest.mark.parametrize("field, value, kept", [
    ("_points", b"9007199254740991", 9007199254740991), ("_points", b"9007199254740991.0", 9007199254740991),
    ("_points", b"9007199254740992", None), ("_points", b"9007199254740991.5", None),
    ("_points", b"9007199254740991.0000000001", None), ("_points", b"-9007199254740991", -9007199254740991),
    ("_points", b"-9007199254740992", None), ("_points", b"1e-1", None), ("_points", b"18446744073709551617", None),
    ("_points", b"0.9999999999999999999999", None),
])
def test_a_whole_number_never_passes_through_a_double(contacts, field, value, kept):
    path = fresh(BY_EMAIL)
    answer = contacts.call("PATCH", path, body=b'{"%s": %s}' % (field.encode(), value),
                           headers={"Content-Type": "application/json"})
    assert answer.status == (422 if kept is None else 200), answer.summary()
    assert kept is None or answer.json()[field] == kept


# --- clearing

@pytest.mark.parametrize("family", FAMILIES)
def test_null_clears_what_can_be_missing(contacts, family):
    path = fresh(family)
    empty = contacts.patched(path, {})
    full = {"_name": "Ada", "_surname": "Lovelace", "_birthdate": "1815-12-10", "_mobilePhone": "+34651234567",
            "_mobilePhoneStatus": "paused"}
    assert contacts.patched(path, full)["_mobilePhoneStatus"] == "paused"
    for field in ("_name", "_surname", "_birthdate"):
        found = contacts.patched(path, {field: None})
        assert field not in found and found["_mobilePhone"] == "+34651234567"
    cleared = contacts.patched(path, {"_mobilePhone": None})
    assert cleared == {**empty, "_updatedAt": cleared["_updatedAt"]}, "the status went with the phone"
    assert contacts.patched(path, {field: None for field in full if field != "_mobilePhoneStatus"}) == cleared


@pytest.mark.parametrize("family, field, is_clearable", [
    (BY_EMAIL, "_externalId", True), (BY_EXTERNAL_ID, "_email", True), (BY_EMAIL, "_email", False),
    (BY_EXTERNAL_ID, "_externalId", False),
])
def test_each_family_clears_the_name_that_is_not_in_its_path(contacts, family, field, is_clearable):
    address, external_id = fresh_email(), fresh_id()
    contacts.patched(by_email(address), {"_externalId": external_id})
    path = family + (address if family == BY_EMAIL else external_id)
    answer = contacts.patch(path, {field: None})
    assert (answer.status, field in contacts.read(path)) == ((200, False) if is_clearable else (422, True))


def test_null_in_the_first_request_makes_a_contact_without_it(contacts):
    found = contacts.patched(fresh(BY_EMAIL), {"_name": None, "_surname": None, "_birthdate": None,
                                               "_mobilePhone": None, "_externalId": None})
    assert not {"_name", "_surname", "_birthdate", "_mobilePhone", "_mobilePhoneStatus", "_externalId"} & found.keys()


# --- the phone and its status

def test_a_phone_is_active_until_something_else_is_said(contacts):
    path = fresh(BY_EMAIL)
    assert contacts.patched(path, {"_mobilePhone": "+34651234567"})["_mobilePhoneStatus"] == "active"
    for status in PHONE_STATES:
        assert contacts.patched(path, {"_mobilePhoneStatus": status})["_mobilePhoneStatus"] == status
    together = contacts.patched(fresh(BY_EMAIL), {"_mobilePhone": "+34651234567", "_mobilePhoneStatus": "bounced"})
    assert together["_mobilePhoneStatus"] == "bounced"


def test_a_status_stays_with_another_number_and_goes_with_the_last(contacts):
    path = fresh(BY_EMAIL)
    phone = lambda body: {field: value for field, value in contacts.patched(path, body).items() if "Phone" in field}
    assert phone({"_mobilePhoneStatus": "paused"}) == {"_mobilePhoneStatus": "paused"}
    whole = {"_mobilePhone": "+34651234567", "_mobilePhoneStatus": "paused"}
    assert phone({"_mobilePhone": "+34651234567"}) == whole
    assert phone({"_mobilePhone": "+34651234568"}) == {**whole, "_mobilePhone": "+34651234568"}
    assert phone({"_mobilePhone": None, "_mobilePhoneStatus": "bounced"}) == {}
    assert phone({"_mobilePhoneStatus": "bounced", "_mobilePhone": None}) == {}


def test_the_calling_code_of_the_store_goes_in_front(start_server, document):
    server = start_server()
    with Contacts(server.client(document), server.admin_key) as contacts:
        path = fresh(BY_EMAIL)
        assert contacts.patched(path, {"_mobilePhone": "651234567"})["_mobilePhone"] == "+34651234567"
        assert contacts.call("PATCH", "/admin/v1/store", json={"defaultCountryCode": "1684"}).status == 200
        assert contacts.read(path)["_mobilePhone"] == "+34651234567"
        assert contacts.patched(path, {"_mobilePhone": "651234567"})["_mobilePhone"] == "+1684651234567"
        assert contacts.patched(path, {"_mobilePhone": "+651234567"})["_mobilePhone"] == "+651234567"


# --- what cannot be set

@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("field", READ_ONLY)
def test_a_read_only_field_is_refused_whatever_its_value(contacts, family, field):
    path = fresh(family)
    made = contacts.patched(path, {})
    for value in (made.get(field), None, "x", 1, True, []):
        answer = contacts.patch(path, {field: value, "_name": "Ada"})
        assert answer.problem_paths == [f"/{field}"], answer.summary()
    assert contacts.read(path) == made


@pytest.mark.parametrize("key, path", [
    ("nothing", "/nothing"), ("", "/"), ("_", "/_"), ("_Name", "/_Name"), ("name", "/name"), ("email", "/email"),
    ("_name ", "/_name "), ("a/b", "/a~1b"), ("a~b", "/a~0b"), ("~1", "/~01"), ("é🌊", "/é🌊"), ("ID", "/ID"),
    ("__proto__", "/__proto__"), ("f1", "/f1"), ("x" * 1000, "/" + "x" * 1000), ('"\\', '/"\\'),
], ids=shown)
def test_an_unknown_key_is_refused_at_its_place(contacts, key, path):
    contact = fresh(BY_EMAIL)
    for value in ("x", None, {"a": [1]}):
        assert contacts.patch(contact, {key: value, "_name": "Ada"}).problem_paths == [path]
    assert contacts.get(contact).status == 404


def test_all_problems_come_at_once(contacts):
    body = {"_name": 1, "_surname": "x" * 501, "_birthdate": "soon", "_mobilePhone": "+1", "_mobilePhoneStatus": "x",
            "_emailStatus": None, "_newsletterSubscriptionStatus": "x", "_smsSubscriptionStatus": None, "_points": 0.5,
            "_externalId": "", "_email": "x", "id": 1, "_createdAt": None, "nothing": 1, "a/b": 1}
    expected = sorted("/" + key.replace("/", "~1") for key in body)
    path = fresh(BY_EMAIL)
    assert sorted(contacts.patch(path, body).problem_paths) == expected
    assert contacts.get(path).status == 404


# --- when it was changed

def test_the_time_of_change_moves_only_with_a_change(contacts):
    path = fresh(BY_EMAIL)
    full = {"_name": "Ada", "_birthdate": "1815-12-10", "_mobilePhone": "651234567", "_points": 3,
            "_externalId": fresh_id(), "_emailStatus": "paused"}
    made = contacts.patched(path, full)
    assert made["_createdAt"] == made["_updatedAt"]
    for nothing in ({}, [], full, {"_surname": None}, {"_points": 3.0}, {"_mobilePhone": "+34 651-234-567"},
                    {"_birthdate": "1815-12-10T01:00:00+01:00"}, {"_email": made["_email"].upper()}):
        assert contacts.patched(path, nothing) == made
    assert contacts.patch(path, {"_points": "x"}).status == 422
    assert contacts.read(path) == made
    for number in range(1000):  # A change may fall into the same millisecond as the one before.
        changed = contacts.patched(path, {"_points": number + 10})
        if changed["_updatedAt"] != made["_updatedAt"]:
            break
    assert changed["_updatedAt"] > made["_updatedAt"] and changed["_createdAt"] == made["_createdAt"]

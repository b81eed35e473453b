"""An export of contacts is taken in again as it is: names of columns, dates, guarded texts, lists."""

import pytest

from harness.contacts import Contacts, by_email, by_external_id, fresh_email, fresh_id, options
from harness.exports import COLLECTION, MANAGED, Exports
from harness.imports import Imports
from harness.server import Server

OVERRIDE = {"overrideExisting": "true"}
# What a contact that is made again has anew.
MADE_ANEW = {"id", "_createdAt", "_updatedAt", "_emailLastUnsubscribedDate"}
# Two have for their ids what names a system field in the header.
FIELDS = [{"id": "Surname", "type": "text"}, {"id": "Email", "type": "email"}, {"id": "home", "type": "phone"},
          {"id": "cats", "type": "integer"}, {"id": "weight", "type": "decimal"}, {"id": "joined", "type": "date"},
          {"id": "vip", "type": "boolean", "defaultValue": False},
          {"id": "colour", "type": "radio", "options": options("red", "=blue")},
          {"id": "sizes", "type": "checkbox", "options": options("s", "m", "l"), "defaultValue": ["s"]}]
# In a file with names: two of one name, one like a system field, one like the id of another, a formula.
NAMES = {"home": "Where", "cats": "Where", "weight": "First name", "joined": "vip", "vip": "=1+1", "colour": "Updated At"}
ADA = {"_name": "=1+1", "_surname": 'née "Byron";\n, Lovelace', "_birthdate": "1815-12-10", "_mobilePhone": "+34651234567",
       "_mobilePhoneStatus": "paused", "_emailStatus": "banned", "_newsletterSubscriptionStatus": "unsubscribed",
       "_smsSubscriptionStatus": "subscribed", "_points": -7, "Surname": "-1", "Email": "+x@example.org",
       "home": "+34911111111", "cats": 2, "weight": -1.2345, "joined": "2024-02-29", "vip": True, "colour": "=blue",
       "sizes": ["m", "l"]}


@pytest.fixture(scope="module")
def server():
    return Server(owner="test_exports_taken_in_again.py")


@pytest.fixture
def people(client, admin):
    with Contacts(client, admin) as made:
        for field in FIELDS:
            more = {"defaultCountryCode": "34"} if field["type"] == "phone" else {}
            answer = made.call("POST", "/contact-fields/", json={"name": NAMES.get(field["id"], field["id"]), **field, **more})
            assert answer.status in (201, 409), answer.summary()
        yield made


@pytest.fixture
def file_of(client, admin):
    def made(door=COLLECTION, **how):
        exports = Exports(client, admin, door)
        (text,) = exports.files(exports.made(version="v6", **how)).values()
        return text

    return made


@pytest.fixture
def imports(client, admin):
    return Imports(client, admin)


def lasting(answer):
    assert answer.status == 200, answer.summary()
    return {name: value for name, value in answer.json().items() if name not in MADE_ANEW}


@pytest.mark.parametrize("door", [COLLECTION, MANAGED])
@pytest.mark.parametrize(("date_format", "delimiter"), [("ISO", ","), ("L", ";"), ("LL", ","), ("LLL", ";")])
def test_everybody_comes_back_as_they_were(people, file_of, imports, door, date_format, delimiter):
    paths = [by_email(fresh_email()), by_email(fresh_email()), by_external_id("'=" + fresh_id())]
    assert people.patch(paths[0], {**ADA, "_externalId": "=" + fresh_id()}).status == 200
    assert people.patch(paths[1], {"_name": "'=1", "_surname": "\n1", "Surname": "''+", "vip": True}).status == 200
    assert people.patch(paths[2], {"_name": "Grace", "Surname": "'a"}).status == 200
    before = [lasting(people.get(path)) for path in paths]
    text = file_of(door, dateFormat=date_format, delimiter=delimiter)
    for path in paths:
        assert people.call("DELETE", path).status == 204
    done = imports.take_in(text, delimiter=delimiter)
    assert (done["status"], done["errors"]) == ("finished", 0), imports.report(done)
    assert [lasting(people.get(path)) for path in paths] == before


def test_the_same_file_changes_nothing_and_an_older_one_brings_back_what_was(people, file_of, imports):
    path = by_email(fresh_email())
    assert people.patch(path, ADA).status == 200
    before = people.get(path).json()
    text = file_of(dateFormat="ISO", delimiter=",")
    assert imports.take_in(text, **OVERRIDE)["errors"] == 0
    assert people.get(path).json() == before
    assert people.patch(path, {"_name": "Augusta", "sizes": ["s"], "Surname": "other"}).status == 200
    assert imports.take_in(text, **OVERRIDE)["errors"] == 0
    assert lasting(people.get(path)) == {name: value for name, value in before.items() if name not in MADE_ANEW}


@pytest.mark.parametrize("door", [COLLECTION, MANAGED])
def test_its_report_is_taken_in_again_too(people, file_of, imports, door):
    email = fresh_email()
    assert people.patch(by_email(email), {"_points": 7}).status == 200
    text = file_of(door, dateFormat="L", delimiter=",").decode()
    header = text.splitlines()[0]
    (row,) = [line for line in text.splitlines() if email in line]
    broken = row.replace('"7"', '"seven"')
    done = imports.take_in(f"{header}\n{broken}\n".encode(), **OVERRIDE)
    assert done["errors"] == 1
    (told, refused) = imports.report(done)
    assert told[:4] == ["line", "reason", "Contact ID", "Email"] and refused[1] == "_points must be a number"
    lines = [",".join('"' + cell.replace('"', '""') + '"' for cell in cells) for cells in (told, refused)]
    mended = "\n".join(lines).replace('"seven"', '"8"').encode()
    assert imports.take_in(mended, **OVERRIDE)["success"] == 1
    assert people.get(by_email(email)).json()["_points"] == 8


def test_a_file_still_in_its_zip_is_told_as_that(client, admin, people, imports):
    exports = Exports(client, admin)
    answer = imports.upload(exports.download(exports.made()))
    assert answer.problem_paths == ["/file"] and "ZIP" in answer.json()["validationErrors"][0]["reason"]


@pytest.mark.parametrize("header", ["Email", "Contact ID", "Contact ID,External ID", "Email,Contact ID"])
def test_a_header_that_only_resembles_an_export_lacks_its_key(imports, header):
    assert imports.upload(f"{header}\n1,2\n".encode()).problem_paths == ["/file"]

"""Exports of contacts that a filter finds, and without what tells who people are."""

import pytest

from harness.contacts import Contacts, by_email, fresh_email
from harness.exports import CONTACTS, MANAGED, Exports
from harness.people import add_person, first_owner
from harness.server import Server

PERSONAL = {"Email", "External ID", "First name", "Surname", "Birthdate", "Mobile phone",
            "Reason of the last e-mail bounce", "IP address of the last e-mail unsubscription",
            "Subscription Date", "Subscription IP", "Subscription Origin", "Creation Origin"}
MANY_POINTS = {"field": "_points", "is": "atLeast", "value": 100}


class Visitor:
    """A browser with the calls of a client with a key."""

    def __init__(self, browser):
        self._browser = browser

    def call(self, method, path, key=None, **more):
        return self._browser.call(method, path, **more)


@pytest.fixture(scope="module")
def server():
    return Server(owner="test_chosen_exports.py")


@pytest.fixture
def exports(client, admin):
    return Exports(client, admin, MANAGED)


@pytest.fixture
def people(client, admin):
    with Contacts(client, admin) as made:
        yield made


@pytest.fixture(scope="module")
def analyst(server, document):
    owner = first_owner(server, document)
    return Exports(Visitor(add_person(owner, "analyst@shop.example", "analyst", document)), None, MANAGED)


def with_points(people, *points):
    return [people.patched(by_email(fresh_email()), {"_points": each, "_name": f"With {each}"})["_email"]
            for each in points]


def emails(rows):
    return sorted(row["Email"] for row in rows)


def test_a_filter_chooses_and_is_shown(exports, people):
    few, many, most = with_points(people, 99, 100, 5000)
    done = exports.made(filters={"filter": MANY_POINTS})
    assert done["filters"] == {"filter": MANY_POINTS} and "personalFields" not in done
    assert emails(exports.tables(done)[0]) == sorted([many, most]) and done["total"] == done["progress"] == 2
    assert few not in emails(exports.tables(done)[0])


def test_a_filter_that_finds_nobody_gives_an_empty_file(exports, people):
    with_points(people, 5)
    done = exports.made(filters={"filter": {"field": "_points", "is": "atLeast", "value": 1_000_000}})
    assert done["status"] == "finished" and done["total"] == 0 and exports.tables(done)[0] == []


def test_a_filter_and_a_segment_choose_together(client, admin, exports, people):
    few, many = with_points(people, 1, 500)
    segment = client.call("POST", "/admin/v1/segments/", json={"name": "By hand", "kind": "static"}, key=admin).json()
    added = client.call("POST", f"/admin/v1/segments/{segment['id']}/members/", key=admin,
                        json={"contacts": [{"email": few}, {"email": many}]})
    assert added.status == 200, added.summary()
    others = with_points(people, 700)
    rows = exports.rows(filters={"segmentId": segment["id"], "filter": MANY_POINTS})
    assert emails(rows) == [many] and others[0] not in emails(rows)


def test_a_field_that_goes_away_before_the_walk_is_no_reason_to_wait_for_ever(client, admin, exports, people):
    field = people.make_field("integer")
    answer = exports.create(filters={"filter": {"field": field, "is": "atLeast", "value": 1}})
    assert answer.status == 201, answer.summary()
    people.delete_field(field)
    assert exports.await_end(answer.json()["id"])["status"] in ("finished", "error")


@pytest.mark.parametrize("body, path", [
    ({"filters": {"filter": {"field": "nobodys", "is": "isSet"}}}, "/filters/filter/field"),
    ({"filters": {"filter": {"field": "_points", "is": "contains", "value": 1}}}, "/filters/filter/is"),
    ({"filters": {"filter": "all"}}, "/filters/filter"),
    ({"filters": {"filter": {"all": [{"field": "_points"}]}, "segmentId": "0" * 24}}, "/filters/filter/all/0"),
    ({"personalFields": "no"}, "/personalFields"),
    ({"personalFields": False, "exportType": "activities",
      "filters": {"fromDate": "2026-01-01", "toDate": "2026-01-02"}}, "/personalFields"),
])
def test_what_cannot_be_taken_is_told_at_its_place(exports, body, path):
    answer = exports.create(body)
    assert answer.status == 422, answer.summary()
    assert any(each["path"].startswith(path) for each in answer.json()["validationErrors"]), answer.summary()


def test_only_the_management_interface_knows_filters(client, admin, people):
    email, = with_points(people, 1)
    shops = Exports(client, admin)
    done = shops.made(filters={"filter": MANY_POINTS}, personalFields=False)
    assert "filters" not in done and email in emails(shops.tables(done)[0])


@pytest.mark.parametrize("version", ["v1", "v6"])
def test_nothing_tells_who_somebody_is(exports, people, version):
    text, number, day = (people.make_field(kind, name=f"A {kind}") for kind in ("text", "integer", "date"))
    choice = people.make_field("boolean", name="A boolean", defaultValue=False)
    email = fresh_email()
    contact = people.patched(by_email(email), {
        "_name": "Grace", "_surname": "Hopper-Secret", "_birthdate": "1906-12-09", text: "a word of mine", number: 37,
        day: "1999-09-09", choice: True, "_points": 12})
    done = exports.made(personalFields=False, version=version)
    assert done["personalFields"] is False
    content = exports.files(done).popitem()[1].decode()
    for word in (email, "Grace", "Hopper-Secret", "1906", "a word of mine", "1999"):
        assert word not in content, word
    row = next(row for row in exports.tables(done)[0] if row["Contact ID"] == contact["id"])
    assert not PERSONAL & set(row) and row["Points"] == "12"
    assert row["A integer"] == "37" and row["A boolean"] == "true" and "A text" not in row and "A date" not in row


def test_an_analyst_gets_no_other_file_of_contacts(analyst, people, exports):
    email, = with_points(people, 250)
    done = analyst.made(filters={"filter": MANY_POINTS}, personalFields=True)
    assert done["personalFields"] is False
    content = analyst.files(done).popitem()[1].decode()
    assert email not in content and '"250"' in content


def test_an_analyst_gets_no_link_to_what_others_made(analyst, exports):
    theirs = exports.made()
    assert "fileUrl" in theirs
    assert "fileUrl" not in analyst.get(theirs["id"]) and analyst.get(theirs["id"])["status"] == "finished"
    listed = analyst.call("GET").json()["results"]
    assert all(("fileUrl" in each) == (each.get("personalFields") is False) for each in listed
               if each["status"] == "finished")
    assert {theirs["id"]} <= {each["id"] for each in listed}


@pytest.mark.parametrize("kind", ["activities", "webhooks-execution-logs"])
def test_an_analyst_exports_nothing_that_consists_of_personal_fields(analyst, kind):
    answer = analyst.create(exportType=kind, filters={"fromDate": "2026-01-01", "toDate": "2026-01-02"})
    assert answer.status == 403 and "not for an analyst" in answer.json()["detail"], answer.summary()


def test_an_analyst_deletes_nothing(analyst, exports):
    theirs = exports.create().json()["id"]
    assert analyst.call("DELETE", theirs).status == 403
    assert exports.get(theirs)["id"] == theirs


def test_the_defaults_are_those_of_contacts(exports):
    assert exports.create(CONTACTS | {"filters": {"filter": None}, "personalFields": True}).status == 201

"""Making, showing, listing and deleting the fields of contacts."""

import threading
from urllib.parse import quote

import jsonschema
import pytest

from harness import processes
from harness.openapi import Document

FIELDS = "/contact-fields/"
TREE = Document().tree
SYSTEM = TREE["components"]["schemas"]["SystemFieldId"]["enum"]
WRITABLE = TREE["components"]["schemas"]["WritableFieldId"]["enum"]
FITS_CREATE = jsonschema.Draft202012Validator(TREE["components"]["schemas"]["ContactFieldCreate"],
                                              resolver=jsonschema.RefResolver("", TREE))


def field(**changes):
    body = {"id": "colour", "name": "Colour", "type": "text", **changes}
    return {name: value for name, value in body.items() if value is not ...}


def options(*ids):
    return [{"id": one, "label": one.upper()} for one in ids]


def path_of(field_id):
    return FIELDS + quote(field_id, safe="")


def all_fields(client, key):
    found, target = [], FIELDS + "?pageSize=100"
    while target:
        answer = client.call("GET", target, key=key)
        assert answer.status == 200, answer.summary()
        found += answer.json()["results"]
        target = answer.json()["links"].get("next", "")
        target = target[target.find(FIELDS):] if target else None
    return found


def custom_ids(client, key):
    return [one["id"] for one in all_fields(client, key) if one["custom"]]


@pytest.fixture
def post(client, admin):
    """Sends a POST; fields that it makes are taken away after the test."""
    made = []

    def send(body, **more):
        answer = client.call("POST", FIELDS, json=body, key=admin, **more)
        if answer.status == 201:
            made.append(answer.json()["id"])
        return answer

    yield send
    for field_id in made:
        client.call("DELETE", path_of(field_id), key=admin)


@pytest.fixture
def get(client, admin):
    return lambda field_id: client.call("GET", path_of(field_id), key=admin)


@pytest.fixture
def delete(client, admin):
    return lambda field_id: client.call("DELETE", path_of(field_id), key=admin)


# --- our own fields

def test_a_new_store_lists_the_system_fields_in_the_documented_order(start_server, document):
    server = start_server()
    found = all_fields(server.client(document), server.admin_key)
    assert [one["id"] for one in found] == SYSTEM and len(SYSTEM) == 34
    assert not any(one["custom"] or one["required"] for one in found)
    assert {one["status"] for one in found} == {"active"}
    assert [one["id"] for one in found if not one["readOnly"]] == WRITABLE


@pytest.mark.parametrize("field_id, more", [
    ("_email", {"type": "email", "readOnly": False}),
    ("_externalId", {"type": "text", "readOnly": False, "maxLength": 50}),
    ("_name", {"type": "text", "readOnly": False, "maxLength": 500}),
    ("_birthdate", {"type": "date", "readOnly": False}),
    ("_points", {"type": "integer", "readOnly": False}),
    ("_createdAt", {"type": "date", "readOnly": True}),
    ("_isAnonymous", {"type": "boolean", "readOnly": True}),
    ("_totalPurchasesAmount", {"type": "decimal", "readOnly": True}),
])
def test_a_system_field_has_what_its_type_has_and_nothing_else(get, field_id, more):
    answer = get(field_id).json()
    assert answer == {"id": field_id, "name": answer["name"], "custom": False, "required": False, "status": "active",
                      **more}


@pytest.mark.parametrize("field_id, ids", [
    ("_mobilePhoneStatus", ["active", "bounced", "paused"]),
    ("_emailStatus", ["active", "bounced", "paused", "banned"]),
    ("_newsletterSubscriptionStatus", ["subscribed", "unsubscribed", "none"]),
    ("_smsSubscriptionStatus", ["subscribed", "unsubscribed", "none"]),
    ("_recency", ["1", "2", "3", "4", "5"]),
    ("_rfm", TREE["components"]["schemas"]["Contact"]["properties"]["_rfm"]["enum"]),
])
def test_a_system_field_with_a_choice_names_its_options(get, field_id, ids):
    answer = get(field_id).json()
    assert answer["type"] == "radio" and [option["id"] for option in answer["options"]] == ids


def test_every_system_field_is_shown_alone_as_in_the_list(client, admin, get):
    for one in all_fields(client, admin)[:len(SYSTEM)]:
        assert get(one["id"]).json() == one


def test_the_mobile_phone_has_the_calling_code_of_the_store(start_server, document):
    server = start_server()
    client, admin = server.client(document), server.admin_key
    phone = lambda: client.call("GET", FIELDS + "_mobilePhone", key=admin).json()["defaultCountryCode"]
    assert phone() == "34"
    assert client.call("PATCH", "/admin/v1/store", json={"defaultCountryCode": "1684"}, key=admin).status == 200
    assert phone() == "1684"


@pytest.mark.parametrize("field_id", SYSTEM)
def test_a_system_field_cannot_be_deleted(delete, get, field_id):
    answer = delete(field_id)
    assert answer.status == 409 and field_id in answer.json()["detail"] and "code" not in answer.json()
    assert get(field_id).status == 200


# --- making fields

NONE = {"custom": True, "required": False, "readOnly": False, "status": "active"}
NEEDED = {**NONE, "required": True}

GOOD = [
    (field(), NONE),
    (field(required=False), NONE),
    (field(maxLength=1), {**NONE, "maxLength": 1}),
    (field(maxLength=5000.0), {**NONE, "maxLength": 5000}),
    (field(required=True, defaultValue="é \U0001f30a\n"), NEEDED),
    (field(required=True, defaultValue="ñ" * 5000), NEEDED),
    (field(required=True, maxLength=2, defaultValue="ñ€"), {**NEEDED, "maxLength": 2}),
    (field(type="email"), NONE),
    (field(type="email", required=False), NONE),
    (field(type="phone", defaultCountryCode="34"), {**NONE, "defaultCountryCode": "34"}),
    (field(type="phone", defaultCountryCode="1684", required=False), {**NONE, "defaultCountryCode": "1684"}),
    (field(type="integer"), NONE),
    (field(type="integer", minValue=-3.0, maxValue=-3), {**NONE, "minValue": -3, "maxValue": -3}),
    (field(type="integer", required=True, defaultValue=3.0), {**NEEDED, "defaultValue": 3}),
    (field(type="integer", required=True, defaultValue=2**53 - 1), NEEDED),
    (field(type="integer", required=True, minValue=0, defaultValue=2**53 - 1), {**NEEDED, "minValue": 0}),
    (field(type="decimal", minValue=0.5, maxValue=99999999999999), {**NONE, "minValue": 0.5,
                                                                    "maxValue": 99999999999999}),
    (field(type="decimal", minValue=0.00005), {**NONE, "minValue": 0.0001}),
    (field(type="decimal", required=True, minValue=1.5, maxValue=1.5, defaultValue=1.50001),
     {**NEEDED, "minValue": 1.5, "maxValue": 1.5, "defaultValue": 1.5}),
    (field(type="date"), NONE),
    (field(type="date", minDate="2015-01-01", maxDate="2015-01-01T02:00:00+02:00"),
     {**NONE, "minDate": "2015-01-01T00:00:00.000Z", "maxDate": "2015-01-01T00:00:00.000Z"}),
    (field(type="date", required=True, defaultValue="1815-12-10"),
     {**NEEDED, "defaultValue": "1815-12-10T00:00:00.000Z"}),
    (field(type="radio", options=options("a")), {**NONE, "options": options("a")}),
    (field(type="radio", options=options("b", "a", "B")), {**NONE, "options": options("b", "a", "B")}),
    (field(type="radio", required=True, defaultValue="a", options=options("b", "a")),
     {**NEEDED, "options": options("b", "a")}),
    (field(type="radio", options=[{"id": "a", "label": "A", "more": 1}]), {**NONE, "options": options("a")}),
    (field(type="checkbox", defaultValue=[], options=options("a")), {**NEEDED, "options": options("a")}),
    (field(type="checkbox", required=True, defaultValue=["b", "a"], options=options("a", "b")),
     {**NEEDED, "options": options("a", "b")}),
    (field(type="boolean", defaultValue=False), NEEDED),
    (field(type="boolean", required=True, defaultValue=True), NEEDED),
    # What is null is absent.
    (field(required=None, defaultValue=None, defaultCountryCode=None, maxLength=None, minValue=None, maxValue=None,
           minDate=None, maxDate=None, options=None), NONE),
    (field(type="boolean", required=None, defaultValue=True), NEEDED),
    # What is not ours to read is ignored.
    (field(custom=False, readOnly=True, status="gone", number=7, createdAt=1, unknown={"a": [None]}), NONE),
]


@pytest.mark.parametrize("body, more", GOOD, ids=lambda value: str(value)[:70])
def test_a_good_field_is_made_answered_and_shown(post, get, body, more):
    answer = post(body)
    assert answer.status == 201, answer.summary()
    shown = {name: body[name] for name in ("id", "name", "type")}
    if body.get("defaultValue") is not None:
        shown["defaultValue"] = body["defaultValue"]
    assert answer.json() == {**shown, **more}
    assert get(body["id"]).json() == answer.json()
    assert not list(FITS_CREATE.iter_errors(body)), "the document refuses what the service takes"


@pytest.mark.parametrize("field_id", ["a", "Z", "favourite_colour", "tags[]", "size(EU)", "a-b", "Id", "ids", "x" * 150,
                                      "a[0](b)-_9", "name", "custom", "f1"])
def test_an_id_is_a_letter_then_letters_digits_and_a_few_marks(client, admin, post, get, delete, field_id):
    assert post(field(id=field_id)).status == 201
    assert get(field_id).json()["id"] == field_id
    for spelling in (field_id, quote(field_id, safe=""), field_id + "/"):
        assert client.call("GET", FIELDS + spelling, key=admin).json()["id"] == field_id
    assert delete(field_id).status == 204 and get(field_id).status == 404


@pytest.mark.parametrize("name", ["x", "x" * 500, "\U0001f30a" * 500, " ", '"<&>"'], ids=lambda name: name[:5])
def test_a_name_has_up_to_500_characters(post, name):
    assert post(field(name=name)).json()["name"] == name


def test_a_field_has_up_to_120_options_of_150_and_500_characters(post):
    many = [{"id": f"{number:x>150}", "label": "\U0001f30a" * 500} for number in range(120)]
    answer = post(field(type="checkbox", options=many, defaultValue=[option["id"] for option in many]))
    assert answer.json()["options"] == many and len(answer.json()["defaultValue"]) == 120
    more = [*many, {"id": "one more", "label": "x"}]
    assert post(field(id="other", type="radio", options=more)).problem_paths == ["/options"]


CHOICE = {"type": "checkbox", "defaultValue": [], "options": options("a", "b")}
PROBLEMS = [
    ({}, ["/id", "/name", "/type"]),
    ([], ["/id", "/name", "/type"]),
    *((field(id=value), ["/id"]) for value in (
        ..., None, "", "id", "_email", "_x", "1a", "a b", " a", "a ", "a.b", "a/b", "a:b", "a{b}", "a+b", "a@b", "ñ",
        "añ", "a\n", "a\0", "-a", "[a]", "x" * 151, 1, True, [], {})),
    *((field(name=value), ["/name"]) for value in (
        ..., None, "", "x" * 501, "\U0001f30a" * 501, "a\0b", 1, True, [], {})),
    *((field(type=value), ["/type"]) for value in (..., None, "", "Text", "string", "number", "file", 1, [], {})),
    # Without a type nothing can be said about what goes with it.
    (field(type="list", maxLength=3, minValue=1, defaultValue="x", required=True), ["/type"]),
    *((field(required=value), ["/required"]) for value in ("true", "", 1, 0, [], {})),
    *((field(maxLength=value), ["/maxLength"]) for value in (0, -1, 5001, 1.5, "5", True, [], {}, 2**53)),
    *((field(type="decimal", minValue=value), ["/minValue"]) for value in (10**14, -10**14, "1", True, [], {})),
    *((field(type="decimal", maxValue=value), ["/maxValue"]) for value in (10**14, -10**14, "1", True, [], {})),
    (field(type="integer", minValue=0.5, maxValue=1.5), ["/maxValue", "/minValue"]),
    *((field(type="date", minDate=value), ["/minDate"]) for value in (
        "", "soon", "2020-02-30", "2020-01-01T00:00:00", "2020-01-01\0", 0, True, [], {})),
    (field(type="date", maxDate="31.12.2020"), ["/maxDate"]),
    # Where bounds do not fit.
    *((field(type=kind, maxLength=5), ["/maxLength"]) for kind in ("email", "integer", "decimal", "date")),
    *((field(type=kind, minValue=1, maxValue=2), ["/maxValue", "/minValue"]) for kind in ("text", "email", "date")),
    *((field(type=kind, minDate="2020-01-01", maxDate="2020-01-02"), ["/maxDate", "/minDate"])
      for kind in ("text", "email", "integer", "decimal")),
    *((field(type=kind, options=options("a")), ["/options"]) for kind in ("text", "email", "integer", "date")),
    *((field(type=kind, defaultCountryCode="34"), ["/defaultCountryCode"]) for kind in ("text", "email", "decimal")),
    (field(**CHOICE, maxLength=1, minValue=1, minDate="2020-01-01", defaultCountryCode="34"),
     ["/defaultCountryCode", "/maxLength", "/minDate", "/minValue"]),
    # Bounds the wrong way round.
    (field(type="integer", minValue=2, maxValue=1), ["/maxValue"]),
    (field(type="decimal", minValue=0.0002, maxValue=0.0001), ["/maxValue"]),
    (field(type="date", minDate="2020-01-01T00:00:00.001Z", maxDate="2020-01-01"), ["/maxDate"]),
    # Calling codes.
    *((field(type="phone", defaultCountryCode=value), ["/defaultCountryCode"]) for value in (
        ..., None, "", "+34", "034", "12345", "ES", "3 4", "34\0", 34, True, [], {})),
    # Options.
    *((field(type="radio", options=value), ["/options"]) for value in (..., None, [], {}, "a", 1, True)),
    *((field(type="radio", options=[{"id": value, "label": "A"}]), ["/options/0/id"]) for value in (
        None, "", "x" * 151, "a\0", 1, [], {})),
    *((field(type="radio", options=[{"id": "a", "label": value}]), ["/options/0/label"]) for value in (
        None, "", "x" * 501, "a\0", 1, [], {})),
    *((field(type="radio", options=[*options("a"), value]), ["/options/1"])
      for value in (None, "b", 1, [], ["b", "B"])),
    (field(type="radio", options=[{}, *options("a", "b", "a")]), ["/options/0/id", "/options/0/label",
                                                                "/options/3/id"]),
    # Required or not.
    (field(type="email", required=True), ["/required"]),
    (field(type="phone", defaultCountryCode="34", required=True), ["/required"]),
    (field(**CHOICE, required=False), ["/required"]),
    (field(type="boolean", required=False, defaultValue=True), ["/required"]),
    (field(type="boolean", required=False), ["/defaultValue", "/required"]),
    # Default values.
    *((field(type=kind, required=True), ["/defaultValue"]) for kind in ("text", "integer", "decimal", "date")),
    *((field(type=kind, defaultValue=value), ["/defaultValue"]) for kind, value in (
        ("text", "a"), ("integer", 1), ("decimal", 1), ("date", "2020-01-01"), ("email", "a@b.example"))),
    (field(type="radio", options=options("a"), defaultValue="a"), ["/defaultValue"]),
    (field(type="phone", defaultCountryCode="34", defaultValue="+34651234567"), ["/defaultValue"]),
    (field(type="boolean"), ["/defaultValue"]),
    (field(type="checkbox", options=options("a")), ["/defaultValue"]),
    (field(type="checkbox"), ["/defaultValue", "/options"]),
    (field(type="radio", required=True, options=options("a")), ["/defaultValue"]),
    *((field(required=True, maxLength=3, defaultValue=value), ["/defaultValue"]) for value in (
        "", "abcd", "a\0", 1, True, [], ["a"], {})),
    (field(required=True, defaultValue="x" * 5001), ["/defaultValue"]),
    *((field(type="integer", required=True, minValue=1, maxValue=3, defaultValue=value), ["/defaultValue"])
      for value in (0, 4, 1.5, "2", True, 2**53, [], {})),
    *((field(type="decimal", required=True, minValue=0.5, maxValue=1, defaultValue=value), ["/defaultValue"])
      for value in (0.4999, 1.0001, "1", 10**14)),
    *((field(type="date", required=True, minDate="2020-01-01", maxDate="2020-01-31", defaultValue=value),
       ["/defaultValue"]) for value in ("2019-12-31", "2020-02-01", "2020-01-31T00:00:01Z", "", "x", 0, True)),
    *((field(type="radio", required=True, options=options("a", "b"), defaultValue=value), ["/defaultValue"])
      for value in ("c", "A", "", "a\0", ["a"], 1)),
    *((field(type="checkbox", options=options("a", "b"), defaultValue=value), ["/defaultValue"])
      for value in ("a", {}, 1, True, ["a", "b", "a"])),
    (field(type="checkbox", options=options("a", "b"), defaultValue=["a", "a"]), ["/defaultValue/1"]),
    (field(type="checkbox", options=options("a", "b"), defaultValue=["c", 1]), ["/defaultValue/0", "/defaultValue/1"]),
    *((field(type="boolean", defaultValue=value), ["/defaultValue"]) for value in ("true", 1, 0, "", [], {})),
    # All at once.
    ({"id": "id", "name": "", "type": "radio", "required": True, "maxLength": 0, "minValue": "x",
      "options": [{"id": "a"}, {"label": "B"}]},
     ["/defaultValue", "/id", "/maxLength", "/minValue", "/name", "/options/0/label", "/options/1/id"]),
]


@pytest.mark.parametrize("body, paths", PROBLEMS, ids=lambda value: str(value)[:70])
def test_what_is_wrong_is_reported_all_at_once_and_nothing_is_made(client, admin, post, body, paths):
    before = custom_ids(client, admin)
    answer = post(body)
    assert sorted(answer.problem_paths) == paths, answer.summary()
    assert custom_ids(client, admin) == before


def test_an_id_is_taken_once_byte_for_byte(post, get):
    assert post(field(name="First")).status == 201
    again = post(field(name="Second", type="integer"))
    assert again.status == 409 and "colour" in again.json()["detail"] and "code" not in again.json()
    assert get("colour").json()["name"] == "First"
    assert post(field(id="Colour")).status == 201


def test_a_bad_field_with_a_taken_id_is_refused_for_what_is_bad(post):
    assert post(field()).status == 201
    assert post(field(name="")).problem_paths == ["/name"]


@pytest.mark.parametrize("body, status", [
    (b"{", 400), (b"", 400), (b"1", 400), (b"[1]", 400), (b'{"id":"a","id":"b"}', 400), (b'{"id":"\xff"}', 400),
    (b" " * (1024 * 1024 + 1), 413),
], ids=lambda value: str(value)[:20])
def test_a_body_that_is_no_object_is_refused(client, admin, body, status):
    answer = client.call("POST", FIELDS, body=body, key=admin, headers={"Content-Type": "application/json"})
    assert answer.status == status, answer.summary()


def test_a_body_of_several_parts_is_refused(client, admin):
    assert client.call("POST", FIELDS, body=b"{}", key=admin, headers={"Content-Type": "multipart/mixed"}).status == 415


# --- deleting fields

def test_a_deleted_field_is_gone_at_once_and_its_id_is_free(client, admin, post, get, delete):
    assert post(field(required=True, defaultValue="red")).status == 201
    assert delete("colour").status == 204
    assert get("colour").status == 404
    assert delete("colour").status == 404
    assert "colour" not in custom_ids(client, admin)
    again = post(field(type="integer"))
    assert again.status == 201 and get("colour").json() == again.json()
    assert "defaultValue" not in again.json()


@pytest.mark.parametrize("field_id", ["nothing", "id", "_", "_Email", "_unknown", "0" * 24, "x" * 151, "x" * 5000, " ",
                                      "ñ", "a/b", "a.b", "%", "*"], ids=lambda value: value[:10])
def test_an_unknown_field_is_not_found(get, delete, field_id):
    assert get(field_id).status == 404
    assert delete(field_id).status == 404


def test_an_id_that_is_no_text_is_a_bad_request(client, admin):
    for spelling in ("%00", "a%00", "%ff", "%C3"):
        for method in ("GET", "DELETE"):
            assert client.call(method, FIELDS + spelling, key=admin).status == 400


def test_one_field_goes_and_the_others_stay(client, admin, post, delete):
    ids = ["a", "b", "c", "d"]
    for one in ids:
        assert post(field(id=one)).status == 201
    assert delete("b").status == 204
    assert sorted(set(custom_ids(client, admin)) & set(ids)) == ["a", "c", "d"]


# --- the number of them

def test_there_are_at_most_140_and_deleted_ones_do_not_count(start_server, document):
    server = start_server()
    client, admin = server.client(document), server.admin_key
    make = lambda field_id: client.call("POST", FIELDS, json=field(id=field_id), key=admin)
    for number in range(140):
        assert make(f"f{number}").status == 201
    for field_id in ("one_more", "f0"):
        answer = make(field_id)
        assert answer.problem_paths == ["/id"] and "140" in answer.json()["validationErrors"][0]["reason"]
    assert len(all_fields(client, admin)) == 34 + 140
    assert client.call("DELETE", FIELDS + "f0", key=admin).status == 204
    assert make("one_more").status == 201
    assert make("f0").status == 422


# --- many at once

def answers_together(server, document, count, request):
    """The statuses of so many equal requests sent at the same moment, sorted."""
    ready, statuses = threading.Barrier(count), []

    def send():
        client = server.client(document)
        with client.connect() as connection:
            ready.wait()
            statuses.append(connection.exchange_patiently(request(client)).status)

    threads = [threading.Thread(target=send) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return sorted(statuses)


@pytest.mark.parametrize("count", [2, 50])
def test_of_many_that_make_one_field_at_once_one_succeeds(start_server, document, count):
    server = start_server()
    admin = server.admin_key
    make = lambda client: client.request("POST", FIELDS, json=field(), key=admin)
    assert answers_together(server, document, count, make) == [201] + [409] * (count - 1)
    assert custom_ids(server.client(document), admin) == ["colour"]
    remove = lambda client: client.request("DELETE", FIELDS + "colour", key=admin)
    assert answers_together(server, document, count, remove) == [204] + [404] * (count - 1)
    assert custom_ids(server.client(document), admin) == []


# --- sent again

def test_a_create_that_is_sent_again_with_its_key_is_done_once(client, admin, post):
    headers = {"Idempotency-Key": "contact-field-1"}
    first = post(field(), headers=headers)
    again = client.call("POST", FIELDS, json=field(), key=admin, headers=headers)
    assert first.status == again.status == 201 and again.json() == first.json()
    assert again.header("Idempotency-Replayed") == "true"
    other = client.call("POST", FIELDS, json=field(name="Other"), key=admin, headers=headers)
    assert other.problem_paths == ["/Idempotency-Key"]


def test_a_refused_create_leaves_its_key_free(post):
    headers = {"Idempotency-Key": "contact-field-2"}
    assert post(field(name=""), headers=headers).status == 422
    assert post(field(), headers=headers).status == 201
    headers = {"Idempotency-Key": "contact-field-3"}
    assert post(field(), headers=headers).status == 409
    assert post(field(id="other"), headers=headers).status == 201


# --- that it lasts

def test_fields_are_there_after_a_restart(start_server, document):
    folder = processes.make_folder()
    server = start_server(folder=folder)
    client, admin = server.client(document), server.admin_key
    for number, (body, _) in enumerate(GOOD):
        assert client.call("POST", FIELDS, json={**body, "id": f"f{number}"}, key=admin).status == 201
    assert client.call("DELETE", FIELDS + "f3", key=admin).status == 204
    before = all_fields(client, admin)
    assert len(before) == 34 + len(GOOD) - 1
    server.stop()
    assert all_fields(start_server(folder=folder).client(document), admin) == before

"""Values of custom fields: the nine kinds, their bounds, and what becomes of them when fields come and go."""

import pytest

from harness.contacts import BY_EMAIL, FAMILIES, Contacts, fresh, options
from harness import processes

LARGEST = 2**53 - 1
PHONE = {"type": "phone", "defaultCountryCode": "44"}
RADIO = {"type": "radio", "options": options("s", "M", "x l", "ñ/~", "x" * 150)}
CHECKBOX = {"type": "checkbox", "options": options("a", "b", "c"), "defaultValue": []}
BOOLEAN = {"type": "boolean", "defaultValue": False}
ONE_OF_EACH = [{"type": "text"}, {"type": "email"}, PHONE, {"type": "integer"}, {"type": "decimal"}, {"type": "date"},
               RADIO, CHECKBOX, BOOLEAN]


def make(contacts, field):
    return contacts.make_field(field["type"], **{name: value for name, value in field.items() if name != "type"})


def shown(value):
    text = str(value.get("type") if isinstance(value, dict) else value)
    return text if len(text) < 40 else f"{text[:12]}...{len(text)}"


DAY = {"type": "date", "minDate": "2020-01-01", "maxDate": "2020-01-31T12:00:00Z"}
TAKEN = [
    *(({"type": "text"}, text, text) for text in (
        "celadon", "", " ", "ñ€\U0001f30a\n\t\"\\", "x" * 5000, "\U0001f30a" * 5000, "\x01\x1f\x7f", "null")),
    *(({"type": "text", "maxLength": 3}, text, text) for text in ("abc", "", "\U0001f30a" * 3)),
    ({"type": "email"}, " Ada@Example.ORG ", "Ada@Example.ORG"),
    (PHONE, "+34651234567", "+34651234567"),
    (PHONE, "20 7946-0958", "+442079460958"),
    (PHONE, "+1234567", "+1234567"),
    (PHONE, "12345", "+4412345"),
    (PHONE, "+123456789012345", "+123456789012345"),
    (PHONE, "1234567890123", "+441234567890123"),
    *(({"type": "integer"}, number, int(number)) for number in (0, 3, 3.0, -3.0, 1e3, LARGEST, -LARGEST)),
    *(({"type": "integer", "minValue": -1, "maxValue": 5}, number, number) for number in (-1, 0, 5)),
    *(({"type": "date"}, day, f"{day}T00:00:00.000Z") for day in ("2000-02-29", "1815-12-10", "0001-01-01",
                                                                 "9999-12-31")),
    ({"type": "date"}, "2020-06-01T01:00:00+02:00", "2020-05-31T23:00:00.000Z"),
    ({"type": "date"}, "2020-06-01T01:00:00.9999Z", "2020-06-01T01:00:00.999Z"),
    (DAY, "2020-01-01", "2020-01-01T00:00:00.000Z"),
    (DAY, "2020-01-01T05:00:00+05:00", "2020-01-01T00:00:00.000Z"),
    (DAY, "2020-01-31T12:00:00Z", "2020-01-31T12:00:00.000Z"),
    *((RADIO, option, option) for option in ("s", "M", "x l", "ñ/~", "x" * 150)),
    *((CHECKBOX, chosen, chosen) for chosen in ([], ["a"], ["a", "b", "c"], ["c", "a"], ["b", "c", "a"])),
    *((BOOLEAN, value, value) for value in (True, False)),
]


@pytest.mark.parametrize("field, given, kept", TAKEN, ids=shown)
def test_a_value_is_taken_answered_and_read(contacts, field, given, kept):
    field_id, path = make(contacts, field), fresh(BY_EMAIL)
    made = contacts.patched(path, {field_id: given})
    assert made[field_id] == kept and type(made[field_id]) is type(kept)
    assert contacts.patched(path, {field_id: given}) == made, "nothing changes the second time"


# What is sent as a number, and the digits that are answered.
DECIMALS = [
    ("19.99", "19.99"), ("100", "100"), ("100.0", "100"), ("100.50", "100.5"), ("0", "0"), ("0.0", "0"), ("-0", "0"),
    ("-0.0", "0"), ("1e2", "100"), ("1.5E+3", "1500"), ("25e-1", "2.5"), ("1e-4", "0.0001"), ("-5.25", "-5.25"),
    ("1.00004", "1"), ("1.00005", "1.0001"), ("-1.00005", "-1.0001"), ("1.00015", "1.0002"), ("1.000149999", "1.0001"),
    ("0.00005", "0.0001"), ("0.00004999999999999999999999", "0"), ("-0.00005", "-0.0001"), ("-0.00001", "0"),
    ("0.30000000000000004", "0.3"), ("1e-30", "0"), ("99999999999999.9999", "99999999999999.9999"),
    ("-99999999999999.9999", "-99999999999999.9999"), ("99999999999999.99994", "99999999999999.9999"),
    ("9007199254740993e-4", "900719925474.0993"), ("12345678901234.5678", "12345678901234.5678"),
]


def test_a_decimal_keeps_its_digits_to_four_places(contacts):
    field, path = contacts.make_field("decimal"), fresh(BY_EMAIL)
    for sent, answered in DECIMALS:
        answer = contacts.call("PATCH", path, body=f'{{"{field}":{sent}}}'.encode(),
                               headers={"Content-Type": "application/json"})
        assert answer.status == 200, (sent, answer.summary())
        for body in (answer.body, contacts.get(path).body):
            assert f'"{field}":{answered},' in body.decode() + "," or f'"{field}":{answered}}}' in body.decode(), sent


@pytest.mark.parametrize("number", ["1e14", "-1e14", "100000000000000", "99999999999999.99995",
                                    "-99999999999999.99995", "1e20", '"1"', "true", "[]", "[1]", "{}"])
def test_a_decimal_stays_below_its_limit(contacts, number):
    field, path = contacts.make_field("decimal"), fresh(BY_EMAIL)
    answer = contacts.call("PATCH", path, body=f'{{"{field}":{number}}}'.encode(),
                           headers={"Content-Type": "application/json"})
    assert answer.problem_paths == [f"/{field}"]


def test_the_bounds_of_a_decimal_hold_after_rounding(contacts):
    field, path = contacts.make_field("decimal", minValue=0.5, maxValue=1), fresh(BY_EMAIL)
    for given, kept in ((0.5, 0.5), (1, 1), (0.49995, 0.5), (1.00004, 1)):
        assert contacts.patched(path, {field: given})[field] == kept
    for given in (0.4999, 0.49994, 1.0001, 1.00005, -0.75, 0):
        assert contacts.patch(path, {field: given}).problem_paths == [f"/{field}"]


REFUSED = [
    ({"type": "text"}, (1, 1.5, True, [], ["a"], {}, "a\0b", "x" * 5001, "\U0001f30a" * 5001)),
    ({"type": "text", "maxLength": 3}, ("abcd", "\U0001f30a" * 4)),
    ({"type": "text", "required": True, "defaultValue": "x"}, ("", 1, "a\0")),
    ({"type": "email"}, ("", "ada", "ada@localhost", 1)),
    (PHONE, ("", "+", "+123456", "1234", "12345678901234", "+1234567890123456", "++1234567", "1+2345678",
             "+44 20 7946 ext 1", "(020) 79460958", "020.7946.0958", 2079460958, True, [], {}, "+442079460958\0")),
    ({"type": "integer"}, (3.5, LARGEST + 1, -LARGEST - 1, "3", "", True, [], [3], {})),
    ({"type": "integer", "minValue": -1, "maxValue": 5}, (-2, 6, 5.5)),
    ({"type": "date"}, ("", "soon", "2001-02-29", "2000-01-01T00:00:00", "01/02/2000", "2000-01-01\0", 0, True, [],
                        {}, "9999-12-31T23:59:59-01:00")),
    (DAY, ("2019-12-31", "2019-12-31T23:59:59.999Z", "2020-01-01T00:00:00+00:01", "2020-02-01", "2020-01-31T12:00:01Z",
           "2020-01-31T12:00:00.001Z")),
    (RADIO, ("", "S", "m", "l", " s", "s ", "s\0", ["s"], 1, True, {}, [])),
    (CHECKBOX, ("a", "", 1, True, {}, ["a", "b", "c", "a"])),
    (BOOLEAN, ("true", "", 1, 0, "1", [], {})),
]


@pytest.mark.parametrize("field, values", REFUSED, ids=shown)
def test_a_value_is_refused_at_its_place(contacts, field, values):
    field_id, path = make(contacts, field), fresh(BY_EMAIL)
    before = contacts.patched(path, {"_name": "Ada"})
    for value in values:
        answer = contacts.patch(path, {field_id: value, "_name": "Grace"})
        assert answer.problem_paths == [f"/{field_id}"], (value, answer.summary())
    assert contacts.read(path) == before


def test_a_bad_choice_in_a_list_is_told_at_its_place(contacts):
    field, path = make(contacts, CHECKBOX), fresh(BY_EMAIL)
    for chosen, wrong in ((["a", "a"], [1]), (["d"], [0]), (["a", "A", "b"], [1]), (["d", "b", 1], [0, 2]),
                          ([None], [0]), ([["a"]], [0]), (["a", {}], [1]), (["a", "b", "b"], [2])):
        answer = contacts.patch(path, {field: chosen})
        assert answer.problem_paths == [f"/{field}/{index}" for index in wrong], (chosen, answer.summary())


def test_a_phone_field_takes_its_own_calling_code(contacts):
    path = fresh(BY_EMAIL)
    one, other = (contacts.make_field("phone", defaultCountryCode=code) for code in ("1", "1684"))
    found = contacts.patched(path, {one: "2345678", other: "2345678", "_mobilePhone": "2345678"})
    assert (found[one], found[other], found["_mobilePhone"]) == ("+12345678", "+16842345678", "+342345678")


# --- clearing

@pytest.mark.parametrize("family", FAMILIES)
def test_null_clears_every_kind_that_is_not_required(contacts, family):
    values = ["x", "ada@example.org", "+442079460958", 3, 1.5, "2020-01-01", "s"]
    full = {make(contacts, field): value for field, value in zip(ONE_OF_EACH, values)}
    path = fresh(family)
    empty = contacts.patched(path, {})
    filled = contacts.patched(path, full)
    assert filled.keys() == empty.keys() | full.keys()
    one = next(iter(full))
    cleared = contacts.patched(path, {one: None})
    assert cleared.keys() == filled.keys() - {one}
    cleared = contacts.patched(path, {field: None for field in full})
    assert cleared == {**empty, "_updatedAt": cleared["_updatedAt"]}
    assert contacts.patched(path, {field: None for field in full}) == cleared


REQUIRED = [
    ({"type": "text", "required": True, "defaultValue": "red"}, "blue"),
    ({"type": "integer", "required": True, "defaultValue": 3}, 0),
    ({"type": "decimal", "required": True, "defaultValue": 1.5}, 0),
    ({"type": "date", "required": True, "defaultValue": "2020-01-01T00:00:00.000Z"}, "2021-01-01T00:00:00.000Z"),
    ({**RADIO, "required": True, "defaultValue": "s"}, "M"),
    ({**CHECKBOX, "defaultValue": ["b", "a"]}, []),
    ({**BOOLEAN, "defaultValue": True}, False),
]


@pytest.mark.parametrize("field, other", REQUIRED, ids=shown)
def test_a_required_field_has_its_default_until_it_is_set_and_cannot_be_cleared(contacts, field, other):
    default, path, later = field["defaultValue"], fresh(BY_EMAIL), fresh(BY_EMAIL)
    before = contacts.patched(path, {"_name": "Ada"})
    field_id = make(contacts, field)
    assert contacts.read(path) == {**before, field_id: default}, "also for whom was there before the field"
    assert contacts.patched(later, {})[field_id] == default
    for each in (path, later):
        found = contacts.patched(each, {"_points": 1})
        assert found[field_id] == default
        assert contacts.patch(each, {field_id: None}).problem_paths == [f"/{field_id}"]
        assert contacts.read(each) == found
        assert contacts.patched(each, {field_id: other})[field_id] == other
        assert contacts.patched(each, {"_points": 2})[field_id] == other
        assert contacts.patched(each, {field_id: default})[field_id] == default


# --- fields that come and go

def test_the_id_of_a_field_is_compared_byte_for_byte(contacts):
    path = fresh(BY_EMAIL)
    field = contacts.make_field("text")
    assert contacts.patched(path, {field: "a"})[field] == "a"
    assert contacts.patch(path, {field.upper(): "b"}).problem_paths == [f"/{field.upper()}"]


@pytest.mark.parametrize("field_id", ["tags[]", "a[0](b)-_9", "name", "email", "f1", "Id", "x" * 150])
def test_any_field_id_is_the_key_of_its_value(contacts, field_id):
    path = fresh(BY_EMAIL)
    contacts.make_field("text", id=field_id)
    assert contacts.patched(path, {field_id: "a"})[field_id] == "a"
    assert contacts.patch(path, {field_id: 1}).problem_paths == [f"/{field_id}"]


@pytest.mark.parametrize("field", ONE_OF_EACH, ids=shown)
def test_the_values_of_a_deleted_field_are_gone_and_do_not_come_back(contacts, field):
    path, value = fresh(BY_EMAIL), {"text": "x", "email": "a@example.org", "phone": "+442079460958", "integer": 3,
                                    "decimal": 1.5, "date": "2020-01-01T00:00:00.000Z", "radio": "s",
                                    "checkbox": ["a"], "boolean": True}[field["type"]]
    before = contacts.patched(path, {})
    field_id = make(contacts, field)
    assert contacts.patched(path, {field_id: value})[field_id] == value
    assert contacts.delete_field(field_id).status == 204
    found = contacts.read(path)
    assert found == {**before, "_updatedAt": found["_updatedAt"]}
    assert contacts.patch(path, {field_id: value}).problem_paths == [f"/{field_id}"]
    assert contacts.patch(path, {field_id: None}).problem_paths == [f"/{field_id}"]
    make(contacts, {**field, "id": field_id})
    assert contacts.read(path).get(field_id) == field.get("defaultValue")
    assert contacts.patched(path, {"_name": "Ada"}).get(field_id) == field.get("defaultValue")


def test_a_field_made_anew_with_another_type_takes_values_of_that_type(contacts):
    path = fresh(BY_EMAIL)
    field = contacts.make_field("text")
    contacts.patched(path, {field: "text"})
    assert contacts.delete_field(field).status == 204
    contacts.make_field("integer", id=field, required=True, defaultValue=7)
    assert contacts.read(path)[field] == 7
    assert contacts.patch(path, {field: "text"}).problem_paths == [f"/{field}"]
    assert contacts.patched(path, {field: 8})[field] == 8


def test_values_are_there_after_a_restart(start_server, document):
    folder = processes.make_folder()
    server = start_server(folder=folder)
    key, path = server.admin_key, fresh(BY_EMAIL)
    contacts = Contacts(server.client(document), key)
    gone = contacts.make_field("text")
    values = {make(contacts, field): kept for field, _, kept in TAKEN}
    assert contacts.patched(path, {**values, gone: "x"}).items() >= values.items()
    assert contacts.delete_field(gone).status == 204
    before = contacts.read(path)
    server.stop()
    after = Contacts(start_server(folder=folder).client(document), key).read(path)
    assert after == before and gone not in after

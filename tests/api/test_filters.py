"""Filters by themselves: their words, and how one is told; and what is refused, wherever a filter can stand."""

import pytest

from harness.contacts import options
from harness.custom_events import Integrations, receiving
from harness.segments import UNKNOWN

pytestmark = pytest.mark.any_engine

VOCABULARY, DESCRIBE = "/admin/v1/filters/vocabulary", "/admin/v1/filters/describe"
PLACES = [DESCRIBE, "/admin/v1/segments/count", "/admin/v1/segments/preview", "/admin/v1/contacts/search",
          "/admin/v1/segments/"]
MORE = {DESCRIBE: {"language": "en"}, "/admin/v1/segments/": {"name": "N", "kind": "dynamic"}}
POINTS = {"field": "_points", "is": "atLeast", "value": 100}


@pytest.fixture
def event_type(client, admin):
    integrations = Integrations(client, admin)
    integration = integrations.make()
    total = {"id": "total", "name": "Total", "type": "decimal"}
    answer = integrations.post_type(integration["id"], receiving(total, name="Cart updated"))
    assert answer.status == 201, answer.summary()
    yield answer.json()
    integrations.tidy()


def deep(levels):
    """So many levels, the last one a test."""
    return POINTS if levels == 1 else {"not": deep(levels - 1)}


def wide(tests):
    return {"all": [POINTS] * tests}


@pytest.fixture
def told(segments):
    def tell(condition, language="en"):
        answer = segments.call("POST", DESCRIBE, json={"filter": condition, "language": language})
        assert answer.status == 200, answer.summary()
        return answer.json()["text"]
    return tell


def test_the_vocabulary_has_what_the_store_has(segments, contacts, event_type):
    field = contacts.make_field("radio", options=options("s", "l"))
    segment = segments.make(name="Only here")
    words = segments.call("GET", VOCABULARY).json()
    [own] = [one for one in words["fields"] if one["id"] == field]
    assert own == {"id": field, "name": "Made by a test", "kind": "radio", "options": options("s", "l")}
    [event] = [one for one in words["events"] if one["id"] == event_type["id"]]
    assert event["alias"] == event_type["alias"]
    assert event["fields"][1] == {"id": "total", "name": "Total", "kind": "decimal"}
    assert {"id": segment["id"], "name": "Only here"} in words["segments"]
    assert words["limits"]["levels"] == 8 and words["limits"]["tests"] == 200
    operators = {one["kind"]: [each["is"] for each in one["operators"]] for one in words["kinds"]}
    assert operators["radio"] == ["isSet", "isNotSet", "in", "notIn"]
    contacts.delete_field(field)
    assert field not in {one["id"] for one in segments.call("GET", VOCABULARY).json()["fields"]}


def test_a_filter_is_told_in_two_languages_with_the_names_of_now(segments, told, event_type):
    english, spanish = told(POINTS), told(POINTS, "es")
    assert "100" in english and "100" in spanish and english != spanish
    segment = segments.make(name="Regulars")
    assert "Regulars" in told({"segment": segment["id"]})
    assert "Cart updated" in told({"event": event_type["alias"]})
    segments.call("PATCH", f"/admin/v1/segments/{segment['id']}", json={"name": "Friends"})
    assert "Friends" in told({"not": {"segment": segment["id"].upper()}}, "es")


@pytest.mark.parametrize("body, paths", [
    ({}, ["/filter", "/language"]), ([], ["/filter", "/language"]), ({"filter": None, "language": None}, [
        "/filter", "/language"]), ({"filter": POINTS, "language": "de"}, ["/language"]),
    ({"filter": POINTS, "language": 1}, ["/language"]), ({"filter": 1, "language": "EN"}, ["/filter", "/language"]),
], ids=str)
def test_what_cannot_be_told_is_refused(segments, body, paths):
    assert segments.call("POST", DESCRIBE, json=body).problem_paths == paths


@pytest.mark.parametrize("condition, paths", [
    ("x", ["/filter"]), ([], ["/filter"]), ({}, ["/filter"]), ({"all": []}, ["/filter/all"]),
    ({"all": [{"field": "nobody", "is": "isSet"}, {"field": "_points", "is": "contains", "value": "1"}]},
     ["/filter/all/0/field", "/filter/all/1/is"]),
    ({"any": [{"field": "_points", "is": "equals", "value": "1"}, {"field": "_points", "is": "between", "from": 1}]},
     ["/filter/any/0/value", "/filter/any/1/to"]),
    ({"field": "_birthdate", "is": "inLast", "period": "90 days"}, ["/filter/period"]),
    ({"field": "_birthdate", "is": "inLast", "period": "P101Y"}, ["/filter/period"]),
    ({"purchases": {"within": {"from": "2026-02-01", "to": "2026-01-01"}}}, ["/filter/purchases/within/to"]),
    ({"purchases": {"within": {"since": "start"}}}, ["/filter/purchases/within/since"]),
    ({"path": "nodes.cart.total", "is": "isSet"}, ["/filter/path"]),
    ({"event": "nothing"}, ["/filter/event"]), ({"event": UNKNOWN}, ["/filter/event"]),
    ({"activity": "sleeping"}, ["/filter/activity"]), ({"segment": UNKNOWN}, ["/filter/segment"]),
    ({"activity": "coupon-assigned", "couponSetId": UNKNOWN}, ["/filter/couponSetId"]),
    ({"activity": "email-opened", "workflowId": UNKNOWN}, ["/filter/workflowId"]),
    ({"activity": "login", "workflowId": UNKNOWN}, ["/filter/workflowId"]),
    ({**POINTS, "unknown": 1}, ["/filter/unknown"]), ({**POINTS, "segment": UNKNOWN}, ["/filter"]),
    ({"field": "_name", "is": "equals", "value": "a\0b"}, ["/filter/value"]),
    (deep(9), ["/filter" + "/not" * 8]), (wide(201), ["/filter"]),
], ids=lambda value: str(value)[:60])
@pytest.mark.parametrize("place", PLACES)
def test_what_makes_no_sense_is_refused_wherever_a_filter_stands(segments, place, condition, paths):
    answer = segments.call("POST", place, json={**MORE.get(place, {}), "filter": condition})
    assert sorted(answer.problem_paths) == sorted(paths)


@pytest.mark.parametrize("place", PLACES)
def test_an_option_must_be_one_of_the_field(segments, contacts, place):
    field = contacts.make_field("radio", options=options("s", "l"))
    for values, paths in ((["s", "m"], ["/filter/values/1"]), ([], ["/filter/values"])):
        condition = {"field": field, "is": "in", "values": values}
        answer = segments.call("POST", place, json={**MORE.get(place, {}), "filter": condition})
        assert answer.problem_paths == paths


@pytest.mark.parametrize("place", PLACES[:-1])
def test_the_largest_filters_are_taken(segments, place):
    for condition in (deep(8), wide(200)):
        answer = segments.call("POST", place, json={**MORE.get(place, {}), "filter": condition})
        assert answer.status == 200, answer.summary()


@pytest.mark.parametrize("place", PLACES)
def test_what_is_no_object_asks_nothing(segments, place):
    for body in (b"", b"{", b"[1]", b"1"):
        answer = segments.call("POST", place, body=body, headers={"Content-Type": "application/json"})
        assert answer.status == 400, answer.summary()


@pytest.mark.parametrize("place", PLACES[:-1])
def test_whoever_only_asks_needs_no_idempotency_key(segments, place):
    headers = {"Idempotency-Key": "the same for all of them"}
    for condition in (POINTS, deep(2)):
        answer = segments.call("POST", place, json={**MORE.get(place, {}), "filter": condition}, headers=headers)
        assert answer.status == 200 and answer.header("Idempotency-Replayed") is None

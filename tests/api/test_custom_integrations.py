"""Making, showing, changing, listing and deleting custom integrations."""

import re

import pytest

from harness.custom_events import INTEGRATIONS, Integrations, receiving

UNKNOWN = "5f0000000000000000000000"


@pytest.fixture
def integrations(client, admin):
    found = Integrations(client, admin)
    yield found
    found.tidy()


def test_a_new_integration_is_answered_whole(integrations):
    made = integrations.make()
    assert re.fullmatch(r"[0-9a-f]{24}", made["id"])
    assert made == {"id": made["id"], "name": "Bookings", "eventsEnabled": True, "imageUri": None,
                    "createdAt": made["createdAt"], "updatedAt": made["createdAt"]}
    for spelling in (made["id"], made["id"].upper()):
        assert integrations.call("GET", spelling).json() == made


FULL = {"name": "N" * 500, "eventsEnabled": False, "color": "c" * 100, "description": "ñ" * 5000, "imageUri": "u" * 2000}


def test_what_is_no_object_is_no_integration(client, admin):
    for body in (b"", b"{", b"[1]", b"1"):
        answer = client.call("POST", "/custom-integrations/", body=body, key=admin,
                             headers={"Content-Type": "application/json"})
        assert answer.status == 400, answer.summary()


def test_every_property_is_kept_and_null_means_absent(integrations):
    made = integrations.make(**FULL)
    assert {name: made[name] for name in FULL} == FULL
    bare = integrations.make(color=None, description=None, imageUri=None, unknown=1, id="x")
    assert set(bare) == {"id", "name", "eventsEnabled", "imageUri", "createdAt", "updatedAt"}
    assert integrations.make(color="", description="", imageUri="")["imageUri"] == ""


@pytest.mark.parametrize("body, paths", [
    ({}, ["/name", "/eventsEnabled"]), ([], ["/name", "/eventsEnabled"]),
    ({"name": None, "eventsEnabled": None}, ["/name", "/eventsEnabled"]),
    ({"name": "", "eventsEnabled": "true"}, ["/name", "/eventsEnabled"]),
    ({"name": "N" * 501, "eventsEnabled": 1, "color": "c" * 101, "description": "d" * 5001, "imageUri": "u" * 2001},
     ["/name", "/eventsEnabled", "/color", "/description", "/imageUri"]),
    ({"name": "a\0b", "eventsEnabled": True, "color": 1, "description": [], "imageUri": {}},
     ["/name", "/color", "/description", "/imageUri"]),
], ids=str)
def test_all_that_is_wrong_is_told_at_once(integrations, body, paths):
    assert integrations.post(body).problem_paths == paths


@pytest.mark.parametrize("name", FULL)
def test_a_change_of_one_property_leaves_the_others_alone(integrations, name):
    before = integrations.make()
    after = integrations.call("PATCH", before["id"], json={name: FULL[name]}).json()
    assert after == {**before, name: FULL[name], "updatedAt": after["updatedAt"]}
    assert after["updatedAt"] >= before["updatedAt"]
    assert integrations.call("GET", before["id"]).json() == after


def test_null_clears_what_can_be_without(integrations):
    before = integrations.make(**FULL)
    after = integrations.call("PATCH", before["id"], json={"color": None, "description": None, "imageUri": None}).json()
    assert set(after) == {"id", "name", "eventsEnabled", "imageUri", "createdAt", "updatedAt"}
    assert after["imageUri"] is None
    answer = integrations.call("PATCH", before["id"], json={"name": None, "eventsEnabled": None, "color": "kept not"})
    assert answer.problem_paths == ["/name", "/eventsEnabled"]
    assert integrations.call("GET", before["id"]).json() == after


def test_what_changes_nothing_leaves_the_time_alone(integrations):
    before = integrations.make(color="red")
    for change in ({}, [], {"color": "red"}, {"id": "x", "createdAt": 1, "unknown": None}):
        assert integrations.call("PATCH", before["id"], json=change).json() == before


def test_the_list_is_newest_first_and_its_links_lead_through(integrations, client, admin):
    made = [integrations.make(name=f"I{number}")["id"] for number in range(5)][::-1]
    target, found = INTEGRATIONS + "?pageSize=2", []
    while target:
        answer = client.call("GET", target, key=admin).json()
        found += [one["id"] for one in answer["results"]]
        following = answer["links"].get("next")
        target = following and following[following.index(INTEGRATIONS):]
    assert [one for one in found if one in made] == made and len(found) == len(set(found))
    second = client.call("GET", INTEGRATIONS + "?pageSize=2&page=2", key=admin).json()
    assert [one["id"] for one in second["results"]] == found[2:4]
    back = second["links"]["prev"]
    first = client.call("GET", back[back.index(INTEGRATIONS):], key=admin).json()
    assert [one["id"] for one in first["results"]] == found[:2] and first["links"]["prev"] is None
    assert client.call("GET", INTEGRATIONS + "?page=10000&pageSize=1", key=admin).json()["results"] == []
    assert client.call("GET", INTEGRATIONS + "?page=0", key=admin).problem_paths == ["/page"]


def test_deleting_takes_the_event_types_along(integrations):
    made = integrations.make()
    type_body = receiving()
    made_type = integrations.make_type(type_body, made["id"])
    assert integrations.call("DELETE", made["id"]).status == 204
    for answer in (integrations.call("GET", made["id"]), integrations.call("PATCH", made["id"], json={}),
                   integrations.call("DELETE", made["id"]),
                   integrations.call_type("GET", made["id"], made_type["id"]),
                   integrations.call_type("DELETE", made["id"], made_type["id"])):
        assert answer.status == 404
    # The alias is free again.
    integrations.make_type(type_body)


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
def test_an_id_is_unknown_or_no_id(integrations, method):
    body = {"json": {}} if method == "PATCH" else {}
    assert integrations.call(method, UNKNOWN, **body).status == 404
    assert integrations.call(method, "f" * 24, **body).status == 404
    for no_id in ("x", "a" * 23, "g" * 24):
        assert integrations.call(method, no_id, **body).status == 400


def test_there_are_100_at_most(start_server, document):
    server = start_server()
    integrations = Integrations(server.client(document), server.admin_key)
    for number in range(100):
        integrations.make(name=f"I{number}")
    refused = integrations.post({"name": "one more", "eventsEnabled": True})
    assert refused.problem_paths == ["/name"] and "100 custom integrations" in refused.json()["validationErrors"][0]["reason"]
    assert integrations.call("DELETE", integrations.made[0]).status == 204
    integrations.make()


def test_a_request_under_a_key_is_done_once(integrations):
    headers = {"Idempotency-Key": "one integration"}
    first = integrations.post({"name": "Once", "eventsEnabled": True}, headers=headers)
    second = integrations.post({"name": "Once", "eventsEnabled": True}, headers=headers)
    assert second.body == first.body and second.header("Idempotency-Replayed") == "true"
    assert integrations.post({"name": "Other", "eventsEnabled": True}, headers=headers).problem_paths == [
        "/Idempotency-Key"]

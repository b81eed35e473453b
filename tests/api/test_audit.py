"""Who changed what through the management interface."""

import pytest

from harness.workflows import chain

AUDIT = "/admin/v1/audit/"


@pytest.fixture
def changed(start_server, document):
    """A server on which two keys changed some things: (server, client)"""
    server = start_server()
    client = server.client(document)
    for name in ("One", "Two", "Three"):
        assert client.call("PATCH", "/admin/v1/store", json={"name": name}, key=server.admin_key).status == 200
    made = client.call("POST", "/admin/v1/api-keys/", json={"name": "k", "scopes": ["admin"]}, key=server.admin_key)
    assert client.call("DELETE", f"/admin/v1/api-keys/{made.json()['id']}", key=server.admin_key).status == 204
    return server, client, made.json()["id"]


def test_the_newest_change_comes_first_with_who_and_what(changed):
    server, client, key_id = changed
    answer = client.call("GET", AUDIT, key=server.admin_key)
    entries = answer.json()["results"]
    assert [(each["action"], each["subject"]) for each in entries[:2]] == [
        ("api-key.revoke", key_id), ("api-key.create", key_id)]
    assert [each["action"] for each in entries[2:5]] == ["store.change"] * 3
    assert all(each["actor"] == f"api-key:{server.admin_key.id}" for each in entries[:5])
    assert all(each["changes"] == ["name"] for each in entries[2:5])
    times = [each["at"] for each in entries]
    assert times == sorted(times, reverse=True)
    # A change that changes nothing, and a refusal, leave none.
    assert client.call("PATCH", "/admin/v1/store", json={"name": "Three"}, key=server.admin_key).status == 200
    assert client.call("PATCH", "/admin/v1/store", json={"name": 3}, key=server.admin_key).status == 422
    assert client.call("GET", AUDIT, key=server.admin_key).json()["results"] == entries


@pytest.mark.parametrize("size", [1, 2, 100])
def test_links_lead_down_and_up_again_while_more_is_changed(changed, size):
    server, client, _ = changed
    whole = client.call("GET", AUDIT, key=server.admin_key).json()["results"]
    seen, target, last, step = [], f"{AUDIT}?pageSize={size}", None, 0
    while target:
        last = client.call("GET", target.removeprefix(server.url), key=server.admin_key).json()
        seen += last["results"]
        target = last["links"].get("next")
        client.call("PATCH", "/admin/v1/store", json={"name": f"Late {step}"}, key=server.admin_key)
        step += 1
    assert seen == whole
    up = list(last["results"])
    while target := last["links"]["prev"]:
        last = client.call("GET", target.removeprefix(server.url), key=server.admin_key).json()
        up = last["results"] + up
    assert up[-len(whole):] == whole
    past = client.call("GET", f"{AUDIT}?page=500", key=server.admin_key).json()
    assert past["results"] == [] and "next" not in past["links"]


@pytest.mark.parametrize("query, paths", [
    ("?pageSize=101", ["/pageSize"]), ("?page=0", ["/page"]), ("?cursor=x", ["/cursor"]), ("?cursor=o.1.x", ["/cursor"]),
    ("?page=x&pageSize=x&cursor=n..", ["/cursor", "/page", "/pageSize"])])
def test_bad_queries_are_refused(server, document, query, paths):
    answer = server.client(document).call("GET", AUDIT + query, key=server.admin_key)
    assert sorted(answer.problem_paths) == paths


def newest(client, server, action):
    entries = client.call("GET", AUDIT, key=server.admin_key).json()["results"]
    return next(entry for entry in entries if entry["action"] == action)


def test_what_was_there_before_is_told_beside_what_is_there_now(changed):
    server, client, _ = changed

    def call(method, path, body):
        answer = client.call(method, path, json=body, key=server.admin_key)
        assert answer.status in (200, 201), answer.summary()
        return answer.json()

    assert newest(client, server, "store.change")["values"] == [{"field": "name", "before": "Two", "after": "Three"}]
    call("PATCH", "/admin/v1/store", {"allowedDomains": ["shop.example"], "timezone": "Europe/Madrid"})
    assert newest(client, server, "store.change")["values"] == [
        {"field": "timezone", "before": "UTC", "after": "Europe/Madrid"},
        {"field": "allowedDomains", "before": [], "after": ["shop.example"]}]
    # A filter is told as it is written, and what is gone of it is not told.
    call("POST", "/contact-fields/", {"id": "city", "name": "City", "type": "text"})
    named, in_a_city = {"field": "_totalPurchases", "is": "equals", "value": 1}, {"field": "city", "is": "equals", "value": "Vigo"}
    segment = call("POST", "/admin/v1/segments/", {"name": "One", "kind": "dynamic", "filter": named})
    path = f"/admin/v1/segments/{segment['id']}"
    call("PATCH", path, {"filter": in_a_city, "description": "Who lives there"})
    told = newest(client, server, "segment.change")
    assert told["changes"] == ["description", "filter"] and told["values"] == [
        {"field": "description", "before": None, "after": "Who lives there"},
        {"field": "filter", "before": named, "after": in_a_city}]
    call("PATCH", path, {"filter": named})
    assert newest(client, server, "segment.change")["values"] == [
        {"field": "filter", "before": in_a_city, "after": named}]
    # Who somebody looked for is not kept: the list outlives people.
    call("PATCH", path, {"filter": {"field": "_email", "is": "equals", "value": "ada@example.org"}})
    told = newest(client, server, "segment.change")
    assert (told["changes"], told["values"]) == (["filter"], [])
    # Too long a value is only named, and a definition is kept by its versions.
    workflow = call("POST", "/admin/v1/workflows/", {"name": "One", "definition": chain({"kind": "start"})})
    call("PATCH", f"/admin/v1/workflows/{workflow['id']}",
         {"name": "Two", "definition": chain({"kind": "start"}, {"kind": "stop", "converted": True})})
    told = newest(client, server, "workflow.change")
    assert sorted(told["changes"]) == ["definition", "name"]
    assert told["values"] == [{"field": "name", "before": "One", "after": "Two"}]
    assert newest(client, server, "api-key.create")["values"] == []


"""Who changed what through the management interface."""

import pytest

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

"""One switch that stops what leaves: for the store, a workflow or a contact."""

import pytest

from harness.coupons import WORKFLOWS
from harness.server import Server
from harness.workflows import chain

UNKNOWN = "5f0000000000000000000000"
MISSING = [{"name": "reason", "path": "/reason", "reason": "is required"}]


@pytest.fixture(scope="module")
def _own():
    return []


@pytest.fixture
def shop(_own, document):
    """A store of its own: others are not to be put on hold."""
    if not _own:
        _own.append(Server(owner="test_holds.py"))
    server = _own[0]
    client = server.client(document)
    yield lambda method, path, **more: client.call(method, path, **{"key": server.admin_key, **more})
    server.assert_alive()


@pytest.fixture
def contact(shop):
    return shop("PATCH", "/contacts/email/hold@example.org", json={"_name": "Ada"}).json()["id"]


@pytest.fixture
def workflow(shop):
    definition = chain({"kind": "start"}, {"kind": "stop", "converted": False})
    return shop("POST", WORKFLOWS, json={"name": "Held", "definition": definition}).json()["id"]


def audited(shop):
    return [(one["action"], one["subject"]) for one in shop("GET", "/admin/v1/audit/?pageSize=20").json()["results"]]


def test_the_store_is_put_on_hold_and_let_go(shop):
    assert shop("GET", "/admin/v1/hold").json() == {"reason": None, "since": None}
    held = shop("POST", "/admin/v1/hold", json={"reason": "Wrong prices"})
    assert held.status == 200 and held.json()["reason"] == "Wrong prices" and held.json()["since"]
    assert shop("GET", "/admin/v1/hold").json() == held.json()
    assert shop("POST", "/admin/v1/hold", json={"reason": "Still wrong"}).json()["reason"] == "Still wrong"
    assert shop("DELETE", "/admin/v1/hold").status == 204
    assert shop("GET", "/admin/v1/hold").json()["reason"] is None
    assert shop("DELETE", "/admin/v1/hold").status == 204, "the second time changes nothing"
    assert [action for action, _ in audited(shop)][:3] == ["store.release", "store.hold", "store.hold"]


def test_a_workflow_is_put_on_hold_and_let_go(shop, workflow):
    path = f"{WORKFLOWS}{workflow}/hold"
    held = shop("POST", path, json={"reason": "Wrong prices"})
    assert held.status == 200 and held.json()["hold"] == "Wrong prices"
    assert shop("GET", WORKFLOWS + workflow).json() == held.json()
    assert shop("DELETE", path).status == 204
    assert "hold" not in shop("GET", WORKFLOWS + workflow).json()
    assert shop("DELETE", path).status == 204
    assert audited(shop)[:2] == [("workflow.release", workflow), ("workflow.hold", workflow)]


def test_a_contact_is_put_on_hold_and_let_go(shop, contact):
    path = f"/admin/v1/contacts/{contact}/hold"
    assert shop("GET", path).json() == {"reason": None, "since": None}
    held = shop("POST", path, json={"reason": "A complaint"})
    assert held.status == 200 and shop("GET", path).json() == held.json()
    assert shop("DELETE", path).status == 204
    assert shop("GET", path).json()["reason"] is None
    assert shop("DELETE", path).status == 204
    assert audited(shop)[:2] == [("contact.release", contact), ("contact.hold", contact)]
    shop("POST", path, json={"reason": "Again"})
    assert shop("DELETE", "/contacts/email/hold@example.org").status == 204
    assert shop("GET", path).status == 404


@pytest.mark.parametrize("where", ["/admin/v1/hold", "/admin/v1/workflows/{workflow}/hold",
                                   "/admin/v1/contacts/{contact}/hold"])
def test_a_hold_needs_a_reason(shop, contact, workflow, where):
    path = where.format(contact=contact, workflow=workflow)
    refused = shop("POST", path, json={})
    assert refused.status == 422 and refused.json()["validationErrors"] == MISSING
    assert shop("POST", path, body=b"{").status == 400
    assert shop("POST", path, json={"reason": ""}).status == 422
    assert shop("POST", path, json={"reason": "x" * 501}).status == 422


@pytest.mark.parametrize("kind", ["workflows", "contacts"])
def test_what_is_not_there_cannot_be_on_hold(shop, kind):
    methods = ["POST", "DELETE"] if kind == "workflows" else ["GET", "POST", "DELETE"]
    for method in methods:
        body = {"json": {"reason": "x"}} if method == "POST" else {}
        assert shop(method, f"/admin/v1/{kind}/{UNKNOWN}/hold", **body).status == 404
        assert shop(method, f"/admin/v1/{kind}/nobody/hold", **body).status == 400

"""Every operation of the document with every kind of credential and every scope."""

import time
from datetime import datetime, timedelta, timezone

import pytest

from harness.client import Key
from harness.imports import FORM, form
from harness.openapi import Document
from harness.server import Server

pytestmark = pytest.mark.any_engine

DOCUMENT = Document()
SCOPES = DOCUMENT.tree["components"]["schemas"]["Scope"]["enum"]
OPERATIONS = [pytest.param(path, method, DOCUMENT.scope(operation), id=operation["operationId"])
              for path, method, operation in DOCUMENT.operations()]

# The same list again, written by hand: the document must not lose a scope, nor invent one.
EXPECTED_SCOPES = {
    *(f"{noun}:{verb}" for verb in ("read", "write", "delete")
      for noun in ("contact", "purchase", "product", "export", "import", "contact-field", "custom-integration")),
    "coupon-set:read", "workflow:read", "store:read", "custom-event:write", "admin",
}
FILE_OPERATION = ("POST", "/admin/v1/purchase-imports/")
FORM_OPERATIONS = (("POST", "/imports/"), ("POST", "/admin/v1/imports/"))
EXPECTED_OPERATIONS = {
    ("GET", "/store/"): "store:read",
    **{(method, f"/contacts/{way}"): f"contact:{verb}" for way in ("{email}", "email/{email}", "external-id/{externalId}")
       for method, verb in (("GET", "read"), ("PATCH", "write"), ("DELETE", "delete"))},
    ("GET", "/contact-fields/"): "contact-field:read",
    ("POST", "/contact-fields/"): "contact-field:write",
    ("GET", "/contact-fields/{id}"): "contact-field:read",
    ("DELETE", "/contact-fields/{id}"): "contact-field:delete",
    ("GET", "/admin/v1/store"): "admin",
    ("PATCH", "/admin/v1/store"): "admin",
    ("GET", "/admin/v1/api-keys/"): "admin",
    ("POST", "/admin/v1/api-keys/"): "admin",
    ("GET", "/admin/v1/api-keys/{id}"): "admin",
    ("DELETE", "/admin/v1/api-keys/{id}"): "admin",
    ("GET", "/products/{id}"): "product:read",
    ("DELETE", "/products/{id}"): "product:delete",
    ("GET", "/products/product-id/{id}"): "product:read",
    ("PATCH", "/products/product-id/{id}"): "product:write",
    ("DELETE", "/products/product-id/{id}"): "product:delete",
    ("GET", "/admin/v1/contacts/"): "admin",
    ("POST", "/admin/v1/contacts/search"): "admin",
    ("GET", "/admin/v1/contacts/{id}"): "admin",
    ("GET", "/admin/v1/filters/vocabulary"): "admin",
    ("POST", "/admin/v1/filters/describe"): "admin",
    ("POST", "/admin/v1/segments/count"): "admin",
    ("POST", "/admin/v1/segments/preview"): "admin",
    ("POST", "/admin/v1/segments/{id}/build"): "admin",
    ("DELETE", "/admin/v1/segments/{id}/build"): "admin",
    ("GET", "/admin/v1/segments/{id}/used-by"): "admin",
    ("GET", "/admin/v1/segments/{id}/why/{contactId}"): "admin",
    ("GET", "/admin/v1/contacts/{id}/activities/"): "admin",
    ("GET", "/admin/v1/contacts/{id}/export"): "admin",
    ("GET", "/admin/v1/contacts/{id}/segments/"): "admin",
    ("GET", "/admin/v1/audit/"): "admin",
    ("GET", "/admin/v1/products/"): "admin",
    ("GET", "/admin/v1/purchases/"): "admin",
    ("GET", "/admin/v1/contacts/{id}/purchases/"): "admin",
    ("GET", "/admin/v1/reports/"): "admin",
    ("POST", "/admin/v1/reports/"): "admin",
    ("GET", "/admin/v1/reports/{id}"): "admin",
    ("PATCH", "/admin/v1/reports/{id}"): "admin",
    ("DELETE", "/admin/v1/reports/{id}"): "admin",
    ("GET", "/admin/v1/reports/{id}/rows"): "admin",
    ("GET", "/imports/"): "import:read",
    ("POST", "/imports/"): "import:write",
    ("GET", "/imports/{id}"): "import:read",
    ("DELETE", "/imports/{id}"): "import:delete",
    ("GET", "/admin/v1/imports/"): "admin",
    ("POST", "/admin/v1/imports/"): "admin",
    ("GET", "/admin/v1/imports/{id}"): "admin",
    ("DELETE", "/admin/v1/imports/{id}"): "admin",
    ("POST", "/admin/v1/imports/{id}/cancel"): "admin",
    ("GET", "/admin/v1/purchase-imports/"): "admin",
    ("POST", "/admin/v1/purchase-imports/"): "admin",
    ("GET", "/admin/v1/purchase-imports/{id}"): "admin",
    ("DELETE", "/admin/v1/purchase-imports/{id}"): "admin",
    ("POST", "/admin/v1/purchase-imports/{id}/cancel"): "admin",
    ("GET", "/admin/v1/purchase-imports/{id}/errors"): "admin",
    ("POST", "/purchases/"): "purchase:write",
    ("GET", "/purchases/{id}"): "purchase:read",
    ("DELETE", "/purchases/{id}"): "purchase:delete",
    ("GET", "/purchases/purchase-id/{id}"): "purchase:read",
    ("DELETE", "/purchases/purchase-id/{id}"): "purchase:delete",
    ("GET", "/custom-integrations/"): "custom-integration:read",
    ("POST", "/custom-integrations/"): "custom-integration:write",
    ("GET", "/custom-integrations/{id}"): "custom-integration:read",
    ("PATCH", "/custom-integrations/{id}"): "custom-integration:write",
    ("DELETE", "/custom-integrations/{id}"): "custom-integration:delete",
    ("GET", "/custom-integrations/{id}/custom-event-types/"): "custom-integration:read",
    ("POST", "/custom-integrations/{id}/custom-event-types/"): "custom-integration:write",
    ("GET", "/custom-integrations/{id}/custom-event-types/{eventTypeId}"): "custom-integration:read",
    ("DELETE", "/custom-integrations/{id}/custom-event-types/{eventTypeId}"): "custom-integration:delete",
    ("POST", "/custom-events/alias/{alias}"): "custom-event:write",
    ("POST", "/custom-events/id/{id}"): "custom-event:write",
    ("POST", "/custom-events/alias/{alias}/batch"): "custom-event:write",
    ("POST", "/custom-events/id/{id}/batch"): "custom-event:write",
    ("GET", "/admin/v1/custom-event-types/{id}/hook"): "admin",
    ("POST", "/admin/v1/custom-event-types/{id}/hook"): "admin",
    ("PATCH", "/admin/v1/custom-event-types/{id}/hook"): "admin",
    ("GET", "/admin/v1/custom-event-types/{id}/signing-secret"): "admin",
    ("POST", "/admin/v1/custom-event-types/{id}/signing-secret"): "admin",
    ("POST", "/admin/v1/custom-event-types/{id}/test"): "admin",
    **{(method, f"/admin/v1/deliveries/{rest}"): "admin" for method, rest in (
        ("GET", ""), ("GET", "{id}"), ("POST", "{id}/retry"), ("POST", "{id}/drop"), ("POST", "retry-all"))},
    ("GET", "/admin/v1/segments/"): "admin",
    ("POST", "/admin/v1/segments/"): "admin",
    ("GET", "/admin/v1/segments/{id}"): "admin",
    ("PATCH", "/admin/v1/segments/{id}"): "admin",
    ("DELETE", "/admin/v1/segments/{id}"): "admin",
    ("GET", "/admin/v1/segments/{id}/members/"): "admin",
    ("POST", "/admin/v1/segments/{id}/members/"): "admin",
    ("POST", "/admin/v1/segments/{id}/members/remove"): "admin",
    ("DELETE", "/admin/v1/segments/{id}/members/{contactId}"): "admin",
    ("GET", "/exports/"): "export:read",
    ("POST", "/exports/"): "export:write",
    ("POST", "/exports/type/data-explorer"): "export:write",
    ("GET", "/exports/{id}"): "export:read",
    ("DELETE", "/exports/{id}"): "export:delete",
    ("GET", "/admin/v1/exports/"): "admin",
    ("POST", "/admin/v1/exports/"): "admin",
    ("POST", "/admin/v1/exports/type/data-explorer"): "admin",
    ("GET", "/admin/v1/exports/{id}"): "admin",
    ("DELETE", "/admin/v1/exports/{id}"): "admin",
    ("GET", "/coupon-sets/"): "coupon-set:read",
    ("GET", "/coupon-sets/{id}"): "coupon-set:read",
    **{(method, f"/admin/v1/coupon-sets/{rest}"): "admin" for method, rest in (
        ("GET", ""), ("POST", ""), ("GET", "{id}"), ("PATCH", "{id}"), ("DELETE", "{id}"), ("GET", "{id}/codes/"),
        ("POST", "{id}/codes/"), ("POST", "{id}/codes/remove"), ("POST", "{id}/assignments/"))},
    ("GET", "/workflows/"): "workflow:read",
    ("GET", "/workflows/{id}"): "workflow:read",
    **{(method, f"/admin/v1/workflows/{rest}"): "admin" for method, rest in (
        ("GET", ""), ("POST", ""), ("GET", "{id}"), ("PATCH", "{id}"), ("DELETE", "{id}"), ("POST", "{id}/start"),
        ("GET", "vocabulary"), ("POST", "{id}/simulations"))},
    ("POST", "/hooks/{token}"): None,
    ("GET", "/files/{token}"): None,
    ("GET", "/openapi.json"): None,
    ("GET", "/docs"): None,
}


def test_the_document_holds_the_scopes_and_operations():
    assert set(SCOPES) == EXPECTED_SCOPES
    found = {(method, path): DOCUMENT.scope(operation) for path, method, operation in DOCUMENT.operations()}
    assert found == EXPECTED_OPERATIONS


@pytest.fixture(scope="module")
def guarded():
    return Server(owner="test_authorization_matrix.py")


@pytest.fixture
def client(guarded, document):
    return guarded.client(document)


def make(server, name, scopes, **more):
    answer = server.client().call("POST", "/admin/v1/api-keys/", json={"name": name, "scopes": scopes, **more},
                                  key=server.admin_key)
    assert answer.status == 201, answer.summary()
    return Key(answer.json()["id"], answer.json()["secret"])


@pytest.fixture(scope="module")
def keys(guarded):
    """A key of every kind, made once."""
    soon = datetime.now(timezone.utc) + timedelta(seconds=8)
    kinds = {"expired": make(guarded, "expired", SCOPES, expiresAt=soon.isoformat(timespec="milliseconds")),
             "revoked": make(guarded, "revoked", SCOPES), "all": make(guarded, "all", SCOPES)}
    kinds |= {scope: make(guarded, scope, [scope]) for scope in SCOPES}
    revoked = guarded.client().call("DELETE", f"/admin/v1/api-keys/{kinds['revoked'].id}", key=guarded.admin_key)
    assert revoked.status == 204
    kinds |= {"unknown": Key("z" * 22, "z" * 22), "malformed": "apiKey abc", "none": None}
    while datetime.now(timezone.utc) <= soon:
        time.sleep(0.05)  # Only the real clock can reach the end of a key.
    return kinds


def attempt(client, method, path, key):
    """Asks for something that would be refused later, so that nothing is changed when the key is let through."""
    body = {"json": {"name": 0, "scopes": 0}} if method in ("POST", "PATCH", "PUT") else {}
    if (method, path) == FILE_OPERATION:
        body = {"body": b"no header", "headers": {"Content-Type": "text/csv"}}
    if (method, path) in FORM_OPERATIONS:
        body = {"body": form(b"no header"), "headers": FORM}
    return client.call(method, DOCUMENT.example(path), key=key, **body)


def is_let_through(answer):
    return answer.status in (200, 201, 204, 404, 422)


def problem(client, keys, path, method, scope):
    """The first key that is not treated as it should be, or None."""
    for kind, key in keys.items():
        answer = attempt(client, method, path, key)
        if scope is None or kind in (scope, "all"):
            is_right = is_let_through(answer)
        elif kind in ("none", "malformed", "unknown", "revoked", "expired"):
            is_right = answer.status == 401 and answer.header("WWW-Authenticate") == "apiKey"
        else:
            is_right = answer.status == 403 and scope in answer.json()["detail"]
        if not is_right:
            return f"{method} {path} with the key '{kind}' gave {answer.summary()[:200]}"
    return None


@pytest.mark.parametrize("path, method, scope", OPERATIONS)
def test_only_a_live_key_with_the_scope_is_let_through(client, keys, path, method, scope):
    assert problem(client, keys, path, method, scope) is None


def test_a_service_that_ignores_scopes_is_noticed_at_every_operation(start_server):
    server = start_server(env={"TRADEWIND_FAULT": "ignore-scopes"})
    keys = {scope: make(server, scope, [scope]) for scope in ("store:read", "workflow:read")}
    for path, method, scope in (param.values for param in OPERATIONS):
        told = problem(server.client(), keys, path, method, scope)
        assert (told is None) == (scope is None), f"{method} {path}: {told}"


@pytest.mark.parametrize("path, method, scope", [param for param in OPERATIONS if param.values[1] == "GET"])
def test_head_is_guarded_like_get(client, keys, path, method, scope):
    for kind in ("none", "revoked", "coupon-set:read", "all"):
        get, head = attempt(client, "GET", path, keys[kind]), attempt(client, "HEAD", path, keys[kind])
        assert head.status == get.status, (kind, get.status, head.status)


@pytest.mark.only_sqlite
@pytest.mark.parametrize("path, method, scope", [param for param in OPERATIONS if param.values[2] == "admin"])
def test_the_control_socket_needs_no_key(guarded, document, path, method, scope):
    assert is_let_through(attempt(guarded.control_client(document), method, path, None))

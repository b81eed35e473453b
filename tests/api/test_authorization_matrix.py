"""Every operation of the document with every kind of credential and every scope."""

import time
from datetime import datetime, timedelta, timezone

import pytest

from harness.client import Key
from harness.imports import FORM, form
from harness.openapi import ANY_SCOPE, Document
from harness.people import add_person, first_owner
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
    *(f"{noun}:{verb}" for noun in ("segment", "delivery", "report") for verb in ("read", "write")),
    "workflow:write", "workflow:run", "settings:write", "people:write", "key:write", "audit:read", "coupon-set:write",
}
MANAGEMENT = "/admin/v1/"  # Where `admin` does instead of any other scope.
# Only pages of the console may call them.
SIGNING_IN = (("POST", "/admin/v1/sessions/"), ("POST", "/admin/v1/setup"))
# What is not on the control socket: whoever is there is nobody.
OF_PEOPLE = ("/admin/v1/me", "/admin/v1/sessions/", "/admin/v1/setup")
# What each role may do, by hand once more: the scopes of the contract, in words.
READING = {"contact:read", "purchase:read", "product:read", "coupon-set:read", "workflow:read", "store:read",
           "contact-field:read", "custom-integration:read", "segment:read"}
ROLES = {
    "owner": EXPECTED_SCOPES,
    "manager": EXPECTED_SCOPES - {"people:write", "key:write", "admin"},
    "author": READING | {"segment:write", "workflow:write", "report:read"},
    "analyst": READING | {"delivery:read", "report:read", "report:write", "export:read", "export:write"},
    "support": READING | {"contact:write"},
}
FILE_OPERATION = ("POST", "/admin/v1/purchase-imports/")
FORM_OPERATIONS = (("POST", "/imports/"), ("POST", "/admin/v1/imports/"), ("POST", "/admin/v1/imports/trial"))
EXPECTED_OPERATIONS = {
    ("GET", "/store/"): "store:read",
    **{(method, f"/contacts/{way}"): f"contact:{verb}" for way in ("{email}", "email/{email}", "external-id/{externalId}")
       for method, verb in (("GET", "read"), ("PATCH", "write"), ("DELETE", "delete"))},
    ("GET", "/contact-fields/"): "contact-field:read",
    ("POST", "/contact-fields/"): "contact-field:write",
    ("GET", "/contact-fields/{id}"): "contact-field:read",
    ("DELETE", "/contact-fields/{id}"): "contact-field:delete",
    ("GET", "/admin/v1/store"): "store:read",
    ("PATCH", "/admin/v1/store"): "settings:write",
    ("GET", "/admin/v1/api-keys/"): "key:write",
    ("POST", "/admin/v1/api-keys/"): "key:write",
    ("GET", "/admin/v1/api-keys/{id}"): "key:write",
    ("DELETE", "/admin/v1/api-keys/{id}"): "key:write",
    ("GET", "/products/{id}"): "product:read",
    ("DELETE", "/products/{id}"): "product:delete",
    ("GET", "/products/product-id/{id}"): "product:read",
    ("PATCH", "/products/product-id/{id}"): "product:write",
    ("DELETE", "/products/product-id/{id}"): "product:delete",
    ("GET", "/admin/v1/people/"): "people:write",
    ("POST", "/admin/v1/people/"): "people:write",
    ("GET", "/admin/v1/people/{id}"): "people:write",
    ("PATCH", "/admin/v1/people/{id}"): "people:write",
    ("DELETE", "/admin/v1/people/{id}"): "people:write",
    ("POST", "/admin/v1/people/{id}/reset"): "people:write",
    ("POST", "/admin/v1/sessions/"): None,
    ("GET", "/admin/v1/sessions/"): ANY_SCOPE,
    ("DELETE", "/admin/v1/sessions/current"): ANY_SCOPE,
    ("DELETE", "/admin/v1/sessions/{id}"): ANY_SCOPE,
    ("GET", "/admin/v1/setup"): None,
    ("POST", "/admin/v1/setup"): None,
    ("GET", "/admin/v1/me"): ANY_SCOPE,
    ("PATCH", "/admin/v1/me"): ANY_SCOPE,
    ("POST", "/admin/v1/me/password"): ANY_SCOPE,
    ("POST", "/admin/v1/me/second-factor"): ANY_SCOPE,
    ("POST", "/admin/v1/me/second-factor/confirm"): ANY_SCOPE,
    ("POST", "/admin/v1/me/second-factor/remove"): ANY_SCOPE,
    ("GET", "/admin/v1/contacts/"): "contact:read",
    ("POST", "/admin/v1/contacts/search"): "contact:read",
    ("GET", "/admin/v1/contacts/{id}"): "contact:read",
    ("GET", "/admin/v1/filters/vocabulary"): "segment:read",
    ("POST", "/admin/v1/filters/describe"): "segment:read",
    ("POST", "/admin/v1/segments/count"): "segment:read",
    ("POST", "/admin/v1/segments/preview"): "segment:read",
    ("POST", "/admin/v1/segments/{id}/build"): "segment:write",
    ("DELETE", "/admin/v1/segments/{id}/build"): "segment:write",
    ("GET", "/admin/v1/segments/{id}/used-by"): "segment:read",
    ("GET", "/admin/v1/live"): "store:read",
    ("GET", "/admin/v1/operations"): "store:read",
    ("GET", "/admin/v1/operations/bundle"): "store:read",
    ("POST", "/admin/v1/imports/trial"): "import:write",
    ("GET", "/admin/v1/custom-events/"): "contact:read",
    ("GET", "/admin/v1/contact-fields/{id}/used-by"): "contact-field:read",
    ("GET", "/admin/v1/custom-event-types/{id}/used-by"): "custom-integration:read",
    ("GET", "/admin/v1/coupon-sets/{id}/used-by"): "coupon-set:read",
    ("GET", "/admin/v1/segments/{id}/why/{contactId}"): "segment:read",
    ("GET", "/admin/v1/contacts/{id}/activities/"): "contact:read",
    ("GET", "/admin/v1/contacts/{id}/export"): "contact:read",
    ("GET", "/admin/v1/contacts/{id}/segments/"): "segment:read",
    ("GET", "/admin/v1/audit/"): "audit:read",
    ("GET", "/admin/v1/products/"): "product:read",
    ("GET", "/admin/v1/products/{id}/buyers"): "purchase:read",
    ("GET", "/admin/v1/purchases/"): "purchase:read",
    ("GET", "/admin/v1/contacts/{id}/purchases/"): "purchase:read",
    ("GET", "/admin/v1/reports/"): "report:read",
    ("POST", "/admin/v1/reports/"): "report:write",
    ("GET", "/admin/v1/reports/{id}"): "report:read",
    ("PATCH", "/admin/v1/reports/{id}"): "report:write",
    ("DELETE", "/admin/v1/reports/{id}"): "report:write",
    ("GET", "/admin/v1/reports/{id}/rows"): "report:read",
    ("GET", "/imports/"): "import:read",
    ("POST", "/imports/"): "import:write",
    ("GET", "/imports/{id}"): "import:read",
    ("DELETE", "/imports/{id}"): "import:delete",
    ("GET", "/admin/v1/imports/"): "import:read",
    ("POST", "/admin/v1/imports/"): "import:write",
    ("GET", "/admin/v1/imports/{id}"): "import:read",
    ("DELETE", "/admin/v1/imports/{id}"): "import:delete",
    ("POST", "/admin/v1/imports/{id}/cancel"): "import:write",
    ("GET", "/admin/v1/purchase-imports/"): "import:read",
    ("POST", "/admin/v1/purchase-imports/"): "import:write",
    ("GET", "/admin/v1/purchase-imports/{id}"): "import:read",
    ("DELETE", "/admin/v1/purchase-imports/{id}"): "import:delete",
    ("POST", "/admin/v1/purchase-imports/{id}/cancel"): "import:write",
    ("GET", "/admin/v1/purchase-imports/{id}/errors"): "import:read",
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
    ("GET", "/admin/v1/custom-event-types/{id}/hook"): "custom-integration:write",
    ("POST", "/admin/v1/custom-event-types/{id}/hook"): "custom-integration:write",
    ("PATCH", "/admin/v1/custom-event-types/{id}/hook"): "custom-integration:write",
    ("GET", "/admin/v1/custom-event-types/{id}/signing-secret"): "custom-integration:write",
    ("POST", "/admin/v1/custom-event-types/{id}/signing-secret"): "custom-integration:write",
    ("POST", "/admin/v1/custom-event-types/{id}/test"): "workflow:run",
    ("GET", "/admin/v1/deliveries/"): "delivery:read",
    ("GET", "/admin/v1/deliveries/{id}"): "delivery:read",
    ("POST", "/admin/v1/deliveries/{id}/retry"): "delivery:write",
    ("POST", "/admin/v1/deliveries/{id}/drop"): "delivery:write",
    ("POST", "/admin/v1/deliveries/retry-all"): "delivery:write",
    ("GET", "/admin/v1/hold"): "store:read",
    ("POST", "/admin/v1/hold"): "workflow:run",
    ("DELETE", "/admin/v1/hold"): "workflow:run",
    ("GET", "/admin/v1/sample-data"): "store:read",
    ("POST", "/admin/v1/sample-data"): "settings:write",
    ("DELETE", "/admin/v1/sample-data"): "settings:write",
    ("POST", "/admin/v1/workflows/{id}/hold"): "workflow:run",
    ("DELETE", "/admin/v1/workflows/{id}/hold"): "workflow:run",
    ("GET", "/admin/v1/contacts/{id}/hold"): "contact:read",
    ("POST", "/admin/v1/contacts/{id}/hold"): "contact:write",
    ("DELETE", "/admin/v1/contacts/{id}/hold"): "contact:write",
    ("GET", "/admin/v1/coupon-sets/"): "coupon-set:read",
    ("POST", "/admin/v1/coupon-sets/"): "coupon-set:write",
    ("GET", "/admin/v1/coupon-sets/{id}"): "coupon-set:read",
    ("PATCH", "/admin/v1/coupon-sets/{id}"): "coupon-set:write",
    ("DELETE", "/admin/v1/coupon-sets/{id}"): "coupon-set:write",
    ("GET", "/admin/v1/coupon-sets/{id}/codes/"): "coupon-set:read",
    ("POST", "/admin/v1/coupon-sets/{id}/codes/"): "coupon-set:write",
    ("POST", "/admin/v1/coupon-sets/{id}/codes/remove"): "coupon-set:write",
    ("POST", "/admin/v1/coupon-sets/{id}/assignments/"): "coupon-set:write",
    ("GET", "/admin/v1/workflows/"): "workflow:read",
    ("POST", "/admin/v1/workflows/"): "workflow:write",
    ("GET", "/admin/v1/workflows/{id}"): "workflow:read",
    ("PATCH", "/admin/v1/workflows/{id}"): "workflow:write",
    ("DELETE", "/admin/v1/workflows/{id}"): "workflow:write",
    ("POST", "/admin/v1/workflows/{id}/publish"): "workflow:run",
    ("POST", "/admin/v1/workflows/{id}/pause"): "workflow:run",
    ("POST", "/admin/v1/workflows/{id}/resume"): "workflow:run",
    ("POST", "/admin/v1/workflows/{id}/finish"): "workflow:run",
    ("GET", "/admin/v1/workflows/{id}/numbers"): "workflow:read",
    ("POST", "/admin/v1/workflows/{id}/trial"): "workflow:run",
    ("POST", "/admin/v1/workflows/{id}/runs/"): "workflow:run",
    ("POST", "/admin/v1/workflows/{id}/runs/batch"): "workflow:run",
    ("GET", "/admin/v1/workflows/{id}/runs/{runId}"): "workflow:read",
    ("POST", "/admin/v1/workflows/{id}/runs/{runId}/stop"): "workflow:run",
    ("POST", "/admin/v1/workflows/{id}/runs/{runId}/skip"): "workflow:run",
    ("GET", "/admin/v1/workflows/{id}/nodes/{node}/runs/"): "workflow:read",
    ("POST", "/admin/v1/workflows/{id}/nodes/{node}/runs/stop"): "workflow:run",
    ("POST", "/admin/v1/workflows/{id}/nodes/{node}/runs/skip"): "workflow:run",
    ("GET", "/admin/v1/workflows/{id}/entering"): "workflow:read",
    ("GET", "/admin/v1/workflows/{id}/why/{contactId}"): "workflow:read",
    ("GET", "/admin/v1/workflows/vocabulary"): "workflow:read",
    ("POST", "/admin/v1/workflows/{id}/simulations"): "workflow:read",
    ("POST", "/admin/v1/test-clock"): "settings:write",
    ("GET", "/admin/v1/segments/"): "segment:read",
    ("POST", "/admin/v1/segments/"): "segment:write",
    ("GET", "/admin/v1/segments/{id}"): "segment:read",
    ("PATCH", "/admin/v1/segments/{id}"): "segment:write",
    ("DELETE", "/admin/v1/segments/{id}"): "segment:write",
    ("GET", "/admin/v1/segments/{id}/members/"): "segment:read",
    ("POST", "/admin/v1/segments/{id}/members/"): "segment:write",
    ("POST", "/admin/v1/segments/{id}/members/remove"): "segment:write",
    ("DELETE", "/admin/v1/segments/{id}/members/{contactId}"): "segment:write",
    ("GET", "/exports/"): "export:read",
    ("POST", "/exports/"): "export:write",
    ("POST", "/exports/type/data-explorer"): "export:write",
    ("GET", "/exports/{id}"): "export:read",
    ("DELETE", "/exports/{id}"): "export:delete",
    ("GET", "/admin/v1/exports/"): "export:read",
    ("POST", "/admin/v1/exports/"): "export:write",
    ("POST", "/admin/v1/exports/type/data-explorer"): "export:write",
    ("GET", "/admin/v1/exports/{id}"): "export:read",
    ("DELETE", "/admin/v1/exports/{id}"): "export:delete",
    ("GET", "/coupon-sets/"): "coupon-set:read",
    ("GET", "/coupon-sets/{id}"): "coupon-set:read",
    ("GET", "/workflows/"): "workflow:read",
    ("GET", "/workflows/{id}"): "workflow:read",
    ("GET", "/admin/v1/contacts/{id}/runs/"): "workflow:read",
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
    server = Server(owner="test_authorization_matrix.py")
    # Sample data goes into an empty store alone.
    made = server.client().call("PATCH", "/contacts/email/someone@example.org", json={}, key=server.admin_key)
    assert made.status == 200, made.summary()
    return server


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


def attempt_as(browser, method, path):
    """The same with a session instead of a key."""
    body = {"json": {"name": 0, "scopes": 0}} if method in ("POST", "PATCH", "PUT") else {}
    if (method, path) == FILE_OPERATION:
        body = {"body": b"no header", "headers": {"Content-Type": "text/csv"}}
    if (method, path) in FORM_OPERATIONS:
        body = {"body": form(b"no header"), "headers": FORM}
    return browser.call(method, DOCUMENT.example(path), **body)


def is_let_through(answer):
    return answer.status in (200, 201, 202, 204, 404, 409, 422)


LIFELESS = ("none", "malformed", "unknown", "revoked", "expired")


def problem(client, keys, path, method, scope):
    """The first key that is not treated as it should be, or None."""
    for kind, key in keys.items():
        answer = attempt(client, method, path, key)
        if (method, path) in SIGNING_IN:
            is_right = answer.status == 403 and "X-Tradewind-Console" in answer.json()["detail"]
        elif scope == ANY_SCOPE and kind not in LIFELESS:
            is_right = is_let_through(answer) or answer.status == 403 and "people who signed in" in answer.json()["detail"]
        elif scope is None or kind in (scope, "all") or kind == "admin" and path.startswith(MANAGEMENT):
            is_right = is_let_through(answer)
        elif kind in LIFELESS:
            is_right = answer.status == 401 and answer.header("WWW-Authenticate") == "apiKey"
        else:
            is_right = answer.status == 403 and scope in answer.json()["detail"]
        if not is_right:
            return f"{method} {path} with the key '{kind}' gave {answer.summary()[:200]}"
    return None


@pytest.mark.parametrize("path, method, scope", OPERATIONS)
def test_only_a_live_key_with_the_scope_is_let_through(client, keys, path, method, scope):
    assert problem(client, keys, path, method, scope) is None


@pytest.fixture(scope="module")
def browsers(document):
    """Somebody of every role, signed in. None of the attempts below signs them out."""
    owner = first_owner(Server(owner="test_authorization_matrix.py"), document)
    return {"owner": owner} | {role: add_person(owner, f"{role}@shop.example", role, document)
                               for role in ROLES if role != "owner"}


@pytest.mark.parametrize("path, method, scope", [param for param in OPERATIONS if param.values[:2] not in (
    ("/admin/v1/sessions/current", "DELETE"), *(each[::-1] for each in SIGNING_IN))])
def test_a_session_may_do_what_its_role_may(browsers, path, method, scope):
    for role, scopes in ROLES.items():
        answer = attempt_as(browsers[role], method, path)
        if scope in (None, ANY_SCOPE) or scope in scopes:
            assert is_let_through(answer), (role, answer.summary())
        else:
            assert answer.status == 403 and f"Your role lacks the scope '{scope}'" in answer.json()["detail"], (
                role, answer.summary())


def test_a_service_that_ignores_scopes_is_noticed_at_every_operation(start_server):
    server = start_server(env={"TRADEWIND_FAULT": "ignore-scopes"})
    keys = {scope: make(server, scope, [scope]) for scope in ("store:read", "workflow:read")}
    for path, method, scope in (param.values for param in OPERATIONS):
        told = problem(server.client(), keys, path, method, scope)
        assert (told is None) == (scope in (None, ANY_SCOPE)), f"{method} {path}: {told}"


@pytest.mark.parametrize("path, method, scope", [param for param in OPERATIONS if param.values[1] == "GET"])
def test_head_is_guarded_like_get(client, keys, path, method, scope):
    for kind in ("none", "revoked", "coupon-set:read", "all"):
        get, head = attempt(client, "GET", path, keys[kind]), attempt(client, "HEAD", path, keys[kind])
        assert head.status == get.status, (kind, get.status, head.status)


@pytest.mark.only_sqlite
@pytest.mark.parametrize("path, method, scope", [param for param in OPERATIONS if param.values[0].startswith(MANAGEMENT)
                                                 and not param.values[0].startswith(OF_PEOPLE)])
def test_the_control_socket_needs_no_key(guarded, document, path, method, scope):
    assert is_let_through(attempt(guarded.control_client(document), method, path, None))

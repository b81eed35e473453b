"""Every other test leans on the document as a judge; here the judge gets answers whose verdict is known."""

import json
from copy import deepcopy

import pytest

from harness import client as client_module
from harness.client import Response
from harness.openapi import ContractBroken, Document

pytestmark = pytest.mark.any_engine

ADDRESS = ("127.0.0.1", 1)
ALWAYS = [("X-Request-Id", "abc"), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")]
JSON = ("Content-Type", "application/json; charset=utf-8")
STORE = {"id": "0" * 24, "name": "x", "currency": "EUR", "timezone": "UTC", "language": "en", "allowedDomains": [],
         "defaultCountryCode": "34", "createdAt": "2026-01-12T09:30:00.000Z", "updatedAt": "2026-01-12T09:30:00.000Z"}
API_KEY = {"id": "a" * 22, "name": "x", "scopes": ["admin"], "createdAt": "2026-01-12T09:30:00.000Z"}
NOT_FOUND = {"status": 404, "title": "Not Found", "detail": "There is nothing here."}
INVALID = {"status": 422, "title": "Unprocessable entity", "detail": "Some values.",
           "validationErrors": [{"name": "0", "path": "/scopes/0", "reason": "is not a scope"}]}


def verdict(line, status, body=None, headers=(), drop=(), key=False):
    """Whether the judge takes this answer to this request line."""
    raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode() + b"\n"
    pairs = [pair for pair in [*ALWAYS, *([JSON] if body is not None else []), *headers] if pair[0] not in drop]
    if status != 204:
        pairs.append(("Content-Length", str(len(raw))))
    try:
        authorization = "Authorization: apiKey a:b\r\n" if key else ""
        Document().check(f"{line} HTTP/1.1\r\nHost: x\r\n{authorization}\r\n".encode(),
                         Response("HTTP/1.1", status, "x", pairs, raw), ADDRESS)
    except ContractBroken as broken:
        assert "curl " in str(broken)
        return False
    return True


@pytest.mark.parametrize("answer", [
    ("GET /store/", 200, STORE), ("GET /store?x=1", 200, STORE), ("GET /nothing", 404, NOT_FOUND),
    ("GET /admin/v1/api-keys/x", 404, NOT_FOUND),
    ("POST /admin/v1/api-keys", 422, INVALID), ("OPTIONS /docs", 204, None, [("Allow", "GET, HEAD, OPTIONS")]),
    ("DELETE /admin/v1/api-keys/x", 204, None), ("GET /admin/v1/api-keys/x", 200, API_KEY),
    ("PUT /docs", 405, {"status": 405, "title": "Method Not Allowed", "detail": "No."},
     [("Allow", "GET, HEAD, OPTIONS")]),
    ("GET /store/", 401, {"status": 401, "title": "Unauthorized", "detail": "No."}, [("WWW-Authenticate", "apiKey")]),
], ids=lambda answer: f"{answer[0]} {answer[1]}")
def test_a_good_answer_is_taken(answer):
    assert verdict(*answer)


RATES = [(f"{prefix}RateLimit-{what}", "5") for prefix in ("X-", "") for what in ("Limit", "Remaining", "Reset")]


def test_a_request_with_a_key_is_told_its_rate():
    assert verdict("GET /store/", 200, STORE, RATES, key=True)
    assert verdict("GET /admin/v1/api-keys/x", 404, NOT_FOUND, RATES, key=True)
    for name, _ in RATES:
        others = [pair for pair in RATES if pair[0] != name]
        assert not verdict("GET /store/", 200, STORE, others, key=True)
        assert not verdict("GET /admin/v1/api-keys/x", 404, NOT_FOUND, others, key=True)
        assert not verdict("GET /store/", 200, STORE, [*others, (name.lower(), "5")], key=True)
        assert not verdict("GET /store/", 200, STORE, [*others, (name, "many")], key=True)


def test_what_is_not_served_yet_is_an_unknown_path(monkeypatch):
    tree = deepcopy(Document().tree)
    tree["paths"]["/store/"]["get"]["x-served"] = False
    monkeypatch.setattr("harness.openapi._tree", lambda: tree)
    assert "/store/" not in Document().paths()
    assert verdict("GET /store/", 404, NOT_FOUND)
    assert not verdict("GET /store/", 200, STORE)


def without(tree, name):
    return {key: value for key, value in tree.items() if key != name}


@pytest.mark.parametrize("what, answer", [
    ("an undocumented status", ("GET /store/", 418, NOT_FOUND)),
    ("not found where there is something", ("GET /store/", 404, NOT_FOUND)),
    ("found where there is nothing", ("GET /nothing", 200, STORE)),
    ("a method that is not there", ("PUT /store/", 200, STORE)),
    ("a missing property", ("GET /store/", 200, without(STORE, "currency"))),
    ("a property too many", ("GET /store/", 200, {**STORE, "secret": "x"})),
    ("a wrong type", ("GET /store/", 200, {**STORE, "name": 1})),
    ("a null", ("GET /store/", 200, {**STORE, "name": None})),
    ("a time without milliseconds", ("GET /store/", 200, {**STORE, "createdAt": "2026-01-12T09:30:00Z"})),
    ("a day that does not exist", ("GET /store/", 200, {**STORE, "createdAt": "2026-02-30T09:30:00.000Z"})),
    ("no request id", ("GET /store/", 200, STORE, (), ("X-Request-Id",))),
    ("two request ids", ("GET /store/", 200, STORE, [("X-Request-Id", "b")])),
    ("no cache rule", ("GET /store/", 200, STORE, (), ("Cache-Control",))),
    ("no sniff rule", ("GET /store/", 200, STORE, (), ("X-Content-Type-Options",))),
    ("another letter case", ("GET /store/", 200, STORE, [("x-request-id", "b")], ("X-Request-Id",))),
    ("no content type", ("GET /store/", 200, STORE, (), ("Content-Type",))),
    ("another content type", ("GET /store/", 200, STORE, [("Content-Type", "application/json")], ("Content-Type",))),
    ("no challenge", ("GET /store/", 401, {"status": 401, "title": "Unauthorized", "detail": "No."})),
    ("another challenge", ("GET /store/", 401, {"status": 401, "title": "Unauthorized", "detail": "No."},
                           [("WWW-Authenticate", "Basic")])),
    ("no Allow", ("PUT /docs", 405, {"status": 405, "title": "Method Not Allowed", "detail": "No."})),
    ("another status inside", ("GET /nothing", 404, {**NOT_FOUND, "status": 400})),
    ("another title", ("GET /nothing", 404, {**NOT_FOUND, "title": "Gone"})),
    ("no detail", ("GET /nothing", 404, without(NOT_FOUND, "detail"))),
    ("a name that is not the end of its path",
     ("POST /admin/v1/api-keys/", 422,
      {**INVALID, "validationErrors": [{"name": "scopes", "path": "/scopes/0", "reason": "x"}]})),
    ("no problems", ("POST /admin/v1/api-keys/", 422, {**INVALID, "validationErrors": []})),
    ("text that is no JSON", ("GET /store/", 200, b"{\n")),
    ("a line that does not end", ("GET /store/", 200, json.dumps(STORE).encode())),
    ("a key twice", ("GET /store/", 200, json.dumps(STORE).replace('"name"', '"name": "y", "name"', 1).encode() + b"\n")),
    ("bytes that are not UTF-8", ("GET /store/", 200, b'"\xff"\n')),
    ("a body where none is", ("DELETE /admin/v1/api-keys/x", 204, {})),
    ("a length where none is", ("DELETE /admin/v1/api-keys/x", 204, None, [("Content-Length", "0")])),
    ("a secret where none is", ("GET /admin/v1/api-keys/x", 200, {**API_KEY, "secret": "b" * 22})),
])
def test_a_bad_answer_is_found(what, answer):
    assert not verdict(*answer)


BUSY = b'{"status":503,"title":"Service Unavailable","detail":"Busy.","outcome":"none"}'
IN_DOUBT = BUSY.replace(b"none", b"unknown")


@pytest.mark.parametrize(("answers", "busy_max", "status", "busy"), [
    ([(503, BUSY), (503, BUSY), (200, b"{}")], 2, 200, 2),
    ([(503, BUSY), (503, BUSY), (200, b"{}")], 1, 503, 1),
    ([(503, BUSY), (200, b"{}")], 0, 503, 0),
    ([(503, IN_DOUBT), (200, b"{}")], 2, 503, 0),
    ([(500, b"{}"), (200, b"{}")], 2, 500, 0),
], ids=["forgiven", "too often", "never", "in doubt", "broken"])
def test_only_a_busy_service_is_asked_again_and_not_for_ever(monkeypatch, answers, busy_max, status, busy):
    patience = client_module.Patience(busy_max, wait_seconds=0, moment_seconds=0)
    monkeypatch.setattr(client_module, "patience", patience)
    coming = (Response("HTTP/1.1", code, "x", [], body) for code, body in answers)
    client = client_module.Client(ADDRESS)
    monkeypatch.setattr(client, "raw", lambda _: next(coming))
    assert client.call("GET", "/store/").status == status
    assert patience.busy == busy


def test_all_who_are_refused_in_one_moment_count_once():
    patience = client_module.Patience(1, wait_seconds=0, moment_seconds=60)
    assert all(patience.waited(Response("HTTP/1.1", 503, "x", [], BUSY)) for _ in range(50))
    assert patience.busy == 1

"""What must become of a request, for requests whose fate is known."""

import random

import pytest
from harness.openapi import Document

from call import Call
from expectation import KeptAnswer, Oracle, World
from schema_value import ValueSource

pytestmark = pytest.mark.only_sqlite  # Nothing here asks a server.

DOCUMENT = Document()
KEYS, STORE, IMPORTS = "/admin/v1/api-keys/", "/admin/v1/store", "/admin/v1/imports/"
RESET = "/admin/v1/people/6971f5200b21afa740000000/reset"
ID, ADMIN, READER = "i" * 22, "a" * 22, "r" * 22
KEY = ("Authorization", f"apiKey {ID}:{ADMIN}")
JSON = ("Content-Type", "application/json")
GOOD = b'{"name":"x","scopes":["admin"]}'
FORM, EMPTY_FORM = ("Content-Type", "multipart/form-data; boundary=x"), b"--x--\r\n"
KEPT = {"used": KeptAnswer(("POST", KEYS, GOOD), 201, b"{}"),
        "form": KeptAnswer(("POST", IMPORTS, EMPTY_FORM), 201, b"{}"),
        "bare": KeptAnswer(Call("POST", RESET).what, 201, b"{}")}
WORLD = World({(ID, ADMIN): ["admin"], (ID, READER): ["product:read"]}, all_scopes=["admin"], kept=KEPT)


def post(body, *headers, path=KEYS, query=(), chunk_bytes=None):
    return Call("POST", path, query, (KEY, JSON, *headers), body, chunk_bytes)


def get(path, *headers, query=(), body=None):
    return Call("GET", path, query, headers, body)


@pytest.mark.parametrize("call, statuses", [
    (get("/docs"), {200}), (get("/docs", query=("x=%zz",)), {400}), (get("/nothing"), {404}), (get("/store%2F"), {404}),
    (Call("OPTIONS", STORE), {204}), (Call("PUT", STORE), {405}), (Call("patch", STORE), {405}),
    (get("/docs", ("X", "a" * 33_000)), {431}), (get("/nothing", ("Expect", "x")), {417}),
    (Call("HEAD", "/docs"), {200}), (get(STORE), {401}), (get(STORE, KEY, KEY), {401}), (get(STORE, KEY), {200}),
    (get(STORE, ("Authorization", f"apiKey {ID}:{'b' * 22}")), {401}),
    (get(STORE, ("authorization", f"APIKEY   {ID}:{ADMIN} ")), {200}), (get(STORE, ("Authorization", f"{ID}:{ADMIN}")), {200}),
    (get(STORE, ("Authorization", f"Bearer {ID}:{ADMIN}")), {200}),
    (get(STORE, ("Authorization", f"apiKey {ID}:{READER}")), {403}), (get("/store", KEY), {403}),
    (get(STORE, KEY, body=b"x"), {200}), (get(STORE, KEY, body=b" " * (2**20 + 1)), {413}),
    (get(STORE, KEY, ("Content-Encoding", "gzip")), {415}),
    (get(KEYS + "x", KEY), {200, 404, 400}), (get(KEYS + "a" * 22, KEY), {200, 404}), (get(KEYS + "%ff", KEY), {400}),
    (get(KEYS + "%00", KEY), {400}),
    (get(KEYS, KEY, query=("page=0",)), {422}), (get(KEYS, KEY, query=("p%61ge=x",)), {422}),
    (get(KEYS, KEY, query=("page=1", "pageSize=100", "y")), {200, 422}),
    (get(KEYS, KEY, query=("page=1&page=x",)), {200, 422}), (post(GOOD), {201, 409, 422}),
    (post(GOOD, path=KEYS[:-1]), {201, 409, 422}), (post(GOOD, chunk_bytes=1), {201, 409, 422}),
    (Call("POST", KEYS, (), (KEY,), GOOD), {201, 409, 422}), (Call("POST", KEYS, (), (KEY, FORM), GOOD), {415}),
    (Call("POST", IMPORTS, (), (KEY, JSON), GOOD), {415}), (Call("POST", IMPORTS, (), (KEY,), GOOD), {415}),
    (Call("POST", KEYS, (), (KEY,)), {400}), (post(None), {400}),
    (post(b"{"), {400}), (post(b'"x"'), {400}), (post(b'{"name":"x","name":"x"}'), {400}), (post(b"[]"), {422}),
    (post(b'{"name":1,"scopes":["admin"]}'), {422}), (post(b'{"scopes":["admin"]}'), {422}),
    (post(b'{"name":"a\\u0000","scopes":["admin"]}'), {422}), (post(b'{"name":"x","scopes":["nobody"]}'), {422}),
    (post(b'{"name":"x","scopes":["admin"],"requestsPerMinute":3.0}'), {201, 409, 422}),
    (post(b'{"name":"x","scopes":["admin"],"requestsPerMinute":3.5}'), {422}),
    (post(b" " * (2**20 + 1), chunk_bytes=2**20), {413}),
    (post(GOOD, ("Idempotency-Key", "")), {422}), (post(GOOD, ("Idempotency-Key", "new")), {201, 409, 422}),
    (post(GOOD, ("Idempotency-Key", "used")), {201}), (post(GOOD + b" ", ("Idempotency-Key", "used")), {422}),
    (post(b"{", ("Idempotency-Key", "")), {400}), (post(GOOD, ("Idempotency-Key", "form")), {422}),
    (Call("POST", IMPORTS, (), (KEY, FORM, ("Idempotency-Key", "form")), EMPTY_FORM + b" "), {201, 400, 422}),
    (Call("POST", RESET, (), (KEY, ("Idempotency-Key", "bare"))), {201}),
    (Call("POST", RESET, (), (KEY, ("Idempotency-Key", "bare")), b""), {201}),
    (Call("POST", RESET, (), (KEY, ("Idempotency-Key", "bare")), b" "), {422}),
])
def test_the_first_fault_decides(call, statuses):
    oracle = Oracle(DOCUMENT, ValueSource(DOCUMENT.tree, random.Random(1)), WORLD)
    assert oracle.expect(call, ("127.0.0.1", 1)).statuses == statuses

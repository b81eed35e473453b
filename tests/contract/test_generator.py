"""What the fuzzer makes is what it says it is, also for operations that are not served yet."""

import random
import re

import pytest
from harness.openapi import Document
from openapi_reference.document import operations

import json_text
from body_mutations import BODY_MUTATIONS
from call import Call
from expectation import World
from generator import Generator
from memory import Memory
from pattern_text import matching
from request_mutations import REQUEST_MUTATIONS
from schema_value import ValueSource
from shrinker import shrink

pytestmark = pytest.mark.only_sqlite  # Nothing here asks a server.

DOCUMENT = Document()
OPERATIONS = operations(DOCUMENT.tree)
WITH_BODY = [each for each in OPERATIONS if "requestBody" in each.definition]
KEYS = {"all": "apiKey a:b"} | {scope: "apiKey a:b" for each in OPERATIONS for scope in each.scopes}


def make_generator(seed):
    chance = random.Random(seed)
    return Generator(DOCUMENT, ValueSource(DOCUMENT.tree, chance), Memory(DOCUMENT.tree["paths"]), KEYS, World({}),
    chance)


def patterns(node):
    """Every pattern in a part of the document."""
    if isinstance(node, dict):
        own = [node["pattern"]] if isinstance(node.get("pattern"), str) else []
        return {*own, *(found for part in node.values() for found in patterns(part))}
    return {found for part in node for found in patterns(part)} if isinstance(node, list) else set()


@pytest.mark.parametrize("pattern", sorted(patterns(DOCUMENT.tree)))
def test_a_text_for_a_pattern_matches_it(pattern):
    chance = random.Random(7)
    texts = {matching(pattern, chance) for _ in range(60)}
    assert all(re.search(pattern, text) for text in texts)
    assert len(texts) > 1 or not re.search(r"[*+?{\[]", pattern)


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda operation: operation.id)
def test_a_good_body_is_one_that_the_document_allows(operation):
    generator = make_generator(7)
    content = generator.values.resolve(operation.definition["requestBody"])["content"]
    for media_type, media in content.items():
        bodies = {generator.body(media_type, media) for _ in range(40)}
        assert len(bodies) > 5, "always the same"
        for content_type, body in bodies:
            assert content_type.startswith(media_type)
            if media_type == "application/json":
                assert not generator.values.problems(media["schema"], json_text.read(body)), body


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.id)
def test_every_operation_can_be_asked_for(operation):
    generator = make_generator(7)
    for _ in range(20):
        call = generator.valid(operation)
        assert call.method == operation.method.upper() and "{" not in call.path
        assert re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", operation.path), call.path)
        assert call.to_bytes(("127.0.0.1", 1)).startswith(f"{call.method} {operation.path[:2]}".encode())


@pytest.mark.parametrize("mutation", [*REQUEST_MUTATIONS, *BODY_MUTATIONS], ids=lambda mutation: mutation.__name__)
def test_every_mutation_changes_something(mutation):
    generator = make_generator(7)
    generator.calls_kept = [Call("PATCH", "/kept", headers=(("Idempotency-Key", "k"),))]
    calls = [generator.valid(each) for each in OPERATIONS for _ in range(5)]
    if mutation in BODY_MUTATIONS:
        calls = [call for call in calls if call.body and call.body.startswith(b"{")]
    changed = [mutation(call, generator) for call in calls]
    assert sum(one != other for one, other in zip(calls, changed)) > 3


def test_a_seed_makes_the_same_requests_again():
    one, other, third = make_generator(1), make_generator(1), make_generator(2)
    made = [[generator.next() for _ in range(200)] for generator in (one, other, third)]
    assert made[0] == made[1] != made[2]
    assert len(set(made[0])) > 150


@pytest.mark.parametrize("body", [
    b"{}", b"[]", b'{"a": 3.0}', b'{"a": 1e999999999}', b'{"a": "\\ud83d\\ude42"}', b'{"a": "\\u0000"}',
    "é".join('""').encode(), b"[" * 64 + b"]" * 64, b" \t\r\n1 ", b"1" * 400])
def test_good_json_is_read(body):
    json_text.read(body)


@pytest.mark.parametrize("body", [
    b"", b"{", b"[1,]", b'{"a":1,"a":1}', b'"\xff"', b"\xef\xbb\xbf{}", b'"\\ud800"', b"NaN", b"[" * 65 + b"]" * 65,
    b"[" * 100_000, b"1" * 401, b"1e1234567890", b"01", b"{} {}", b'"\t"', "{}".encode("utf-16")])
def test_what_is_no_json_is_not_read(body):
    with pytest.raises(json_text.NotJson):
        json_text.read(body)


def test_what_was_answered_is_known_where_it_belongs():
    memory = Memory(DOCUMENT.tree["paths"], protected=["mine"])
    memory.learn("/products/product-id/{id}", {"id": "1" * 24, "productId": "mug", "name": "x"})
    memory.learn("/contacts/email/{email}", {"id": "2" * 24, "_email": "a@b.c", "_externalId": "e"})
    memory.learn("/custom-integrations/", {"results": [{"id": "3" * 24}, {"id": "mine"}], "links": {"prev": None}})
    memory.learn("/custom-integrations/{id}/custom-event-types/", {
        "id": "4" * 24, "alias": "visited", "category": "receive", "receiveType": "api"}, {"id": "3" * 24})
    memory.learn("/custom-integrations/{id}/custom-event-types/", {
        "id": "6" * 24, "alias": "called", "category": "receive", "receiveType": "webhook"}, {"id": "3" * 24})
    memory.learn("/custom-integrations/{id}/custom-event-types/{eventTypeId}", {"id": "7" * 24, "category": "send"})
    memory.learn("/admin/v1/custom-event-types/{id}/hook", {"url": "http://x/hooks/secret"})
    memory.learn("/custom-events/alias/{alias}", {"id": "9" * 24})
    memory.learn("/exports/type/data-explorer", {"id": "5" * 24})
    memory.learn("/imports/", {"results": [], "links": {"next": "http://x/?page=2&cursor=o.1", "prev": None}})
    places = [(path, name) for path in DOCUMENT.tree["paths"] for name in re.findall(r"\{(\w+)", path)]
    known = {place: memory.values(*place) for place in places}
    assert {place: values for place, values in known.items() if values} == {
        ("/products/{id}", "id"): ["1" * 24], ("/admin/v1/products/{id}/buyers", "id"): ["1" * 24],
        ("/products/product-id/{id}", "id"): ["mug"],
        ("/contacts/{email}", "email"): ["a@b.c"], ("/contacts/email/{email}", "email"): ["a@b.c"],
        ("/admin/v1/contacts/{id}", "id"): ["2" * 24], ("/admin/v1/contacts/{id}/activities/", "id"): ["2" * 24],
        ("/admin/v1/contacts/{id}/export", "id"): ["2" * 24], ("/admin/v1/contacts/{id}/purchases/", "id"): ["2" * 24],
        ("/admin/v1/contacts/{id}/segments/", "id"): ["2" * 24], ("/admin/v1/contacts/{id}/runs/", "id"): ["2" * 24],
        ("/admin/v1/contacts/{id}/hold", "id"): ["2" * 24],
        ("/admin/v1/segments/{id}/why/{contactId}", "contactId"): ["2" * 24],
        ("/admin/v1/workflows/{id}/why/{contactId}", "contactId"): ["2" * 24],
        ("/contacts/external-id/{externalId}", "externalId"): ["e"],
        ("/custom-integrations/{id}", "id"): ["3" * 24],
        ("/custom-integrations/{id}/custom-event-types/", "id"): ["3" * 24],
        ("/custom-integrations/{id}/custom-event-types/{eventTypeId}", "id"): ["3" * 24],
        ("/custom-integrations/{id}/custom-event-types/{eventTypeId}", "eventTypeId"): [
            "4" * 24, "6" * 24, "7" * 24],
        ("/admin/v1/exports/{id}", "id"): ["5" * 24],
        ("/custom-events/alias/{alias}", "alias"): ["visited"], ("/custom-events/id/{id}", "id"): ["4" * 24],
        ("/custom-events/alias/{alias}/batch", "alias"): ["visited"],
        ("/custom-events/id/{id}/batch", "id"): ["4" * 24],
        ("/admin/v1/custom-event-types/{id}/hook", "id"): ["6" * 24],
        ("/admin/v1/custom-event-types/{id}/signing-secret", "id"): ["7" * 24],
        ("/admin/v1/custom-event-types/{id}/test", "id"): ["7" * 24], ("/hooks/{token}", "token"): ["secret"],
        ("/admin/v1/custom-event-types/{id}/used-by", "id"): ["4" * 24, "6" * 24, "7" * 24],
        ("/exports/{id}", "id"): ["5" * 24]}
    assert memory.cursors("/imports/") == ["o.1"]
    memory.forget("/products/product-id/{id}", "id", "mug")
    assert memory.values("/products/product-id/{id}", "id") == []


@pytest.mark.parametrize("matters, smallest", [
    (lambda call: b'"b":' in (call.body or b""), Call("POST", "/", body=b'{"b":null}')),
    (lambda call: b'"d":' in (call.body or b""), Call("POST", "/", body=b'{"d":""}')),
    (lambda call: call.header("X-B") is not None, Call("POST", "/", headers=(("X-B", ""),))),
    (lambda call: "page=7" in call.query, Call("POST", "/", query=("page=7",))),
    (lambda call: call.path.count("a") > 8, Call("POST", "/aaaaaaaaa")),
    (lambda call: (call.body or b"").count(b"e") > 20 and call.chunk_bytes,
     Call("POST", "/", body=b"e" * 21, chunk_bytes=3)),
])
def test_a_call_is_made_as_small_as_can_be(matters, smallest):
    body = b'{"a": [1, {"x": "y"}], "c": {"b": null, "d": "' + b"e" * 50 + (b"" if smallest.chunk_bytes else b'"}}')
    call = Call("POST", "/a/aaaaaaaaaaaa", ("x=1", "page=7", "y"), (("X-A", "1"), ("X-B", "long"), ("X-C", "")), body,
    3)
    assert shrink(call, matters) == smallest

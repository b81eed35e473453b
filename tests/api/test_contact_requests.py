"""Requests about contacts: bodies, the order of refusals, keys for sending again, and the old family's headers."""

import json
import uuid
from urllib.parse import unquote

import pytest

from harness.contacts import (BY_EMAIL, BY_EXTERNAL_ID, FAMILIES, OLD, by_email, by_external_id, fresh,
                              fresh_email, fresh_id)

JSON = {"Content-Type": "application/json"}


def named(key, **more):
    return {"Idempotency-Key": key, **more}


def is_replayed(answer):
    return answer.header("Idempotency-Replayed") == "true"


# --- bodies

@pytest.mark.parametrize("family", FAMILIES)
def test_an_empty_list_is_an_empty_object(contacts, family):
    path = fresh(family)
    made = contacts.patched(path, [])
    assert contacts.patched(path, {"_name": "Ada"})["id"] == made["id"]
    assert contacts.patched(path, [])["_name"] == "Ada"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("body", [
    b"", b" ", b"{", b"null", b"1", b'"x"', b"[1]", b"[[]]", b"[{}]", b"{} {}", b'{"_name":"a",}', b"{'_name':'a'}",
    b'{"_name":"a","_name":"b"}', b'{"_name":"\xff"}', b'{"_name":"\\ud800"}', b'{"_name":"a\nb"}', b'\xef\xbb\xbf{}',
    b'{"_points":01}', b'{"_points":NaN}', b'{"_points":1e9999999999}', b'{"_points":%s}' % (b"1" * 401),
    b'{"x":' + b"[" * 64 + b"]" * 64 + b"}",
], ids=lambda body: repr(body[:24]))
def test_a_body_that_is_no_object_is_a_bad_request(contacts, family, body):
    path = fresh(family)
    assert contacts.call("PATCH", path, body=body, headers=JSON).status == 400
    assert contacts.get(path).status == 404


@pytest.mark.parametrize("content_type", ["application/json;charset=UTF-8", "application/json; charset=utf-8",
                                          "Application/JSON", 'application/json; charset="utf-8"'])
def test_the_content_type_may_have_parameters(contacts, content_type):
    answer = contacts.call("PATCH", fresh(BY_EMAIL), body=b'{"_name":"Ada"}', headers={"Content-Type": content_type})
    assert answer.status == 200 and answer.json()["_name"] == "Ada"


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "text/plain;charset=UTF-8",
                                          "application/jsonp", "multipartial", "nonsense", "", None])
def test_a_body_is_json_whatever_its_type(contacts, content_type):
    path = fresh(BY_EMAIL)
    refused = contacts.call("PATCH", path, body=b"_name=Ada", headers={"Content-Type": content_type})
    assert refused.status == 400 and contacts.get(path).status == 404
    answer = contacts.call("PATCH", path, body=b'{"_name":"Ada"}', headers={"Content-Type": content_type})
    assert answer.status == 200 and answer.json()["_name"] == "Ada"


@pytest.mark.parametrize("content_type", ["multipart/form-data; boundary=x", "Multipart/Mixed", "multipart/x"])
def test_a_body_of_several_parts_is_refused(contacts, content_type):
    path = fresh(BY_EMAIL)
    assert contacts.call("PATCH", path, body=b"{}", headers={"Content-Type": content_type}).status == 415
    assert contacts.get(path).status == 404


@pytest.mark.parametrize("family", FAMILIES)
def test_a_body_where_none_belongs_is_ignored(contacts, family):
    path = fresh(family)
    made = contacts.patched(path, {})
    for content_type in ("application/json", "text/plain", None):
        answer = contacts.call("GET", path, body=b"{no json", headers={"Content-Type": content_type})
        assert answer.status == 200 and answer.json() == made
    assert contacts.call("DELETE", path, body=b"[]", headers={"Content-Type": "text/plain"}).status == 204


def test_head_answers_like_get_without_the_contact(contacts):
    path = fresh(BY_EMAIL)
    assert contacts.call("HEAD", path).status == 404
    contacts.patched(path, {})
    head, get = contacts.call("HEAD", path), contacts.get(path)
    assert head.status == 200 and head.body == b"" and head.header("Content-Length") == get.header("Content-Length")


# --- which refusal comes first

BAD_KEY = named("", **JSON)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_first_refusal_that_applies_is_told(client, contacts, make_key, family):
    path = fresh(family)
    bad_values, bad_json, parts = b'{"_points":"x"}', b"{", {"Content-Type": "multipart/form-data; boundary=x"}
    for key, headers, body, status in (
            (None, parts, bad_json, 401), (make_key(["contact:read"]), parts, bad_json, 403),
            (make_key(["contact:write"]), parts, bad_json, 415), (make_key(["contact:write"]), BAD_KEY, bad_json, 400)):
        assert client.call("PATCH", path, body=body, headers=headers, key=key).status == status
    for key in ("", "k" * 256, "é"):
        answer = contacts.call("PATCH", path, body=bad_values, headers=named(key, **JSON))
        assert answer.problem_paths == ["/Idempotency-Key"]
    assert contacts.get(path).status == 404


@pytest.mark.parametrize("family", [BY_EMAIL, OLD])
def test_a_bad_address_comes_before_keys_and_values(client, contacts, make_key, family):
    path = family + "nobody"
    assert client.call("PATCH", path, body=b"{", headers=BAD_KEY).status == 401
    assert client.call("PATCH", path, body=b"{", headers=BAD_KEY, key=make_key(["contact:read"])).status == 403
    assert contacts.call("PATCH", path, body=b'{"_points":"x"}', headers=BAD_KEY).status == 400


def test_a_bad_key_comes_before_a_long_external_id(contacts):
    answer = contacts.call("PATCH", by_external_id("x" * 51), body=b'{"_points":"x"}', headers=BAD_KEY)
    assert answer.problem_paths == ["/Idempotency-Key"]


def test_a_used_key_comes_before_values(contacts):
    path, headers = fresh(BY_EMAIL), named(str(uuid.uuid4()))
    assert contacts.patch(path, {"_name": "Ada"}, headers=headers).status == 200
    assert contacts.patch(path, {"_points": "x"}, headers=headers).problem_paths == ["/Idempotency-Key"]
    other = contacts.patch(by_external_id("x" * 51), {"_points": "x"}, headers=headers)
    assert other.problem_paths == ["/Idempotency-Key"]


# --- sent again

@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_sent_again_is_done_once_and_answered_alike(contacts, family):
    path, headers = fresh(family), named(str(uuid.uuid4()))
    first = contacts.patch(path, {"_name": "Ada", "_points": 1}, headers=headers)
    assert first.status == 200 and not is_replayed(first)
    changed = contacts.patched(path, {"_name": "Grace"})
    again = contacts.patch(path, {"_name": "Ada", "_points": 1}, headers=headers)
    assert is_replayed(again) and again.body == first.body
    assert contacts.read(path) == changed


def test_the_key_is_bound_to_the_whole_request(contacts):
    path, headers = fresh(BY_EMAIL), named(str(uuid.uuid4()))
    body = {"_name": "Ada"}
    assert contacts.patch(path, body, headers=headers).status == 200
    for other_path, other_body in ((path, {"_name": "Grace"}), (fresh(BY_EMAIL), body), (path + "?a=1", body),
                                   (OLD + path.rsplit("/", 1)[1], body)):
        assert contacts.patch(other_path, other_body, headers=headers).problem_paths == ["/Idempotency-Key"]
    assert is_replayed(contacts.patch(path, body, headers=headers))


def test_a_refusal_leaves_the_key_free(contacts):
    path, headers = fresh(BY_EMAIL), named(str(uuid.uuid4()))
    taken = fresh_id()
    contacts.patched(by_external_id(taken), {})
    assert contacts.patch(path, {"_points": "x"}, headers=headers).status == 422
    assert contacts.patch(path, {"_externalId": taken}, headers=headers).problem_paths == ["/_externalId"]
    done = contacts.patch(path, {"_points": 1}, headers=headers)
    assert done.status == 200 and not is_replayed(done)
    assert is_replayed(contacts.patch(path, {"_points": 1}, headers=headers))


@pytest.mark.parametrize("through", FAMILIES)
def test_deleting_a_contact_deletes_the_answers_about_it(contacts, through):
    address, external_id = fresh_email(), fresh_id()
    paths = {BY_EMAIL: by_email(address), OLD: OLD + address, BY_EXTERNAL_ID: by_external_id(external_id)}
    requests = [(paths[BY_EMAIL], {"_externalId": external_id}), (paths[OLD], {"_points": 1}),
                (paths[BY_EXTERNAL_ID], {"_name": "Ada"})]
    keys = [named(str(uuid.uuid4())) for _ in requests]
    other, other_key = fresh(BY_EMAIL), named(str(uuid.uuid4()))
    assert contacts.patch(other, {}, headers=other_key).status == 200
    first = [contacts.patch(path, body, headers=key) for (path, body), key in zip(requests, keys)]
    assert [answer.status for answer in first] == [200] * 3
    assert contacts.delete(paths[through]).status == 204
    again = [contacts.patch(path, body, headers=key) for (path, body), key in zip(requests, keys)]
    assert [(answer.status, is_replayed(answer)) for answer in again] == [(200, False)] * 3
    assert {answer.json()["id"] for answer in again}.isdisjoint(answer.json()["id"] for answer in first)
    assert is_replayed(contacts.patch(other, {}, headers=other_key)), "answers about others are kept"


def test_an_answer_too_large_to_keep_is_read_again(contacts):
    path, headers = fresh(BY_EMAIL), named(str(uuid.uuid4()))
    body = {contacts.make_field("text"): "\U0001f30a" * 5000 for _ in range(4)}
    first = contacts.patch(path, body, headers=headers)
    assert first.status == 200 and len(first.body) > 64 * 1024
    again = contacts.patch(path, body, headers=headers)
    assert is_replayed(again) and again.json() == first.json()
    changed = contacts.patched(path, {next(iter(body)): "changed"})
    again = contacts.patch(path, body, headers=headers)
    assert is_replayed(again) and again.json() == changed, "it was done once, and this is what became of it"
    assert contacts.delete(path).status == 204
    anew = contacts.patch(path, body, headers=headers)
    assert anew.status == 200 and not is_replayed(anew) and anew.json()["id"] != first.json()["id"]


def test_what_is_read_again_is_the_contact_and_not_who_has_its_name_by_now(contacts):
    external_id, headers = fresh_id(), named(str(uuid.uuid4()))
    path, address = by_external_id(external_id), fresh_email()
    body = {contacts.make_field("text"): "\U0001f30a" * 5000 for _ in range(4)}
    first = contacts.patch(path, {**body, "_email": address}, headers=headers)
    assert first.status == 200 and len(first.body) > 64 * 1024
    renamed = contacts.patched(by_email(address), {"_externalId": fresh_id()})
    contacts.patched(path, {"_name": "Somebody else"})
    again = contacts.patch(path, {**body, "_email": address}, headers=headers)
    assert is_replayed(again) and again.json() == renamed


# --- the old family

def test_the_old_family_names_its_successor_for_any_address(contacts, server):
    for address in (fresh_email(), f"a+b/{fresh_email()}", f"%ü'{fresh_email()}", f"A{fresh_email().upper()}"):
        path = OLD + by_email(address).removeprefix(BY_EMAIL)
        answer = contacts.patch(path, {})
        link, rel = answer.header("Link").split("; ")
        assert rel == 'rel="successor-version"' and answer.header("Deprecation") == "@1767225600"
        assert answer.header("Sunset") is None
        assert link.startswith(f"<{server.url}{BY_EMAIL}") and unquote(link[1:-1]).endswith("/" + address)
        assert contacts.read(link[1:-1].removeprefix(server.url)) == answer.json()


def test_a_replay_in_the_old_family_names_the_successor_too(contacts):
    path, headers = fresh(OLD), named(str(uuid.uuid4()))
    first, again = (contacts.patch(path, {}, headers=headers) for _ in range(2))
    assert is_replayed(again)
    assert again.header("Link") == first.header("Link") and again.header("Deprecation") == "@1767225600"


def test_the_answer_is_written_the_same_by_every_door(contacts):
    """Programs that compare text see one text: the order of keys is the same in answer and read."""
    address, external_id = fresh_email(), fresh_id()
    field = contacts.make_field("text")
    made = contacts.patch(by_email(address), {field: "a", "_externalId": external_id, "_name": "Ada"})
    reads = [contacts.get(path).body for path in (by_email(address), OLD + address, by_external_id(external_id))]
    assert set(reads) == {made.body}
    assert list(json.loads(made.body))[:3] == ["id", "_email", "_externalId"]

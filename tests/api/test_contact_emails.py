"""What an e-mail address looks like, wherever one is given: in a path, in `_email`, in a custom field."""

import uuid

import pytest

from harness.contacts import BY_EMAIL, BY_EXTERNAL_ID, OLD, by_email, fresh

pytestmark = pytest.mark.any_engine

LONG_DOMAIN = "d" * 63 + "." + "e" * 63 + ".example"

# The word NAME becomes something nobody used before.
VALID = [
    "NAME@example.org",
    "NAME@b.co",
    "NAME@a.b.c.d.example.org",
    "first.last.NAME@example.org",
    "!#$%&'*+-/=?^_`{|}~NAME@example.org",
    "NAME@xn--bcher-kva.example",
    "NAME@ex-ample.org",
    "NAME@123.example",
    "1NAME@1.example",
    "élodie.NAME@example.org",
    "用户NAME@例子.公司",
    "NAME@bücher.example",
    "\U0001f469NAME@example.org",
    "N@NAME.example",
]
AT_THE_LIMIT = [
    "N" * 64 + "@example.org",
    "é" * 64 + "@example.org",
    "n" * 64 + "@" + LONG_DOMAIN,
    "é" * 64 + "@" + "ü" * 63 + "." + "e" * 63 + ".example",
]
INVALID = [
    "ada", "@", "@example.org", "ada@", "ada@example", "ada@localhost", "ada@@example.org", "ada@b@example.org",
    "ada@.org", "ada@.example.org", "ada@example.", "ada@example.org.", "ada@example..org", "ada@.",
    "a da@example.org", "ada@exam ple.org", "ada@example.o rg", "ada @example.org", "ada@ example.org",
    "a\tda@example.org", "a\nda@example.org", "ada@exam\nple.org", "a\x7fda@example.org", "a\x01da@example.org",
    "\u00a0ada@example.org", "a\u3000da@example.org", "ada@exam\u2009ple.org", "ada@example.org\ufeff",
    "a\u2028da@example.org", "a\x85da@example.org",
    '"ada"@example.org', '"a da"@example.org', '"a@da"@example.org', 'a"d"a@example.org',
    "ada(comment)@example.org", "(comment)ada@example.org", "ada@example.org(comment)", "ada@(comment)example.org",
    "ada@[127.0.0.1]", "ada@[IPv6:::1]", "ada@[example.org]",
    "<ada@example.org>", "Ada <ada@example.org>", "mailto:ada@example.org", "ada,grace@example.org",
    "ada@example.org,grace@example.org", "ada;grace@example.org", "ada@example.org;", "a\\da@example.org",
    "a[d]a@example.org", "a:da@example.org", "a>da@example.org",
    "ada@exam!ple.org", "ada@example,org", "ada@example.org/x", "ada@example.org?x=1", "ada@example:80.org",
    "n" * 65 + "@example.org", "é" * 65 + "@example.org", "n" * 64 + "@d" + LONG_DOMAIN[1:] + "s",
]


def shown(value):
    return value if len(value) < 40 else f"{value[:12]}...{len(value)}"


def fresh_one(address):
    return address.replace("NAME", uuid.uuid4().hex[:20])


@pytest.mark.parametrize("address", VALID + AT_THE_LIMIT, ids=shown)
def test_an_address_is_taken_and_kept_as_given(contacts, address):
    address = fresh_one(address)
    made = contacts.patched(by_email(address), {})
    assert made["_email"] == address
    assert contacts.patched(OLD + by_email(address).removeprefix(BY_EMAIL), {}) == made
    assert contacts.delete(by_email(address)).status == 204
    path = fresh(BY_EXTERNAL_ID)
    assert contacts.patched(path, {"_email": address})["_email"] == address
    assert contacts.read(by_email(address))["_externalId"] == path.rsplit("/", 1)[1]
    assert contacts.delete(by_email(address)).status == 204
    assert contacts.get(path).status == 404


def test_an_address_in_a_custom_field_is_taken_and_kept_as_given(contacts):
    field, path = contacts.make_field("email"), fresh(BY_EMAIL)
    for address in VALID + AT_THE_LIMIT:
        assert contacts.patched(path, {field: address})[field] == address
        # Two contacts may have one: it names nobody.
        assert contacts.patched(fresh(BY_EMAIL), {field: address})[field] == address
    assert contacts.patched(path, {field: "  Ada@Example.org\t"})[field] == "Ada@Example.org"


@pytest.mark.parametrize("address", INVALID, ids=shown)
def test_what_is_no_address_is_a_bad_request_in_a_path(contacts, address):
    for family in (BY_EMAIL, OLD):
        path = family + by_email(address).removeprefix(BY_EMAIL)
        answers = [contacts.get(path), contacts.patch(path, {}), contacts.delete(path)]
        assert [answer.status for answer in answers] == [400] * 3


def test_what_is_no_address_is_refused_in_a_body(contacts):
    field, path = contacts.make_field("email"), fresh(BY_EXTERNAL_ID)
    before = contacts.patched(path, {})
    for value in [*INVALID, "", " ", "ada@example.org\0", "a\0@example.org", 1, 1.5, True, [], {}, ["ada@example.org"]]:
        assert contacts.patch(path, {"_email": value}).problem_paths == ["/_email"], value
        assert contacts.patch(path, {field: value}).problem_paths == [f"/{field}"], value
    assert contacts.read(path) == before

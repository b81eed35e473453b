"""Who a contact is: its e-mail address, its external id, and that no two contacts share one."""

import uuid

import pytest

from harness.contacts import (BY_EMAIL, BY_EXTERNAL_ID, FAMILIES, IN_USE, OLD, by_email, by_external_id,
                              fresh, fresh_email, fresh_id)


@pytest.fixture
def pair(contacts):
    """(address, external id) of a contact that has both, and an address and an external id of two others."""
    address, external_id, other_address, other_id = fresh_email(), fresh_id(), fresh_email(), fresh_id()
    contacts.patched(by_email(address), {"_externalId": external_id, "_name": "Ada"})
    contacts.patched(by_email(other_address), {"_name": "Grace"})
    contacts.patched(by_external_id(other_id), {"_name": "Edith"})
    return address, external_id, other_address, other_id


def problems(answer):
    assert answer.status == 422, answer.summary()
    return {problem["path"]: problem["reason"] for problem in answer.json()["validationErrors"]}


# --- made, found, deleted

@pytest.mark.parametrize("family", FAMILIES)
def test_a_new_contact_has_its_defaults_and_nothing_else(contacts, family):
    path = fresh(family)
    answer = contacts.patch(path, {})
    assert answer.status == 200
    found = answer.json()
    name = path.rsplit("/", 1)[1]
    assert found == {
        "id": found["id"], ("_externalId" if family == BY_EXTERNAL_ID else "_email"): name,
        "_emailStatus": "active", "_newsletterSubscriptionStatus": "none", "_smsSubscriptionStatus": "none",
        "_points": 0, "_emailSoftBounces": 0, "_hasPushSubscriptions": False, "_isAnonymous": False,
        "_createdAt": found["_createdAt"], "_updatedAt": found["_createdAt"],
        "_totalPurchases": 0, "_totalPurchasesAmount": 0, "_averagePurchasesAmount": 0,
        "_clv": None, "_pAlive": None, "_churnRate": None, "_expectedPurchases": None,
    }
    assert contacts.read(path) == found


def test_one_contact_is_found_in_every_family(contacts):
    address, external_id = fresh_email(), fresh_id()
    made = contacts.patched(by_email(address), {"_externalId": external_id})
    assert (made["_email"], made["_externalId"]) == (address, external_id)
    for path in (by_email(address), OLD + address, by_external_id(external_id)):
        assert contacts.read(path) == made
    for number, path in enumerate((by_email(address), OLD + address, by_external_id(external_id))):
        changed = contacts.patched(path, {"_points": number})
        assert changed == {**made, "_points": number, "_updatedAt": changed["_updatedAt"]}


@pytest.mark.parametrize("through", FAMILIES)
def test_a_deleted_contact_is_gone_from_every_family_and_nothing_of_it_comes_back(contacts, through):
    address, external_id = fresh_email(), fresh_id()
    paths = {BY_EMAIL: by_email(address), OLD: OLD + address, BY_EXTERNAL_ID: by_external_id(external_id)}
    made = contacts.patched(paths[BY_EMAIL], {"_externalId": external_id, "_name": "Ada", "_points": 3})
    answer = contacts.delete(paths[through])
    assert answer.status == 204 and answer.body == b""
    assert [contacts.get(path).status for path in paths.values()] == [404] * 3
    assert [contacts.delete(path).status for path in paths.values()] == [204] * 3
    again = contacts.patched(paths[BY_EMAIL], {})
    assert again["id"] != made["id"] and again["_points"] == 0
    assert "_name" not in again and "_externalId" not in again
    assert contacts.get(paths[BY_EXTERNAL_ID]).status == 404


@pytest.mark.parametrize("path", ["/contacts/", "/contacts", "/contacts/email/a@example.org/more"])
def test_what_names_no_contact_is_an_unknown_path(contacts, path):
    assert contacts.get(path).status == 404
    assert contacts.patch(path, {}).status == 404


@pytest.mark.parametrize("family", FAMILIES)
def test_a_slash_at_the_end_makes_no_difference(contacts, family):
    path = fresh(family)
    made = contacts.patched(path + "/", {"_name": "Ada"})
    assert contacts.read(path) == made
    assert contacts.delete(path + "/").status == 204 and contacts.get(path).status == 404


# --- how an address is written

@pytest.mark.parametrize("family", [BY_EMAIL, OLD])
def test_letter_case_makes_no_difference_and_is_kept_as_first_given(contacts, family):
    address = f"Ada.{uuid.uuid4().hex}@Example.ORG"
    made = contacts.patched(family + address, {})
    assert made["_email"] == address
    for spelling in (address.lower(), address.upper(), address.swapcase()):
        assert contacts.read(family + spelling)["id"] == made["id"]
    assert contacts.patched(family + address.lower(), {"_points": 1})["_email"] == address
    assert contacts.delete(family + address.upper()).status == 204
    assert contacts.get(family + address).status == 404


def test_only_ascii_letters_have_no_case(contacts):
    name = uuid.uuid4().hex
    small, capital = (contacts.patched(by_email(f"{first}{name}@example.org"), {}) for first in "éÉ")
    assert small["id"] != capital["id"]
    assert contacts.read(by_email(f"é{name.upper()}@EXAMPLE.org"))["id"] == small["id"]


@pytest.mark.parametrize("family", [BY_EMAIL, OLD])
@pytest.mark.parametrize("address, spellings", [
    ("{}@example.org", ["{}@example.org", "{}%40example.org", "{}@%65xample.%6Frg", "%20{}@example.org%20"]),
    ("a+{}@example.org", ["a+{}@example.org", "a%2B{}%40example.org", "a%2b{}@example.org"]),
    ("a/{}@example.org", ["a%2F{}@example.org", "a%2f{}%40example.org"]),
    ("a%{}@example.org", ["a%25{}@example.org"]),
    ("a%2F{}@example.org", ["a%252F{}@example.org"]),
    ("a%2540{}@example.org", ["a%252540{}@example.org"]),
    ("a?#&='{}@example.org", ["a%3F%23&='{}@example.org", "a%3F%23%26%3D%27{}@example.org"]),
    ("é{}@exämple.org", ["%C3%A9{}@ex%C3%A4mple.org", "%c3%a9{}%40ex%c3%a4mple.org"]),
])
def test_a_path_is_decoded_once(contacts, family, address, spellings):
    name = uuid.uuid4().hex
    ids = set()
    for spelling in spellings:
        made = contacts.patched(family + spelling.format(name), {})
        assert made["_email"] == address.format(name)
        ids.add(made["id"])
    assert len(ids) == 1


@pytest.mark.parametrize("external_id, spelling", [
    ("{}", "%78{}"), ("a/{}", "a%2F{}"), ("a+{}", "a+{}"), ("a+{}", "a%2B{}"), ("a%2F{}", "a%252F{}"),
    (" {} ", "%20{}%20"), ("ñ€🌊{}", "%C3%B1%E2%82%AC%F0%9F%8C%8A{}"), ('"\\\n\t{}', "%22%5C%0A%09{}"),
    ("..{}/..", "..{}%2F.."), ("{}@example.org", "{}@example.org"), ("{};=:&$,!", "{};=:&$,!"),
])
def test_an_external_id_is_any_text(contacts, external_id, spelling):
    name = uuid.uuid4().hex
    external_id = external_id.format(name if spelling != "%78{}" else f"x{name}")
    made = contacts.patched(BY_EXTERNAL_ID + spelling.format(name), {})
    assert made["_externalId"] == external_id and "_email" not in made
    assert contacts.read(by_external_id(external_id)) == made
    assert contacts.delete(BY_EXTERNAL_ID + spelling.format(name)).status == 204


@pytest.mark.parametrize("external_id", ["email", "external-id", "null", "0", ".", "..", " ", "\u00a0", "false"])
def test_no_external_id_is_special(contacts, external_id):
    path = BY_EXTERNAL_ID + "".join(f"%{byte:02X}" for byte in external_id.encode())
    assert contacts.patched(path, {})["_externalId"] == external_id
    assert contacts.delete(path).status == 204


def test_external_ids_are_compared_byte_for_byte(contacts):
    name = uuid.uuid4().hex
    spellings = [f"ada{name}", f"Ada{name}", f" ada{name}", f"ada{name} ", f"é{name}", f"e\u0301{name}", f"É{name}"]
    made = [contacts.patched(by_external_id(spelling), {}) for spelling in spellings]
    assert [one["_externalId"] for one in made] == spellings
    assert len({one["id"] for one in made}) == len(spellings)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("spelling", ["%00", "a%00@example.org", "%ff", "%C3@example.org", "%", "a%4@example.org",
                                      "%zz@example.org", "%ED%A0%80@example.org"])
def test_a_path_that_is_no_text_is_a_bad_request(contacts, family, spelling):
    answers = [contacts.get(family + spelling), contacts.patch(family + spelling, {}),
               contacts.delete(family + spelling)]
    assert [answer.status for answer in answers] == [400] * 3


# --- how long an external id may be

@pytest.mark.parametrize("character", ["x", "é", "🌊"])
def test_an_external_id_has_up_to_50_characters(contacts, character):
    longest, longer = character * 50, character * 51
    assert contacts.patched(by_external_id(longest), {})["_externalId"] == longest
    assert contacts.delete(by_external_id(longest)).status == 204
    assert contacts.patch(by_external_id(longer), {}).problem_paths == ["/externalId"]
    assert contacts.get(by_external_id(longer)).status == 404
    assert contacts.delete(by_external_id(longer)).status == 204
    path = fresh(BY_EMAIL)
    assert contacts.patched(path, {"_externalId": longest})["_externalId"] == longest
    assert contacts.patch(path, {"_externalId": longer}).problem_paths == ["/_externalId"]
    assert contacts.delete(path).status == 204


def test_a_long_external_id_is_told_with_all_other_problems(contacts):
    answer = contacts.patch(by_external_id("x" * 51), {"_points": "3", "_email": "ada", "nothing": 1})
    assert sorted(answer.problem_paths) == ["/_email", "/_points", "/externalId", "/nothing"]


# --- names that change

def test_an_external_id_is_set_changed_and_cleared_by_email(contacts):
    path, first, second = fresh(BY_EMAIL), fresh_id(), fresh_id()
    made = contacts.patched(path, {"_externalId": first})
    assert contacts.patched(path, {"_externalId": second})["_externalId"] == second
    assert contacts.get(by_external_id(first)).status == 404
    assert contacts.read(by_external_id(second))["id"] == made["id"]
    assert "_externalId" not in contacts.patched(path, {"_externalId": None})
    assert contacts.get(by_external_id(second)).status == 404
    assert contacts.patched(by_external_id(second), {})["id"] != made["id"]


def test_an_email_is_set_changed_and_cleared_by_external_id(contacts):
    path, first, second = fresh(BY_EXTERNAL_ID), fresh_email(), fresh_email()
    made = contacts.patched(path, {"_email": f"  {first}\t"})
    assert made["_email"] == first
    assert contacts.patched(path, {"_email": second})["_email"] == second
    assert contacts.get(by_email(first)).status == 404
    assert contacts.read(by_email(second))["id"] == made["id"]
    assert contacts.patched(path, {"_email": second.upper()})["_email"] == second.upper()
    assert contacts.read(by_email(second))["id"] == made["id"]
    assert "_email" not in contacts.patched(path, {"_email": None})
    assert contacts.get(by_email(second)).status == 404
    assert contacts.patched(by_email(second), {})["id"] != made["id"]


@pytest.mark.parametrize("family", [BY_EMAIL, OLD])
def test_the_address_of_the_path_is_accepted_in_the_body_and_no_other(contacts, family):
    address = fresh_email()
    path = family + address
    for same in (address, address.upper(), f" {address} "):
        assert contacts.patched(path, {"_email": same, "_name": "Ada"})["_email"] == address
    for other in (fresh_email(), None, "", "ada", 1, [], {}):
        answer = contacts.patch(path, {"_email": other, "_name": "Grace"})
        assert answer.problem_paths == ["/_email"], answer.summary()
    assert contacts.read(path)["_name"] == "Ada"


def test_the_external_id_of_the_path_is_accepted_in_the_body_and_no_other(contacts):
    external_id = fresh_id()
    path = by_external_id(external_id)
    assert contacts.patched(path, {"_externalId": external_id, "_name": "Ada"})["_name"] == "Ada"
    for other in (external_id.upper(), f" {external_id}", fresh_id(), None, "", 1, [], {}):
        answer = contacts.patch(path, {"_externalId": other, "_name": "Grace"})
        assert answer.problem_paths == ["/_externalId"], answer.summary()
    assert contacts.read(path)["_name"] == "Ada"


def test_the_old_family_takes_no_external_id(contacts):
    address, external_id = fresh_email(), fresh_id()
    contacts.patched(by_email(address), {"_externalId": external_id})
    for value in (external_id, fresh_id(), None, 1):
        assert contacts.patch(OLD + address, {"_externalId": value}).problem_paths == ["/_externalId"]
    assert contacts.read(OLD + address)["_externalId"] == external_id
    assert contacts.patch(fresh(OLD), {"_externalId": fresh_id()}).problem_paths == ["/_externalId"]


@pytest.mark.parametrize("value", ["", "x" * 51, "a\0b", 1, 1.5, True, [], {}, ["a"]], ids=repr)
def test_a_bad_external_id_in_the_body_is_refused(contacts, value):
    path = fresh(BY_EMAIL)
    assert contacts.patch(path, {"_externalId": value}).problem_paths == ["/_externalId"]
    assert contacts.get(path).status == 404


# --- what another contact has

def test_an_external_id_of_another_contact_is_refused_and_nothing_changes(contacts, pair):
    address, external_id, other_address, other_id = pair
    before = [contacts.read(path) for path in (by_email(address), by_email(other_address), by_external_id(other_id))]
    change = {"_externalId": external_id, "_name": "X", "_points": 7}
    new = fresh(BY_EMAIL)
    for path in (by_email(other_address), new):
        assert problems(contacts.patch(path, change)) == {"/_externalId": IN_USE}
    assert problems(contacts.patch(by_email(address), {**change, "_externalId": other_id})) == {"/_externalId": IN_USE}
    assert contacts.get(new).status == 404
    assert before == [contacts.read(by_email(address)), contacts.read(by_email(other_address)),
                      contacts.read(by_external_id(other_id))]


def test_an_address_of_another_contact_is_refused_and_nothing_changes(contacts, pair):
    address, external_id, other_address, other_id = pair
    before = [contacts.read(path) for path in (by_email(address), by_email(other_address), by_external_id(other_id))]
    new = fresh(BY_EXTERNAL_ID)
    for taken in (address, address.upper(), f" {address} "):
        for path in (by_external_id(other_id), new):
            change = {"_email": taken, "_name": "X", "_points": 7}
            assert problems(contacts.patch(path, change)) == {"/_email": IN_USE}
    taken = {"_email": other_address, "_name": "X"}
    assert problems(contacts.patch(by_external_id(external_id), taken)) == {"/_email": IN_USE}
    assert contacts.get(new).status == 404
    assert before == [contacts.read(by_email(address)), contacts.read(by_email(other_address)),
                      contacts.read(by_external_id(other_id))]


def test_what_is_in_use_is_told_with_all_other_problems(contacts, pair):
    address, external_id, other_address, other_id = pair
    answer = contacts.patch(by_email(other_address), {"_externalId": external_id, "_points": "x", "nothing": 1})
    assert sorted(answer.problem_paths) == ["/_externalId", "/_points", "/nothing"]
    answer = contacts.patch(by_external_id(other_id), {"_email": address, "_points": "x", "nothing": 1})
    assert sorted(answer.problem_paths) == ["/_email", "/_points", "/nothing"]
    answer = contacts.patch(by_external_id("x" * 51), {"_email": address})
    assert sorted(answer.problem_paths) == ["/_email", "/externalId"]


def test_what_the_contact_has_itself_is_not_in_use(contacts, pair):
    address, external_id, _, _ = pair
    before = contacts.read(by_email(address))
    assert contacts.patched(by_email(address), {"_externalId": external_id, "_email": address}) == before
    assert contacts.patched(by_external_id(external_id), {"_externalId": external_id, "_email": address}) == before


def test_what_was_given_up_is_free(contacts, pair):
    address, external_id, other_address, other_id = pair
    assert contacts.patch(by_email(address), {"_externalId": None}).status == 200
    assert contacts.patched(by_email(other_address), {"_externalId": external_id})["_externalId"] == external_id
    assert contacts.patch(by_external_id(external_id), {"_email": None}).status == 200
    assert contacts.patched(by_external_id(other_id), {"_email": other_address})["_email"] == other_address
    assert contacts.delete(by_email(address)).status == 204
    assert contacts.patched(by_external_id(external_id), {"_email": address})["_email"] == address

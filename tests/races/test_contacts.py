"""Contacts under many hands at once: nothing is lost, nothing is half, and no two contacts share a name."""

import json
import random
import threading
import uuid

import pytest

from harness.contacts import (BY_EMAIL, BY_EXTERNAL_ID, IN_USE, Contacts, by_email, by_external_id, fresh, fresh_email,
                              fresh_id)

@pytest.fixture
def contacts(client, admin):
    with Contacts(client, admin) as calls:
        yield calls


def reasons(answer):
    assert answer.status == 422, answer.summary()
    return {problem["path"]: problem["reason"] for problem in answer.json()["validationErrors"]}


# --- nothing is lost

def test_of_hundreds_of_changes_none_is_lost(contacts, crowd):
    address, external_id = fresh_email(), fresh_id()
    contacts.patched(by_email(address), {"_externalId": external_id})
    fields = [contacts.make_field("integer") for _ in range(60)]

    def writer(field, path):
        def write(caller):
            for number in range(4):
                answer = caller.patch(path, {field: number})
                assert answer.status == 200 and answer.json()[field] == number, answer.summary()
        return write

    paths = (by_email(address), by_external_id(external_id), f"/contacts/{address}")
    crowd([writer(field, paths[index % 3]) for index, field in enumerate([*fields, "_points"])])
    found = contacts.read(by_email(address))
    assert {found[field] for field in [*fields, "_points"]} == {3}


def test_a_change_is_seen_whole_or_not_at_all(contacts, crowd):
    path = fresh(BY_EMAIL)
    field = contacts.make_field("integer")
    contacts.patched(path, {"_name": "0", "_surname": "0", "_points": 0, field: 0})

    def write(caller):
        for _ in range(25):
            mark = random.randrange(10**9)
            answer = caller.patch(path, {"_name": f"{mark}", "_surname": f"{mark}", "_points": mark, field: mark})
            assert is_whole(answer.json()) and answer.json()["_points"] == mark

    def read(caller):
        for _ in range(100):
            assert is_whole(caller.get(path).json())

    def is_whole(found):
        return {found["_name"], found["_surname"], str(found["_points"]), str(found[field])} == {found["_name"]}

    crowd([write] * 4 + [read] * 4)
    assert is_whole(contacts.read(path))


# --- one winner

def test_all_who_make_one_contact_make_the_same(contacts, crowd):
    for path in (fresh(BY_EMAIL), fresh(BY_EXTERNAL_ID)):
        answers = crowd([lambda caller: caller.patch(path, {"_name": "Ada"})] * 40)
        assert {answer.status for answer in answers} == {200}
        assert len({answer.body for answer in answers}) == 1
        assert contacts.read(path) == answers[0].json()


def test_all_who_make_one_contact_with_both_its_names_make_the_same(contacts, crowd):
    for _ in range(5):
        address, external_id = fresh_email(), fresh_id()
        ways = [(by_email(address), {"_externalId": external_id}), (by_external_id(external_id), {"_email": address})]
        answers = crowd([lambda caller, way=way: caller.patch(*way) for way in ways] * 15)
        assert {answer.status for answer in answers} == {200}, [answer.summary() for answer in answers]
        assert len({answer.body for answer in answers}) == 1


@pytest.mark.parametrize("family, claimed", [(BY_EXTERNAL_ID, "_email"), (BY_EMAIL, "_externalId")])
@pytest.mark.parametrize("is_new", [True, False], ids=["new contacts", "old contacts"])
def test_one_of_many_gets_what_all_claim(contacts, crowd, family, claimed, is_new):
    paths = [fresh(family) for _ in range(40)]
    name = fresh_email() if claimed == "_email" else fresh_id()
    if not is_new:
        for path in paths:
            contacts.patched(path, {})
    claims = [lambda caller, path=path: caller.patch(path, {claimed: name, "_name": "Claimed"}) for path in paths]
    answers = crowd(claims)
    won = [(path, answer) for path, answer in zip(paths, answers) if answer.status == 200]
    lost = [(path, answer) for path, answer in zip(paths, answers) if answer.status != 200]
    assert len(won) == 1
    holder = contacts.read(by_email(name) if claimed == "_email" else by_external_id(name))
    assert holder == won[0][1].json() == contacts.read(won[0][0])
    for path, answer in lost:
        assert reasons(answer) == {f"/{claimed}": IN_USE}
        found = contacts.get(path)
        assert found.status == (404 if is_new else 200), "what was refused left something behind"
        assert is_new or "_name" not in found.json()


def test_a_name_that_is_claimed_and_used_at_once_names_one_contact(contacts, crowd):
    address = fresh_email()
    owners = [fresh(BY_EXTERNAL_ID) for _ in range(20)]
    claim = [lambda caller, path=path: caller.patch(path, {"_email": address}) for path in owners]
    use = [lambda caller: caller.patch(by_email(address), {"_name": "Ada"})] * 20
    answers = crowd(claim + use)
    claimed = [answer for answer in answers[:20] if answer.status == 200]
    assert all(answer.status == 200 for answer in answers[20:]) and len(claimed) <= 1
    holder = contacts.read(by_email(address))
    assert {answer.json()["id"] for answer in answers[20:] + claimed} == {holder["id"]}
    for answer in answers[:20]:
        assert answer.status == 200 or reasons(answer) == {"/_email": IN_USE}


@pytest.mark.parametrize("changes", [{"_name": "Ada"}, {"_externalId": None}, {}], ids=str)
def test_what_is_sent_many_times_under_one_key_is_done_once(contacts, crowd, changes):
    path, headers = fresh(BY_EMAIL), {"Idempotency-Key": str(uuid.uuid4())}
    answers = crowd([lambda caller: caller.patch(path, changes, headers=headers)] * 40)
    # On one of the engines those who come while the first is at work may be told so.
    assert {answer.status for answer in answers} <= {200, 409}
    done = [answer for answer in answers if answer.status == 200]
    assert len({answer.body for answer in done}) == 1
    assert sum(answer.header("Idempotency-Replayed") is None for answer in done) == 1


# --- names that wander

def test_names_that_wander_between_contacts_always_name_one(contacts, crowd):
    """Two addresses and two external ids are given, taken and swapped by everyone at once."""
    emails, external_ids = [fresh_email() for _ in range(2)], [fresh_id() for _ in range(2)]
    seed = random.randrange(10**9)

    def wander(index):
        def work(caller):
            chance, done = random.Random(seed + index), 0
            for _ in range(60):
                by_address = chance.random() < 0.5
                named = chance.choice(emails if by_address else external_ids)
                path = by_email(named) if by_address else by_external_id(named)
                own, other = ("_email", "_externalId") if by_address else ("_externalId", "_email")
                kind = chance.choices(("PATCH", "GET", "DELETE"), (70, 20, 10))[0]
                if kind == "PATCH":
                    given = chance.choice([*(external_ids if by_address else emails), None])
                    answer = caller.patch(path, {other: given, "_name": f"{index}"})
                    if answer.status == 422:
                        assert reasons(answer) == {f"/{other}": IN_USE}
                        continue
                    assert answer.status == 200, answer.summary()
                    found = answer.json()
                    assert (found[own], found.get(other), found["_name"]) == (named, given, f"{index}"), f"seed {seed}"
                    done += 1
                elif kind == "GET":
                    answer = caller.get(path)
                    assert answer.status == 404 or answer.json()[own] == named, f"seed {seed}: {answer.summary()}"
                else:
                    assert caller.call("DELETE", path).status == 204
            return done
        return work

    assert sum(crowd([wander(index) for index in range(12)])) > 50
    named = {("_email", one): contacts.get(by_email(one)) for one in emails}
    named |= {("_externalId", one): contacts.get(by_external_id(one)) for one in external_ids}
    for (field, name), answer in named.items():
        if answer.status == 200:
            found = answer.json()
            assert found[field] == name
            for other in ("_email", "_externalId"):
                assert other not in found or named[other, found[other]].json() == found, f"seed {seed}"


def test_two_contacts_swap_their_addresses_again_and_again(contacts, crowd):
    """Each lets go and takes the other's. Whoever asks by address meanwhile gets the one who has it, or nobody."""
    emails, owners = [fresh_email() for _ in range(2)], [fresh(BY_EXTERNAL_ID) for _ in range(2)]
    for path, address in zip(owners, emails):
        contacts.patched(path, {"_email": address})

    def swap(mine):
        def work(caller):
            taken = 0
            for turn in range(40):
                wanted = emails[(mine + turn) % 2]
                assert caller.patch(owners[mine], {"_email": None}).status == 200
                answer = caller.patch(owners[mine], {"_email": wanted})
                assert answer.status == 200 or reasons(answer) == {"/_email": IN_USE}
                taken += answer.status == 200
            return taken
        return work

    def ask(caller):
        for turn in range(80):
            address = emails[turn % 2]
            answer = caller.get(by_email(address))
            assert answer.status == 404 or answer.json()["_email"] == address, answer.summary()

    results = crowd([swap(0), swap(1), ask, ask, ask])
    assert results[0] > 0 and results[1] > 0
    holders = [contacts.read(path) for path in owners]
    for holder in holders:
        if "_email" in holder:
            assert contacts.read(by_email(holder["_email"])) == holder


# --- deleted meanwhile

def test_a_contact_deleted_and_made_at_once_is_whole_or_none(contacts, crowd):
    address, external_id = fresh_email(), fresh_id()
    whole = {"_externalId": external_id, "_name": "Ada", "_points": 7}

    def make(caller):
        for _ in range(25):
            answer = caller.patch(by_email(address), whole)
            assert answer.status == 200, answer.summary()
            assert answer.json().items() >= {**whole, "_email": address}.items()

    def delete(path):
        def work(caller):
            for _ in range(25):
                assert caller.call("DELETE", path).status == 204
        return work

    def read(path):
        def work(caller):
            for _ in range(50):
                answer = caller.get(path)
                assert answer.status == 404 or answer.json().items() >= {**whole, "_email": address}.items()
        return work

    paths = by_email(address), by_external_id(external_id)
    crowd([make] * 6 + [delete(path) for path in paths] * 2 + [read(path) for path in paths] * 2)
    left = [contacts.get(path) for path in paths]
    assert left[0].status == left[1].status and left[0].body == left[1].body
    assert contacts.delete(paths[0]).status == 204
    assert [contacts.get(path).status for path in paths] == [404, 404]
    assert contacts.patched(paths[1], {}).keys().isdisjoint({"_email", "_name"})


def test_values_written_while_their_field_goes_never_show_up_in_another(contacts, crowd):
    """A field of text is deleted and made anew as one of numbers, to and fro, while everyone writes to it."""
    paths, field = [fresh(BY_EMAIL) for _ in range(4)], fresh_id()
    is_done = threading.Event()

    def replace(caller):
        for turn in range(12):
            kind = "text" if turn % 2 else "integer"
            body = {"id": field, "name": "Comes and goes", "type": kind}
            assert caller.call("POST", "/contact-fields/", body).status == 201
            found = json.dumps([caller.get(path).json().get(field) for path in paths])
            wrong = '"' if kind == "integer" else "7"
            assert wrong not in found, f"a field of {kind} shows {found}"
            assert caller.call("DELETE", f"/contact-fields/{field}").status == 204
            assert all(field not in caller.get(path).json() for path in paths)
        is_done.set()

    def write(path):
        def work(caller):
            taken = 0
            while not is_done.is_set():
                for value in ("text", 7):
                    answer = caller.patch(path, {field: value})
                    assert answer.status in (200, 422), answer.summary()
                    assert answer.status == 422 or answer.json().get(field, value) == value
                    taken += answer.status == 200
            return taken
        return work

    for path in paths:
        contacts.patched(path, {})
    taken = crowd([replace] + [write(path) for path in paths])[1:]
    assert sum(taken) > 0
    contacts.make_field("text", id=field)
    assert all(field not in contacts.read(path) for path in paths)

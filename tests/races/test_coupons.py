"""Coupons under many hands at once: each code goes to one contact, and the counters are what counting gives."""

import uuid
from collections import Counter

import pytest

from harness.contacts import by_email, fresh_email
from harness.coupons import MANAGED, Coupons, fresh_codes


@pytest.fixture
def coupons(client, admin):
    found = Coupons(client, admin)
    yield found
    found.tidy()


@pytest.fixture
def people(client, admin):
    """The ids of some contacts."""
    return [client.call("PATCH", by_email(fresh_email()), json={}, key=admin).json()["id"] for _ in range(8)]


def claim(caller, set_id, contact, **more):
    return caller.call("POST", f"{MANAGED}{set_id}/assignments/", {"contactId": contact}, **more)


def claimant(set_id, contact, times):
    return lambda caller: [claim(caller, set_id, contact) for _ in range(times)]


def flat(answers):
    return [answer for one in answers for answer in one]


def split(answers):
    """The codes that were given out, and how many were refused, each as it must be."""
    given = [answer.json()["code"] for answer in answers if answer.status == 201]
    refused = [answer for answer in answers if answer.status != 201]
    assert {answer.status for answer in refused} <= {409}
    assert {answer.json()["detail"] for answer in refused} <= {
        "All codes of this coupon set were given out.",
        "The code of this coupon set was given out as often as it may be."}
    return given, len(refused)


def test_hundreds_of_claimants_get_every_code_exactly_once(coupons, people, crowd):
    codes = fresh_codes(300)
    made = coupons.make(codes)
    answers = flat(crowd([claimant(made["id"], people[number % 8], 10) for number in range(40)]))
    _, refused = split(answers)
    told = [(answer.json()["code"], answer.json()["contactId"]) for answer in answers if answer.status == 201]
    holders = {one["code"]: one["contactId"] for one in coupons.codes(made["id"])}
    assert problem_with(codes, told, holders) is None and refused == 100
    assert coupons.recount(made["id"]) == (300, 0, 300)


def problem_with(codes, told, holders):
    """What is wrong with whom the codes were given to, or None: `told` are pairs of code and contact as answered."""
    given = [code for code, _ in told]
    if doubled := [code for code, times in Counter(given).items() if times > 1]:
        return f"given out twice: {doubled}"
    if set(given) != set(codes):
        return f"not those that there are: {set(given) ^ set(codes)}"
    return next((f"{code} is not with {contact}" for code, contact in told if holders[code] != contact), None)


@pytest.mark.parametrize(("told", "problem"), [
    ([("A", "ada"), ("B", "bob")], None), ([("A", "ada"), ("A", "bob")], "twice"), ([("A", "ada")], "there are"),
    ([("A", "bob"), ("B", "bob")], "not with")])
def test_a_code_that_goes_to_two_is_noticed(told, problem):
    found = problem_with(["A", "B"], told, {"A": "ada", "B": "bob"})
    assert found is None if problem is None else problem in found


def test_a_single_code_is_given_out_exactly_as_often_as_it_may_be(coupons, people, crowd):
    made = coupons.make_single(quantity=150)
    given, refused = split(flat(crowd([claimant(made["id"], people[number % 8], 6) for number in range(40)])))
    assert len(given) == 150 and refused == 90
    assert coupons.recount(made["id"]) == (150, 0, 150)


def test_codes_that_come_and_go_meanwhile_are_counted(coupons, people, crowd):
    made = coupons.make(fresh_codes(100))
    unwanted = fresh_codes(40)
    assert coupons.add(made["id"], unwanted).status == 200
    path = f"{MANAGED}{made['id']}/codes/"

    def adder(caller):
        for _ in range(5):
            assert caller.call("POST", path, {"codes": fresh_codes(10)}).status == 200

    def remover(mine):
        def work(caller):
            return [caller.call("POST", path + "remove", {"codes": [code]}).status for code in mine]
        return work

    workers = [claimant(made["id"], people[number % 8], 8) for number in range(24)]
    results = crowd(workers + [adder] * 3 + [remover(unwanted[start::2]) for start in range(2)])
    given, _ = split(flat(results[:24]))
    removed = flat(results[-2:])
    assert set(removed) <= {200, 422} and len(given) == len(set(given))
    assert coupons.recount(made["id"])[::2] == (290 - removed.count(200), len(given))


def test_the_same_code_added_by_many_is_there_once(coupons, crowd):
    made = coupons.make()
    codes = fresh_codes(5)
    answers = crowd([lambda caller: caller.call("POST", f"{MANAGED}{made['id']}/codes/", {"codes": codes})] * 20)
    assert sorted(answer.status for answer in answers) == [200] + [422] * 19
    assert coupons.recount(made["id"]) == (5, 5, 0)


def test_one_idempotency_key_uses_up_one_code(coupons, people, crowd):
    made = coupons.make(fresh_codes(30))
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    answers = crowd([lambda caller: claim(caller, made["id"], people[0], headers=headers)] * 30)
    # On one of the engines those who come while the first is at work may be told so.
    assert {answer.status for answer in answers} <= {201, 409}
    done = [answer.json() for answer in answers if answer.status == 201]
    assert done and all(one == done[0] for one in done)
    assert coupons.recount(made["id"]) == (30, 29, 1)


def test_contacts_that_go_meanwhile_leave_their_codes_used_up(coupons, client, admin, crowd):
    made = coupons.make(fresh_codes(200))
    path = by_email(fresh_email())
    email = client.call("PATCH", path, json={}, key=admin).json()["_email"]

    def claims(caller):
        return [caller.call("POST", f"{MANAGED}{made['id']}/assignments/", {"contactEmail": email}).status
                for _ in range(10)]

    def eraser(caller):
        for _ in range(10):
            assert caller.call("DELETE", path).status == 204
            assert caller.call("PATCH", path, {}).status == 200

    statuses = [status for one in crowd([claims] * 16 + [eraser] * 2) if one for status in one]
    assert set(statuses) <= {201, 404}
    assert coupons.recount(made["id"]) == (200, 200 - statuses.count(201), statuses.count(201))
    now = client.call("GET", path, key=admin).json()["id"]
    assert {one.get("contactId") for one in coupons.codes(made["id"], "&state=assigned")} <= {None, now}


def test_a_set_that_is_deleted_meanwhile_gives_out_nothing_more(coupons, people, crowd):
    made = coupons.make(fresh_codes(400))

    def delete(caller):
        return [caller.call("DELETE", MANAGED + made["id"])]

    results = crowd([claimant(made["id"], people[number % 8], 10) for number in range(20)] + [delete] * 3)
    assert sorted(answer.status for answer in flat(results[-3:])) == [204, 404, 404]
    assert {answer.status for answer in flat(results[:20])} <= {201, 404}
    assert claim_after(coupons, made["id"], people[0]) == 404


def claim_after(coupons, set_id, contact):
    return coupons.assign(set_id, {"contactId": contact}).status

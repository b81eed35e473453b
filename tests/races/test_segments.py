"""Segments under many hands at once: each contact is in or out, and the number is that of those who are in."""

import uuid

import pytest

from harness.contacts import by_email
from harness.segments import COLLECTION, Segments, outcomes


@pytest.fixture
def segments(client, admin):
    found = Segments(client, admin)
    yield found
    found.tidy()


def names(contacts, turn=0):
    """The contacts, by different names and in an order of each hand's own."""
    ways = [{"id": contact["id"]} if number % 2 else {"email": contact["_email"]}
            for number, contact in enumerate(contacts)]
    return ways[turn:] + ways[:turn]


def add(caller, segment, contacts):
    return caller.call("POST", Segments.members_path(segment), {"contacts": contacts})


def recount(segments, segment, contacts):
    """Who is in the segment; every way to look at it must agree."""
    members = segments.members(segment)
    assert len(members) == len(set(members)) == segments.read(segment)["members"]
    for contact in contacts:
        is_in = contact["id"] in members
        assert segments.segments_of(contact["id"]) == ([segment] if is_in else [])
        kinds = [kind for kind, data in segments.activities(contact["id"]) if data["segmentId"] == segment]
        assert kinds.count("contact-entered-segment") - kinds.count("contact-exited-segment") == is_in
    return members


def test_of_many_who_add_the_same_contacts_each_is_added_by_one(segments, crowd):
    segment, contacts = segments.make()["id"], [segments.contact() for _ in range(12)]
    answers = crowd([lambda caller, turn=turn: add(caller, segment, names(contacts, turn)) for turn in range(12)] * 2)
    found = [outcome for answer in answers for outcome in outcomes(answer)]
    assert found.count("added") == 12 and found.count("already-there") == 12 * 23
    assert sorted(recount(segments, segment, contacts)) == sorted(contact["id"] for contact in contacts)


def test_of_many_who_remove_one_contact_one_does(segments, crowd):
    segment, contact = segments.make()["id"], segments.contact()
    segments.added(segment, contact)
    path = Segments.members_path(segment) + contact["id"]
    answers = crowd([lambda caller: caller.call("DELETE", path)] * 30)
    assert sorted(answer.status for answer in answers) == [204] + [404] * 29
    assert recount(segments, segment, [contact]) == []


def test_coming_and_going_adds_up(segments, crowd):
    segment, contacts = segments.make()["id"], [segments.contact() for _ in range(6)]

    def worker(number):
        def work(caller):
            balance = 0
            for turn in range(10):
                some = {"contacts": names(contacts, (number + turn) % 6)[:3]}
                way = "remove" if (number + turn) % 2 else ""
                answer = caller.call("POST", Segments.members_path(segment) + way, some)
                balance += outcomes(answer).count("added") - outcomes(answer).count("removed")
            return balance
        return work

    balances = crowd([worker(number) for number in range(16)])
    assert len(recount(segments, segment, contacts)) == sum(balances)


def test_nobody_is_added_to_a_segment_that_is_deleted(segments, crowd):
    for _ in range(5):
        segment, contacts = segments.make()["id"], [segments.contact() for _ in range(4)]

        def adder(caller):
            return [add(caller, segment, names(contacts, turn)) for turn in range(4)]

        answers = crowd([adder] * 8 + [lambda caller: caller.call("DELETE", COLLECTION + segment)] * 2)
        assert sorted(answer.status for answer in answers[8:]) == [204, 404]
        statuses = [[answer.status for answer in answers_of_one] for answers_of_one in answers[:8]]
        assert all(one == sorted(one) and set(one) <= {200, 404} for one in statuses), "it came back"
        added = sum(outcomes(answer).count("added") for one in answers[:8] for answer in one if answer.status == 200)
        assert added == sum(len(segments.activities(contact["id"])) for contact in contacts)
        assert all(segments.segments_of(contact["id"]) == [] for contact in contacts)


def test_an_erased_contact_stays_in_no_segment(segments, crowd):
    segment, contacts = segments.make()["id"], [segments.contact() for _ in range(6)]

    def adder(caller):
        return [add(caller, segment, names(contacts, turn)) for turn in range(6)]

    def eraser(caller):
        for contact in contacts:
            assert caller.call("DELETE", by_email(contact["_email"])).status == 204
            assert caller.call("PATCH", by_email(contact["_email"]), {}).status == 200

    answers = crowd([adder] * 8 + [eraser] * 3)
    assert {answer.status for one in answers[:8] for answer in one} == {200}
    alive = [segments.call("GET", by_email(contact["_email"])).json() for contact in contacts]
    assert set(recount(segments, segment, alive)) <= {contact["id"] for contact in alive}


def test_one_idempotency_key_adds_once(segments, crowd):
    segment, contact = segments.make()["id"], segments.contact()
    headers, body = {"Idempotency-Key": str(uuid.uuid4())}, {"contacts": [{"id": contact["id"]}]}
    answers = crowd([lambda caller: caller.call("POST", Segments.members_path(segment), body, headers)] * 30)
    assert {answer.status for answer in answers} <= {200, 409}
    assert {tuple(outcomes(answer)) for answer in answers if answer.status == 200} == {("added",)}
    assert recount(segments, segment, [contact]) == [contact["id"]]

"""What reports tell of people: buyers, cohorts, segments, and how many contacts there are."""

from datetime import date, timedelta

import pytest

from harness.contacts import by_email, options
from harness.report_world import COUNT, World
from harness.segments import Segments
from harness.server import Server

BUYERS = ["numberOfBuyers", "numberOfFirstTimeBuyers", "numberOfRecurringBuyers"]
LEVELS = ["numberOfContacts", "incrementOfContacts"]


@pytest.fixture(scope="module")
def _world(document):
    server = Server(owner="report people")
    yield World(server, document)
    server.assert_alive()
    server.stop()


@pytest.fixture
def world(_world):
    """Each test buys in a year of its own, with people of its own."""
    _world.settle("Europe/Madrid")
    return _world


def test_buyers_are_first_time_or_recurring(world):
    one, two = world.shop.contact(), world.shop.contact()
    for when, who in (("2001-01-10", one), ("2001-01-10T12:00:00Z", one), ("2001-01-12", one), ("2001-01-12", two),
                      ("2001-02-01", two)):
        world.buy(when, who)
    assert world.rows(["date"], "2001-01-10", "2001-01-13", ["numberOfPurchases", *BUYERS]) == [
        ["2001-01-10", 2, 1, 1, 0], ["2001-01-11", 0, 0, 0, 0], ["2001-01-12", 2, 2, 1, 1], ["2001-01-13", 0, 0, 0, 0]]
    assert world.rows([], "2001-01-01", "2001-12-31", BUYERS) == [[2, 2, 0]]
    assert world.rows([], "2001-02-01", "2001-12-31", BUYERS) == [[1, 0, 1]]
    # Who is erased leaves purchases without a buyer.
    world.contacts.delete(by_email(two["_email"]))
    assert world.rows([], "2001-01-01", "2001-12-31", ["numberOfPurchases", *BUYERS]) == [[5, 1, 1, 0]]


def test_of_two_first_purchases_at_one_moment_the_one_made_first_counts(world):
    who = world.shop.contact()
    world.buy("2002-01-01", who, paymentMethod="card")
    second = world.buy("2002-01-01", who, paymentMethod="cash")
    first_by = lambda: world.rows(["paymentMethod"], "2002-01-01", "2002-01-01", BUYERS)
    assert first_by() == [["card", 1, 1, 0], ["cash", 1, 0, 1]]
    # What was bought earlier and told later is the first from then on; and not any more once it is deleted.
    early = world.buy("2001-12-31T12:00:00Z", who)
    assert first_by() == [["card", 1, 0, 1], ["cash", 1, 0, 1]]
    for gone in (early, second):
        world.client.call("DELETE", f"/purchases/{gone['id']}", key=world.key)
    assert first_by() == [["card", 1, 1, 0]]


def test_the_first_purchase_of_a_product_row_is_the_one_that_has_the_product(world):
    who = world.shop.contact()
    world.buy("2003-01-01", who, ("mug", "mug"))
    world.buy("2003-01-02", who, ("mug", "pot"))
    assert world.rows(["product"], "2003-01-01", "2003-01-31", BUYERS, "products-sold") == [
        ["mug", 1, 1, 0], ["pot", 1, 0, 1]]


def test_cohorts_are_those_who_first_bought_in_a_month(world):
    early, late, gone = (world.shop.contact() for _ in range(3))
    for when, who in (("2003-11-30T23:30:00Z", early), ("2004-01-15", early), ("2005-02-01", early),
                      ("2004-01-20", late), ("2004-02-20", late), ("2004-02-20", gone)):
        world.buy(when, who)
    world.contacts.delete(by_email(gone["_email"]))
    cohorts = ["cohortYear", "cohortMonth", "lifeMonth"]
    metrics = ["numberOfPurchases", "numberOfBuyers"]
    # In Madrid, December began half an hour earlier. What lies outside of the days asked for still makes the cohort.
    assert world.rows(cohorts, "2004-01-01", "2005-12-31", metrics) == [
        [2003, 12, 1, 1, 1], [2003, 12, 14, 1, 1], [2004, 1, 0, 1, 1], [2004, 1, 1, 1, 1],
        [None, None, None, 1, 0]]
    assert world.rows(["lifeMonth"], "2003-12-01", "2005-12-31", metrics, sort="-lifeMonth") == [
        [14, 1, 1], [1, 2, 2], [0, 2, 2], [None, 1, 0]]
    assert world.rows(["lifeMonth"], "2003-12-01", "2005-12-31", ["unitsSold"], "products-sold") == [
        [0, 2], [1, 2], [14, 1], [None, 1]]
    assert world.rows(["cohortYear"], "1970-01-01", "1970-12-31") == []


def test_segments_are_those_that_people_are_in_now(world):
    one, two, none = (world.shop.contact() for _ in range(3))
    segments = Segments(world.client, world.key)
    regulars, guests = segments.make(name="Regulars"), segments.make(name="=Guests")
    segments.added(regulars["id"], one, two)
    for who in (one, two, none):
        world.buy("2006-01-01", who)
    segments.added(guests["id"], one)
    rows = lambda category="purchases", metrics=("numberOfPurchases", "numberOfBuyers"): world.rows(
        ["segment"], "2006-01-01", "2006-12-31", list(metrics), category)
    assert rows() == [["=Guests", 1, 1], ["Regulars", 2, 2], [None, 1, 1]]
    assert rows("products-sold", ["unitsSold"]) == [["=Guests", 1], ["Regulars", 2], [None, 1]]
    found = {row[0]: row[1:] for row in rows("activities", ["numberOfActivities", "numberOfActiveContacts"])}
    assert found["=Guests"] == [1, 1] and found["Regulars"] == [2, 2]
    # Two of one name are one row, and a deleted one is none.
    again = segments.make(name="Regulars")
    segments.added(again["id"], two, none)
    assert rows() == [["=Guests", 1, 1], ["Regulars", 3, 3]]
    for segment in (guests, again, regulars):
        segments.call("DELETE", f"/admin/v1/segments/{segment['id']}")
    assert rows() == [[None, 3, 3]]


def test_contacts_have_a_level_and_grow_by_an_increment(world):
    today = date.fromisoformat(world.today()[1]) - timedelta(days=1)
    days = [(today + timedelta(days=number)).isoformat() for number in (-2, 3)]
    rows = lambda groupings, metrics=LEVELS, days=days, **more: world.rows(groupings, *days, metrics, "contacts", **more)
    total = rows([])[0][1]
    people = [world.shop.contact() for _ in range(3)]
    assert rows([]) == [[total + 3, total + 3]]
    by_date = rows(["date"])
    assert [row[0] for row in by_date] == [(today + timedelta(days=number)).isoformat() for number in range(-2, 4)]
    assert by_date[0][1:] == [0, 0] and by_date[-1][1:] == [total + 3, 0]
    assert sum(row[2] for row in by_date) == total + 3
    level = 0
    for _, told, increment in by_date:
        level += increment
        assert told == level
    # Whoever was there before counts for the level alone; without groupings it is everybody, whatever is asked for.
    later = [(today + timedelta(days=number)).isoformat() for number in (400, 401)]
    assert rows(["date"], days=later) == [[day, total + 3, 0] for day in later]
    assert rows([], days=later) == rows([], days=["1990-01-01", "1990-01-01"]) == [[total + 3, 0]]
    assert rows(["year"], days=["1990-01-01", "1991-12-31"]) == [[1990, 0, 0], [1991, 0, 0]]
    assert rows(["weekStart", "hour", "date"], ["numberOfContacts"])[-1][-1] == total + 3
    assert rows(["date"], sort="-date") == by_date[::-1]
    world.contacts.delete(by_email(people[0]["_email"]))
    assert rows([]) == [[total + 2, total + 2]]


def test_levels_may_be_those_of_some_contacts_alone(world):
    plan = world.contacts.make_field("radio", options=options("free", "paid"))
    for value in ("free", "free", "paid"):
        world.shop.contact(**{plan: value})
    filters = {"contactFields": [{"fieldId": plan, "values": ["free"]}]}
    days = world.today()
    assert world.rows([], *days, LEVELS, "contacts", filters=filters) == [[2, 2]]
    assert world.rows([], "2050-01-01", "2050-01-01", LEVELS, "contacts", filters=filters) == [[2, 0]]
    assert world.rows(["yearMonth"], "2050-01-01", "2050-02-01", LEVELS, "contacts", filters=filters) == [
        ["2050-01", 2, 0], ["2050-02", 2, 0]]


@pytest.mark.parametrize("groupings, is_span", [
    ([], True), (["year"], True), (["yearMonth"], True), (["weekStart"], True), (["date"], True),
    (["month", "year"], True), (["year", "month", "day"], True), (["yearMonth", "day", "hour"], True),
    (["weekStart", "dayOfWeek"], True), (["weekStart", "month"], True), (["date", "hour", "dayOfWeek"], True),
    (["month"], False), (["day"], False), (["hour"], False), (["dayOfWeek"], False), (["year", "day"], False),
    (["yearMonth", "dayOfWeek"], False), (["weekStart", "hour"], False), (["month", "day"], False)], ids=str)
def test_a_level_needs_rows_that_are_spans(world, groupings, is_span):
    body = {"name": "Tried", "category": "contacts", "groupings": groupings, "metrics": LEVELS}
    answer = world.reports.post(body)
    assert answer.status == (201 if is_span else 422), answer.summary()
    assert is_span or answer.problem_paths == ["/metrics/0"]
    assert world.reports.post({**body, "metrics": LEVELS[1:]}).status == 201


def test_every_choice_of_the_system_is_as_it_was_at_the_time(world):
    who = world.shop.contact(_mobilePhone="+34651234567", _mobilePhoneStatus="active")
    world.buy("2009-05-05", who)
    world.contacts.patched(by_email(who["_email"]), {"_mobilePhoneStatus": "paused"})
    world.buy("2009-05-06", who)
    world.contacts.patched(by_email(who["_email"]), {"_mobilePhone": None})
    world.buy("2009-05-07", who)
    days = ("2009-05-05", "2009-05-07")
    assert world.rows(["_mobilePhoneStatus"], *days) == [["active", 1], ["paused", 1], [None, 1]]
    filtered = lambda field, *values: world.rows(
        [], *days, filters={"contactFields": [{"fieldId": field, "values": list(values)}]})
    assert filtered("_mobilePhoneStatus", "active", "paused") == [[2]]
    assert filtered("_isAnonymous", "false") == filtered("_hasPushSubscriptions", "false") == [[3]]
    assert filtered("_isAnonymous", "true") == filtered("_recency", "5") == [[0]]
    # Whoever is erased was neither of both.
    world.contacts.delete(by_email(who["_email"]))
    assert world.rows(["_isAnonymous"], *days) == [[None, 3]]
    assert filtered("_isAnonymous", "false") == [[0]]


def test_a_field_is_reached_by_its_id_and_by_its_longer_name(world):
    plan = world.contacts.make_field("radio", options=options("free", "paid"))
    month = world.contacts.make_field("radio", id="month", options=options("may", "june"))
    who = world.shop.contact(**{plan: "paid", month: "may", "_newsletterSubscriptionStatus": "subscribed"})
    world.buy("2008-05-05", who, sourceType="marketplace")
    rows = lambda *groupings: world.rows(list(groupings), "2008-05-05", "2008-05-05")
    assert rows(plan) == rows(f"contact.{plan}") == [["paid", 1]]
    assert rows("month") == [[5, 1]] and rows("contact.month") == [["may", 1]]
    assert rows("newsletterSubscriptionStatus", "emailStatus", "rfm") == [["subscribed", "active", None, 1]]
    assert rows("_newsletterSubscriptionStatus", "contact._smsSubscriptionStatus") == [["subscribed", "none", 1]]
    # Those that the system keeps, set or not.
    assert rows("_mobilePhoneStatus", "_recency", "_frequency", "_monetary") == [[None, None, None, None, 1]]
    assert rows("_hasPushSubscriptions", "contact._isAnonymous") == [["false", "false", 1]]
    assert rows("purchaseOrigin", "purchaseChannel") == [["marketplace", "none", 1]]
    assert world.rows(["productName", "productBrand"], "2008-05-05", "2008-05-05", COUNT, "products-sold") == [
        ["Celadon mug", "Kiln", 1]]

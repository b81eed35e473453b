"""What reports find: days and hours of the store's zone, values of the time, limits."""

import json
from datetime import datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal

import pytest

from harness.contacts import by_email, options
from harness.custom_events import receiving
from harness.report_world import COUNT, World
from harness.server import Server


def some(rows, metrics=1):
    """Those that tell more than zeros."""
    return [row for row in rows if any(row[-metrics:])]


@pytest.fixture(scope="module")
def _world(document):
    server = Server(owner="reports")
    yield World(server, document)
    server.assert_alive()
    server.stop()


@pytest.fixture
def world(_world):
    """Each test buys in a year of its own."""
    _world.settle("Europe/Madrid")
    return _world


def test_days_are_those_of_the_store(world):
    for when in ("2001-01-31T22:59:59.999Z", "2001-01-31T23:00:00Z", "2001-02-28T22:59:59.999Z",
                 "2001-02-28T23:00:00Z"):
        world.buy(when)
    assert some(world.rows(["date"], "2001-02-01", "2001-02-28")) == [["2001-02-01", 1], ["2001-02-28", 1]]
    months = lambda: some(world.rows(["yearMonth"], "2001-01-01", "2001-12-31"))
    assert months() == [["2001-01", 1], ["2001-02", 2], ["2001-03", 1]]
    world.settle("UTC")
    assert months() == [["2001-01", 2], ["2001-02", 2]]
    world.settle("Asia/Kathmandu")
    assert world.rows(["date"], "2001-02-01", "2001-02-01") == [["2001-02-01", 2]]


def test_parts_of_time_are_numbers_and_spans_have_names(world):
    for when in ("2000-02-09T05:00:00Z", "2000-11-10T22:00:00Z"):
        world.buy(when)
    days = ("2000-01-01", "2000-12-31")
    parts = ["year", "month", "day", "hour", "dayOfWeek"]
    assert some(world.rows(parts, *days)) == [[2000, 2, 9, 6, 3, 1], [2000, 11, 10, 23, 5, 1]]
    spans = ["date", "yearMonth", "weekStart"]
    assert some(world.rows(spans, *days)) == [["2000-02-09", "2000-02", "2000-02-07", 1],
                                              ["2000-11-10", "2000-11", "2000-11-06", 1]]
    # Each groups by itself, and sorts as a number.
    assert world.rows(["month"], *days) == [[month, 1 if month in (2, 11) else 0] for month in range(1, 13)]
    assert [row[0] for row in world.rows(["day"], *days, sort="-day")] == list(range(31, 0, -1))
    # A year that is asked for as two is not counted as one.
    assert [row[:2] for row in world.rows(["year", "month"], "1999-12-01", "2000-02-29")] == [
        [1999, 12], [2000, 1], [2000, 2]]


def test_times_without_anything_are_rows_of_zeros(world):
    world.buy("1998-03-02T12:00:00Z", paymentMethod="card")
    days = ("1998-03-01", "1998-03-03")
    zero = [0, 0, 0, 0, 0, 0, 0]
    every = ["numberOfPurchases", "totalPurchaseAmount", "avgPurchaseAmount", "unitsSold", "numberOfBuyers",
             "numberOfFirstTimeBuyers", "numberOfRecurringBuyers"]
    for category in ("purchases", "products-sold"):
        rows = world.rows(["date"], *days, every, category)
        assert [rows[0], rows[2]] == [["1998-03-01", *zero], ["1998-03-03", *zero]] and rows[1][1:5] == [1, 10, 10, 1]
        nothing = {"filters": {"paymentMethods": ["cash"]}}
        assert world.rows(["date"], *days, every, category, **nothing)[1] == ["1998-03-02", *zero]
    for category in ("activities", "custom-events"):
        metrics = ["numberOfActivities", "numberOfActiveContacts"]
        assert world.rows(["dayOfWeek"], "1997-01-01", "1997-01-02", metrics, category) == [[3, 0, 0], [4, 0, 0]]
    # With another grouping there are only rows with data.
    assert world.rows(["date", "paymentMethod"], *days) == [["1998-03-02", "card", 1]]


def test_a_day_on_which_clocks_go_forward_has_23_hours(world):
    for hour in range(21, 48):
        world.buy((datetime(2002, 3, 30, tzinfo=timezone.utc) + timedelta(hours=hour)).isoformat())
    rows = world.rows(["hour"], "2002-03-31", "2002-03-31")
    assert rows == [[hour, 1] for hour in range(24) if hour != 2]
    assert world.rows(["date"], "2002-03-30", "2002-04-01") == [["2002-03-30", 2], ["2002-03-31", 23], ["2002-04-01", 2]]


def test_a_day_on_which_clocks_go_back_has_25_hours(world):
    for hour in range(21, 49):
        world.buy((datetime(2002, 10, 26, tzinfo=timezone.utc) + timedelta(hours=hour)).isoformat())
    rows = world.rows(["date", "hour"], "2002-10-27", "2002-10-27")
    assert rows == [["2002-10-27", hour, 2 if hour == 2 else 1] for hour in range(24)]
    # Looked at one by one, they are in the same places.
    assert world.rows(["date", "hour"], "2002-10-27", "2002-10-27", ["unitsSold"]) == rows


def test_a_day_whose_midnight_is_skipped_begins_later(world):
    world.settle("America/Sao_Paulo")
    for when in ("2018-11-04T02:59:59Z", "2018-11-04T03:00:00Z", "2018-11-05T01:59:59Z", "2018-11-05T02:00:00Z"):
        world.buy(when)
    rows = world.rows(["date", "hour"], "2018-11-03", "2018-11-05")
    assert some(rows) == [["2018-11-03", 23, 1], ["2018-11-04", 1, 1], ["2018-11-04", 23, 1], ["2018-11-05", 0, 1]]
    assert len(rows) == 71 and ["2018-11-04", 0, 0] not in rows
    assert world.rows(["date"], "2018-11-04", "2018-11-04") == [["2018-11-04", 2]]


def test_weeks_begin_on_monday_and_weekdays_are_counted_from_it(world):
    for when in ("2003-12-28T12:00:00Z", "2003-12-29T12:00:00Z", "2004-01-04T12:00:00Z", "2004-01-05T12:00:00Z"):
        world.buy(when)
    weeks = world.rows(["weekStart"], "2003-12-23", "2004-01-05")
    assert weeks == [["2003-12-22", 1], ["2003-12-29", 2], ["2004-01-05", 1]]
    days = ("2003-12-01", "2004-01-31")
    assert world.rows(["dayOfWeek"], *days) == [[1, 2], [2, 0], [3, 0], [4, 0], [5, 0], [6, 0], [7, 2]]
    assert some(world.rows(["dayOfWeek", "hour"], *days)) == [[1, 13, 2], [7, 13, 2]]
    assert world.rows(["year", "yearMonth", "weekStart", "date"], "2003-12-29", "2003-12-29") == [
        [2003, "2003-12", "2003-12-29", "2003-12-29", 1]]


def test_times_far_away_are_counted_too(world):
    for when in ("0001-01-02T12:00:00Z", "1969-12-31T12:00:00Z", "2045-07-01T22:30:00Z", "9999-12-31T22:00:00Z"):
        world.buy(when)
    assert some(world.rows(["date", "year"], "0001-01-01", "0001-12-31")) == [["0001-01-02", 1, 1]]
    assert world.rows(["date"], "1969-12-31", "1969-12-31") == [["1969-12-31", 1]]
    assert some(world.rows(["date", "hour"], "2045-07-01", "2045-07-02")) == [["2045-07-02", 0, 1]]
    assert world.rows(["year"], "9999-01-01", "9999-12-31") == [[9999, 1]]


def test_nothing_is_no_rows_and_without_groupings_a_row_of_nothing(world):
    assert world.rows(["purchaseOrigin"], "1950-01-01", "1950-12-31") == []
    every = ["numberOfPurchases", "totalPurchaseAmount", "avgPurchaseAmount", "unitsSold", "numberOfBuyers"]
    assert world.rows([], "1950-01-01", "1950-12-31", every) == [[0, 0, 0, 0, 0]]
    assert world.rows([], "1950-01-01", "1950-12-31", every[:3]) == [[0, 0, 0]]


def test_money_is_exact_and_averages_are_rounded(world):
    prices = ["0.1", "0.2", "-0.05", *["99999999999999.9999"] * 20]
    for price in prices:
        body = world.shop.order(world.shop.contact(), "mug", purchaseDate="2005-05-05", totalPrice="<price>")
        answer = world.shop.call("POST", "/purchases/", headers={"Content-Type": "application/json"},
                                 body=json.dumps(body).replace('"<price>"', price).encode())
        assert answer.status == 201, answer.summary()
    total = sum(map(Decimal, prices))
    for more in ([], ["numberOfBuyers"]):
        report = world.reports.make("purchases", ["totalPurchaseAmount", "avgPurchaseAmount", *more])
        answer = world.reports.run(report["id"], "2005-05-05", "2005-05-05")
        found = json.loads(answer.body, parse_float=Decimal)["rows"][0]
        assert found[0] == total and found[1] == (total / 23).quantize(Decimal("0.0001"), ROUND_HALF_UP)


def test_purchases_are_told_apart_by_where_they_come_from(world):
    world.buy("2006-01-01", sourceType="marketplace", sourceName="Amazing", paymentMethod="card")
    world.buy("2006-01-02", world.bob, sourceType="marketplace", sourceName="Bazaar")
    world.buy("2006-01-03", world.bob)
    days = ("2006-01-01", "2006-12-31")
    assert world.rows(["purchaseOrigin"], *days, ["numberOfPurchases", "numberOfBuyers"]) == [
        ["marketplace", 2, 2], [None, 1, 1]]
    assert world.rows(["sourceName", "paymentMethod"], *days) == [
        ["Amazing", "card", 1], ["Bazaar", None, 1], [None, None, 1]]
    filters = {"sourceTypes": ["marketplace"], "sourceNames": ["Bazaar", "x"]}
    assert world.rows(["sourceName"], *days, filters=filters) == [["Bazaar", 1]]
    assert world.rows([], *days, filters={"paymentMethods": ["card"]}) == [[1]]
    assert world.rows(["sourceName"], *days, sort="-sourceName") == [["Bazaar", 1], ["Amazing", 1], [None, 1]]


def test_products_are_counted_by_the_line(world):
    def order(who, *lines):
        body = world.shop.order(who, purchaseDate="2007-07-07")
        body["products"] = [{"productId": one, "quantity": units, "price": price} for one, units, price in lines]
        return world.shop.bought({**body, "totalPrice": 1000, "totalQuantity": 7})

    order(world.ada, ("mug", 2, 20.5), ("pot", 1, 30), ("mug", 1, 10.25))
    order(world.bob, ("mug", 4, 41))
    days = ("2007-07-07", "2007-07-07")
    metrics = ["unitsSold", "totalPurchaseAmount", "numberOfPurchases", "avgPurchaseAmount", "numberOfBuyers"]
    assert world.rows(["product"], *days, metrics, "products-sold") == [
        ["mug", 7, 71.75, 2, 35.875, 2], ["pot", 1, 30, 1, 30, 1]]
    assert world.rows(["productCategory"], *days, metrics[:3], "products-sold") == [
        ["Gifts", 7, 71.75, 2], ["Home/Mugs", 7, 71.75, 2], [None, 1, 30, 1]]
    assert world.rows(["productBrand"], *days, metrics[:1], "products-sold") == [["Kiln", 7], [None, 1]]
    assert world.rows([], *days, metrics[:3], "products-sold") == [[8, 101.75, 2]]
    for filters in ({"productIds": ["mug"]}, {"brands": ["Kiln"]}, {"categories": ["Gifts", "x"]}):
        assert world.rows([], *days, metrics[:1], "products-sold", filters=filters) == [[7]]
    assert world.rows(["product"], *days, metrics[:1], "products-sold", sort="unitsSold") == [["pot", 1], ["mug", 7]]
    # As the product was when it was sold, also once it is gone.
    world.shop.product("pot", brand="New")
    world.client.call("DELETE", "/products/product-id/pot", key=world.key)
    assert world.rows(["product", "productBrand"], *days, metrics[:1], "products-sold") == [
        ["mug", "Kiln", 7], ["pot", None, 1]]
    world.shop.product("pot")


def test_contacts_are_as_they_were_at_the_time(world):
    plan = world.contacts.make_field("radio", options=options("free", "paid"))
    likes = world.contacts.make_field("checkbox", options=options("tea", "cake", "ale"), defaultValue=["ale"])
    vip = world.contacts.make_field("boolean", defaultValue=False)
    who = world.shop.contact(**{plan: "free", likes: [], vip: True})
    world.buy("2008-01-01", who)
    world.contacts.patched(by_email(who["_email"]), {plan: "paid", likes: ["tea", "cake"], vip: False,
                                                      "_newsletterSubscriptionStatus": "subscribed"})
    world.buy("2008-01-02", who)
    world.buy("2008-01-03", who)
    days = ("2008-01-01", "2008-12-31")
    assert world.rows([f"contact.{plan}"], *days) == [["free", 1], ["paid", 2]]
    assert world.rows([f"contact.{likes}"], *days, ["numberOfPurchases", "numberOfBuyers"]) == [
        ["cake", 2, 1], ["tea", 2, 1], [None, 1, 1]]
    assert world.rows([f"contact.{vip}", "date"], *days) == [
        ["false", "2008-01-02", 1], ["false", "2008-01-03", 1], ["true", "2008-01-01", 1]]
    assert world.rows(["newsletterSubscriptionStatus"], *days) == [["none", 1], ["subscribed", 2]]
    assert world.rows([], *days, filters={"contactFields": [{"fieldId": plan, "values": ["paid"]},
                                                            {"fieldId": likes, "values": ["tea", "ale"]}]}) == [[2]]
    sold = world.rows([f"contact.{plan}", "product"], *days, ["unitsSold"], "products-sold",
                      filters={"contactFields": [{"fieldId": vip, "values": ["true"]}]})
    assert sold == [["free", "mug", 1]]
    # Who is erased still bought something, but nobody knows any more what they were like.
    world.contacts.delete(by_email(who["_email"]))
    assert world.rows([f"contact.{plan}"], *days, ["numberOfPurchases", "numberOfBuyers"]) == [[None, 3, 0]]
    assert world.rows([], *days, filters={"contactFields": [{"fieldId": plan, "values": ["free", "paid"]}]}) == [[0]]


def test_a_deleted_field_is_refused_and_its_values_do_not_come_back(world):
    plan = world.contacts.make_field("radio", options=options("free", "paid"))
    world.buy("2009-01-01", world.shop.contact(**{plan: "free"}))
    days = ("2009-01-01", "2009-12-31")
    report = world.reports.make("purchases", COUNT, ["date", f"contact.{plan}"])
    assert world.reports.table(report, *days)["rows"] == [["2009-01-01", "free", 1]]
    assert world.contacts.delete_field(plan).status == 204
    assert world.reports.run(report["id"], *days).problem_paths == ["/groupings/1"]
    # Together with what is wrong with the question.
    refused = world.reports.run(report["id"], "2009-01-02", "2009-01-01", limit=0)
    assert refused.problem_paths == ["/toDate", "/limit", "/groupings/1"]
    world.contacts.make_field("radio", id=plan, options=options("free", "paid"))
    assert world.reports.table(report, *days)["rows"] == [["2009-01-01", None, 1]]


def test_a_deleted_purchase_is_not_counted(world):
    made = world.buy("2010-01-01")
    days = ("2010-01-01", "2010-01-01")
    assert world.rows([], *days, ["numberOfPurchases", "unitsSold"]) == [[1, 1]]
    world.client.call("DELETE", f"/purchases/{made['id']}", key=world.key)
    assert world.rows([], *days, ["numberOfPurchases", "unitsSold"]) == [[0, 0]]
    assert world.rows([], *days) == [[0]]


def test_new_contacts_are_counted_with_what_they_were_like_first(world):
    plan = world.contacts.make_field("radio", options=options("free", "paid"))
    people = [world.shop.contact(**{plan: value}) for value in ("free", "free", "paid")]
    world.contacts.patched(by_email(people[0]["_email"]), {plan: "paid"})
    days = world.today()
    made = dict(world.rows([plan], *days, ["numberOfActiveContacts"], "activities",
                           filters={"kinds": ["contact-created"]}))
    assert made["free"] == 2 and made["paid"] == 1
    free = {"filters": {"contactFields": [{"fieldId": plan, "values": ["free"]}]}}
    assert world.rows([], *days, ["incrementOfContacts"], "contacts", **free) == [[2]]
    before = world.rows([], *days, ["incrementOfContacts"], "contacts")[0][0]
    by_date = world.rows(["date"], *days, ["incrementOfContacts"], "contacts")
    assert sum(row[1] for row in by_date) == before == sum(made.values())
    world.contacts.delete(by_email(people[1]["_email"]))
    assert world.rows([], *days, ["incrementOfContacts"], "contacts") == [[before - 1]]
    for years in (("1990-01-01", "1999-12-31"), ("9990-01-01", "9999-12-31")):
        assert some(world.rows(["date"], *years, ["incrementOfContacts"], "contacts")) == []


def test_activities_are_counted_by_kind(world):
    who = world.shop.contact()
    world.contacts.patched(by_email(who["_email"]), {"_name": "Ada"})
    days = world.today()
    metrics = ["numberOfActivities", "numberOfActiveContacts"]
    found = {row[0]: row[1:] for row in world.rows(["activityKind"], *days, metrics, "activities")}
    assert found["contact-created"][0] == found["contact-created"][1] >= 3 and found["contact-updated"][0] >= 1
    total = sum(count for count, _ in found.values())
    assert world.rows([], *days, metrics[:1], "activities") == [[total]]
    assert sum(row[2] for row in world.rows(["date", "hour"], *days, metrics[:1], "activities")) == total
    only = world.rows(["activityKind"], *days, metrics, "activities", filters={"kinds": ["entity-created", "login"]})
    assert only == [["contact-created", *found["contact-created"]]]
    world.contacts.delete(by_email(who["_email"]))
    after = {row[0]: row[1:] for row in world.rows(["activityKind"], *days, metrics, "activities")}
    assert after["contact-created"][0] == found["contact-created"][0] - 1


def test_custom_events_are_counted_by_their_fields(world):
    fields = [{"id": "seats", "name": "Seats", "type": "integer"}, {"id": "paid", "name": "Paid", "type": "decimal"},
              {"id": "room", "name": "Room", "type": "radio", "options": options("red", "blue")},
              {"id": "extras", "name": "Extras", "type": "checkbox", "options": options("tea", "cake")},
              {"id": "late", "name": "Late", "type": "boolean"}, {"id": "note", "name": "Note", "type": "text"}]
    kind, other = (world.integrations.make_type(receiving(*fields, name=name)) for name in ("Booked", "Cancelled"))

    def send(to, who, **values):
        answer = world.client.call("POST", f"/custom-events/id/{to['id']}", json={"guest": who["_email"], **values},
                                   key=world.key)
        assert answer.status == 201, answer.summary()

    send(kind, world.ada, seats=2, paid=0.1, room="red", extras=["tea", "cake"], late=True, note="x")
    send(kind, world.ada, seats=3, paid=0.2, room="red", extras=[], late=False, note="x")
    send(kind, world.bob, seats=2, room="blue", note="y")
    send(other, world.bob, seats=100)
    most = 9007199254740991
    send(other, world.bob, seats=most)
    send(other, world.ada, seats=most)
    days = world.today()

    def rows(groupings, metrics=("numberOfActivities",), **filters):
        return world.rows(groupings, *days, list(metrics), "custom-events",
                          filters={"eventTypeId": kind["id"], **filters})

    metrics = ["numberOfActivities", "sum.seats", "sum.paid", "distinct.note", "distinct.extras"]
    assert rows(["event.room"], metrics) == [["blue", 1, 2, 0, 1, 0], ["red", 2, 5, 0.3, 1, 2]]
    assert rows(["event.extras"]) == [["cake", 1], ["tea", 1], [None, 2]]
    assert rows(["event.late", "event.seats"]) == [["false", "3", 1], ["true", "2", 1], [None, "2", 1]]
    assert rows([], ["distinct.seats", "distinct.guest", "numberOfActiveContacts", "sum.seats"]) == [[2, 2, 2, 7]]
    assert rows(["event.note"], eventFields=[{"fieldId": "seats", "values": ["2"]}]) == [["x", 1], ["y", 1]]
    both = [{"fieldId": "late", "values": ["true"]}, {"fieldId": "room", "values": ["red"]}]
    assert rows([], eventFields=both) == [[1]]
    by_type = lambda: world.rows(["eventType"], *days, ["numberOfActivities"], "custom-events")
    assert by_type() == [["Booked", 3], ["Cancelled", 3]]
    large = world.rows([], *days, ["sum.seats"], "custom-events", filters={"eventTypeId": other["id"]})
    assert large == [[2 * most + 100]]
    report = world.reports.make("custom-events", ["sum.seats"], [], filters={"eventTypeId": kind["id"]})
    world.integrations.tidy()
    assert world.reports.run(report["id"], *days).problem_paths == ["/filters/eventTypeId"]
    # The name of a type goes with it, its events do not.
    assert by_type() == [[None, 6]]


@pytest.mark.parametrize("query, paths", [
    ("", ["/fromDate", "/toDate"]), ("?fromDate=2024-1-1&toDate=2024-01-01T00:00:00Z", ["/fromDate", "/toDate"]),
    ("?fromDate=2023-02-29&toDate=2024-02-29", ["/fromDate"]), ("?fromDate=2024-01-02&toDate=2024-01-01", ["/toDate"]),
    ("?fromDate=2010-01-01&toDate=2020-01-09", ["/toDate"]),
    ("?fromDate=2024-01-01&toDate=2024-01-01&limit=0", ["/limit"]),
    ("?fromDate=2024-01-01&toDate=2024-01-01&limit=10001", ["/limit"]),
    ("?fromDate=&toDate=2024-01-01&limit=x", ["/fromDate", "/limit"])], ids=str)
def test_a_time_that_cannot_be_taken_is_refused(world, query, paths):
    report = world.reports.make()
    assert world.reports.call("GET", f"{report['id']}/rows{query}").problem_paths == paths


def test_the_longest_time_and_the_limit_of_rows(world):
    for day in range(1, 6):
        world.buy(f"2011-01-0{day}")
    report = world.reports.make(groupings=["date"])
    assert world.reports.table(report, "2010-12-31", "2021-01-06")["totalRows"] == 3660
    found = world.reports.table(report, "2011-01-01", "2011-01-31", limit=2)
    assert found == {"fromDate": "2011-01-01", "toDate": "2011-01-31", "timezone": "Europe/Madrid",
                     "columns": ["date", "numberOfPurchases"], "rows": [["2011-01-01", 1], ["2011-01-02", 1]],
                     "totalRows": 31}


def test_rows_of_an_unknown_report_are_not_found(world):
    for report_id, status in (("5f0000000000000000000000", 404), ("ffffffffffffffffffffffff", 404), ("12", 400)):
        assert world.reports.run(report_id, "2024-01-01", "2024-01-01").status == status
    assert world.reports.call("GET", "5f0000000000000000000000/rows").status == 422

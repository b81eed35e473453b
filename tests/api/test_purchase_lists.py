"""Purchases in the management interface: lists, searches, and what is told of one person."""

import uuid

import pytest

from harness.contacts import by_email
from harness.purchases import COLLECTION, Shop

LIST = "/admin/v1/purchases/"


@pytest.fixture
def shop(client, admin):
    assert client.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}, key=admin).status == 200
    return Shop(client, admin)


def of_contact(contact):
    return f"/admin/v1/contacts/{contact['id']}/purchases/"


def summary(purchase):
    return {name: value for name, value in purchase.items() if name != "products"}


def walk(shop, path):
    """Every row of a list by its links, and back again."""
    rows, pages, target = [], [], path
    while target:
        page = shop.call("GET", target)
        assert page.status == 200, page.summary()
        rows += page.json()["results"]
        pages.append(page.json())
        following = page.json()["links"].get("next")
        target = following and "/admin" + following.partition("/admin")[2]
    back = pages[-1]["links"]["prev"]
    for page in reversed(pages[:-1]):
        answer = shop.call("GET", "/admin" + back.partition("/admin")[2]).json()
        assert answer["results"] == page["results"]
        back = answer["links"]["prev"]
    assert back is None
    return rows


def test_the_newest_come_first_without_their_items(shop):
    contact, product = shop.contact(), shop.product()["productId"]
    made = [shop.bought(shop.order(contact, product, purchaseDate=f"2026-01-0{3 - number}")) for number in range(3)]
    rows = shop.call("GET", LIST + "?pageSize=3").json()["results"]
    assert rows == [summary(purchase) for purchase in reversed(made)]


def test_a_search_goes_by_the_beginning_of_the_identifier(shop):
    contact, product = shop.contact(), shop.product()["productId"]
    start = f"s-{uuid.uuid4()}"
    ids = [start + end for end in ("-1", "-10", "-2", "-é", "-x" * 150, "B")]
    made = {one: shop.bought({**shop.order(contact, product), "purchaseId": one}) for one in ids}
    shop.bought({**shop.order(contact, product), "purchaseId": start.upper()})
    rows = walk(shop, f"{LIST}?pageSize=2&purchaseId={start}")
    assert [row["purchaseId"] for row in rows] == sorted(ids, key=str.encode)
    assert rows == [summary(made[row["purchaseId"]]) for row in rows]
    assert [row["purchaseId"] for row in walk(shop, f"{LIST}?purchaseId={start}-1")] == [start + "-1", start + "-10"]
    assert shop.call("GET", f"{LIST}?purchaseId={start}-11").json() == {"links": {"prev": None}, "results": []}


def test_those_of_a_contact_come_by_their_date(shop):
    contact, other, product = shop.contact(), shop.contact(), shop.product()["productId"]
    dates = ["2026-01-02", "2026-01-05", "2026-01-02", "1969-12-31", "2026-01-03"]
    made = [shop.bought(shop.order(contact, product, purchaseDate=date)) for date in dates]
    shop.bought(shop.order(other, product))
    expected = sorted(made, key=lambda one: (one["purchaseDate"], one["id"]), reverse=True)
    assert walk(shop, of_contact(contact) + "?pageSize=2") == [summary(one) for one in expected]
    assert [row["id"] for row in shop.call("GET", of_contact(contact) + "?pageSize=2&page=3").json()["results"]] == [
        expected[4]["id"]]


def test_a_deleted_contact_has_no_purchases_and_its_purchases_no_contact(shop):
    contact, product = shop.contact(), shop.product()["productId"]
    made = shop.bought(shop.order(contact, product))
    assert shop.call("DELETE", by_email(contact["_email"])).status == 204
    assert shop.call("GET", of_contact(contact)).status == 404
    rows = shop.call("GET", LIST + "?pageSize=1").json()["results"]
    assert rows == [{name: value for name, value in summary(made).items() if not name.startswith("contact")}]


def test_purchases_stand_in_the_timeline_and_in_the_file_about_a_person(shop):
    contact, product = shop.contact(), shop.product()["productId"]
    made = [shop.bought(shop.order(contact, product, purchaseDate=date)) for date in ("2026-01-02", "2026-01-01")]
    base = f"/admin/v1/contacts/{contact['id']}"
    activities = shop.call("GET", base + "/activities/").json()["results"]
    bought = [activity for activity in activities if activity["kind"] == "purchase"]
    assert [activity["at"] for activity in bought] == [one["purchaseDate"] for one in made]
    for activity, purchase in zip(bought, made):
        assert activity["data"] == {name: purchase[name] for name in ("id", "purchaseId", "totalPrice", "totalQuantity")}
        assert "purchase" not in activity
    told = shop.call("GET", base + "/export").json()["activities"]
    assert [activity["purchase"] for activity in told if activity["kind"] == "purchase"] == made
    assert all("purchase" not in activity for activity in told if activity["kind"] != "purchase")
    assert shop.call("DELETE", COLLECTION + made[0]["id"]).status == 204
    activities = shop.call("GET", base + "/activities/").json()["results"]
    assert [one["data"]["id"] for one in activities if one["kind"] == "purchase"] == [made[1]["id"]]


def test_large_purchases_find_their_way_into_the_file(shop):
    contact = shop.contact()
    large = shop.product(tags=["x" * 10_000] * 90)["productId"]
    made = [shop.bought(shop.order(contact, large, large)) for _ in range(3)]
    told = shop.call("GET", f"/admin/v1/contacts/{contact['id']}/export").json()["activities"]
    assert [one["purchase"]["id"] for one in told if "purchase" in one] == [one["id"] for one in reversed(made)]
    shop.call("DELETE", "/products/product-id/" + large)


@pytest.mark.parametrize("query, paths", [
    ("?pageSize=0", ["/pageSize"]), ("?page=x", ["/page"]), ("?cursor=x", ["/cursor"]),
    ("?purchaseId=" + "x" * 101, ["/purchaseId"]), ("?cursor=o.1.697f99d40b2f027f80000000.x", ["/cursor"]),
    ("?purchaseId=a&cursor=o.1.697f99d40b2f027f80000000.b", ["/cursor"]),
])
def test_bad_queries_are_told(shop, query, paths):
    assert shop.call("GET", LIST + query).problem_paths == paths


def test_the_list_of_a_contact_refuses_what_every_list_does(shop):
    contact = shop.contact()
    assert shop.call("GET", of_contact(contact) + "?pageSize=101").problem_paths == ["/pageSize"]
    assert shop.call("GET", of_contact(contact) + "?cursor=o.1.x").problem_paths == ["/cursor"]
    assert shop.call("GET", "/admin/v1/contacts/12/purchases/").status == 400
    assert shop.call("GET", "/admin/v1/contacts/" + "0" * 24 + "/purchases/").status == 404

"""Who bought a product, and what else they bought."""

import pytest

from harness.contacts import by_email
from harness.purchases import Shop

UNKNOWN = "ffffffffffffffff00000000"


@pytest.fixture
def shop(start_server, document):
    server = start_server()
    return Shop(server.client(document), server.admin_key)


def buyers(shop, product):
    answer = shop.call("GET", f"/admin/v1/products/{product['id']}/buyers")
    assert answer.status == 200, answer.summary()
    return answer.json()


def test_it_tells_who_bought_and_what_else(shop):
    mug, tray, spoon = (shop.product(name=name, product_id=name.lower()) for name in ("Mug", "Tray", "Spoon"))
    ada, grace, alan = shop.contact(), shop.contact(), shop.contact()
    first = shop.bought(shop.order(ada, "mug", "tray"))
    shop.bought(shop.order(grace, "tray"))
    second = shop.bought(shop.order(grace, "mug"))
    shop.bought(shop.order(alan, "spoon"))
    third = shop.bought(shop.order(ada, "mug", "spoon"))
    told = buyers(shop, mug)
    assert {name: told[name] for name in ("lookedAt", "isAll", "purchases", "units", "buyers")} == {
        "lookedAt": 5, "isAll": True, "purchases": 3, "units": 3, "buyers": 2}
    assert [each["id"] for each in told["newest"]] == [third["id"], second["id"], first["id"]]
    assert told["newest"][0]["contactEmail"] == ada["_email"] and "products" not in told["newest"][0]
    assert told["alsoBought"] == [
        {"id": tray["id"], "productId": "tray", "name": "Tray", "buyers": 2},
        {"id": spoon["id"], "productId": "spoon", "name": "Spoon", "buyers": 1}]
    assert [each["productId"] for each in buyers(shop, spoon)["alsoBought"]] == ["mug", "tray"]


def test_nobody_is_told_of_whoever_was_erased(shop):
    mug, tray = shop.product(product_id="mug"), shop.product(product_id="tray")
    ada = shop.contact()
    shop.bought(shop.order(ada, "mug", "tray"))
    assert shop.call("DELETE", by_email(ada["_email"])).status == 204
    told = buyers(shop, mug)
    assert (told["purchases"], told["buyers"], told["alsoBought"]) == (1, 0, [])
    assert ada["_email"] not in str(told) and ada["id"] not in str(told)
    assert buyers(shop, tray)["units"] == 1


def test_a_product_that_nobody_bought(shop):
    told = buyers(shop, shop.product())
    assert told == {"lookedAt": 0, "isAll": True, "purchases": 0, "units": 0, "buyers": 0, "newest": [], "alsoBought": []}


@pytest.mark.parametrize("id, status", [(UNKNOWN, 404), ("mug", 400)])
def test_a_product_that_is_not_there(shop, id, status):
    assert shop.call("GET", f"/admin/v1/products/{id}/buyers").status == status

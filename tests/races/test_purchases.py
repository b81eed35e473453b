"""Purchases under many hands at once: each is counted exactly once, or not at all."""

import uuid

import pytest

from harness.contacts import by_email
from harness.purchases import COLLECTION, Shop, by_store_id


@pytest.fixture
def shop(client, admin):
    assert client.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}, key=admin).status == 200
    return Shop(client, admin)


def buy(caller, body):
    return caller.call("POST", COLLECTION, body)


def statuses(answers):
    return sorted(answer.status for answer in answers)


def test_of_hundreds_of_purchases_by_one_contact_none_is_lost(shop, crowd):
    contact, products = shop.contact(), [shop.product()["productId"] for _ in range(3)]

    def worker(number):
        def work(caller):
            answers = []
            for _ in range(8):
                # In different orders, so that two could wait for each other.
                mine = products if number % 2 else products[::-1]
                answers.append(buy(caller, shop.order(contact, *mine, totalPrice=0.1)))
            for answer in answers[:2]:
                assert caller.call("DELETE", COLLECTION + answer.json()["id"]).status == 204
            return answers
        return work

    answers = [answer for answers in crowd([worker(number) for number in range(40)]) for answer in answers]
    assert statuses(answers) == [201] * 320
    assert shop.totals(contact)["_totalPurchases"] == 240
    assert shop.totals(contact)["_totalPurchasesAmount"] == 24


def test_one_identifier_makes_one_purchase(shop, crowd):
    contacts, product = [shop.contact() for _ in range(4)], shop.product()["productId"]
    purchase_id = f"B-{uuid.uuid4()}"
    bodies = [{**shop.order(contacts[number % 4], product), "purchaseId": purchase_id} for number in range(60)]
    answers = crowd([lambda caller, body=body: buy(caller, body) for body in bodies])
    assert statuses(answers) == [201] + [409] * 59
    assert sum(shop.totals(contact)["_totalPurchases"] for contact in contacts) == 1


def test_one_idempotency_key_makes_one_purchase(shop, crowd):
    contact, product = shop.contact(), shop.product()["productId"]
    body, headers = shop.order(contact, product), {"Idempotency-Key": str(uuid.uuid4())}
    answers = crowd([lambda caller: caller.call("POST", COLLECTION, body, headers)] * 40)
    # On one of the engines those who come while the first is at work may be told so.
    assert {answer.status for answer in answers} <= {201, 409}
    done = [answer.json() for answer in answers if answer.status == 201]
    assert done and all(one == done[0] for one in done)
    assert shop.totals(contact)["_totalPurchases"] == 1


def test_a_contact_that_goes_while_it_buys_leaves_only_whole_purchases(shop, crowd):
    contact, product = shop.contact(), shop.product()["productId"]
    path = by_email(contact["_email"])

    def buyer(caller):
        return [buy(caller, shop.order(contact, product, totalPrice=1)) for _ in range(10)]

    def eraser(caller):
        for _ in range(10):
            assert caller.call("DELETE", path).status == 204
            assert caller.call("PATCH", path, {}).status == 200

    answers = [answer for one in crowd([buyer] * 12 + [eraser] * 2) if one for answer in one]
    assert {answer.status for answer in answers} <= {201, 400}
    assert all(answer.json()["code"] == "E0101" for answer in answers if answer.status == 400)
    now = shop.call("GET", path).json()
    kept = [shop.call("GET", COLLECTION + answer.json()["id"]).json() for answer in answers if answer.status == 201]
    own = [purchase for purchase in kept if purchase.get("contactId") == now["id"]]
    assert all("contactId" not in purchase for purchase in kept if purchase not in own)
    assert now["_totalPurchases"] == len(own) and now["_totalPurchasesAmount"] == len(own)


def test_many_who_delete_one_purchase_take_it_out_once(shop, crowd):
    contact, product = shop.contact(), shop.product()["productId"]
    kept, gone = (shop.bought(shop.order(contact, product, totalPrice=price)) for price in (5, 7))
    paths = [COLLECTION + gone["id"], by_store_id(gone["purchaseId"])]
    answers = crowd([lambda caller, path=paths[number % 2]: caller.call("DELETE", path) for number in range(40)])
    assert statuses(answers) == [204] * 40
    assert shop.totals(contact) == {"_totalPurchases": 1, "_totalPurchasesAmount": 5, "_averagePurchasesAmount": 5,
                                    "_firstPurchaseDate": kept["purchaseDate"],
                                    "_lastPurchaseDate": kept["purchaseDate"]}


def test_a_patch_and_a_purchase_of_one_contact_do_not_undo_each_other(shop, crowd):
    contact, product = shop.contact(), shop.product()["productId"]
    path = by_email(contact["_email"])

    def patcher(caller):
        for points in range(20):
            assert caller.call("PATCH", path, {"_points": points}).status == 200

    def buyer(caller):
        for _ in range(10):
            assert buy(caller, shop.order(contact, product)).status == 201

    crowd([patcher] * 8 + [buyer] * 8)
    assert shop.totals(contact)["_totalPurchases"] == 80
    assert shop.call("GET", path).json()["_points"] == 19

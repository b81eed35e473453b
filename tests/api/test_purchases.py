"""Recording, reading and deleting purchases."""

import re
import uuid

import pytest

from harness.contacts import by_email, fresh_email, fresh_id
from harness.purchases import COLLECTION, Shop, by_store_id, fresh_purchase_id

NO_PURCHASES = {"_totalPurchases": 0, "_totalPurchasesAmount": 0, "_averagePurchasesAmount": 0}
DAY = "2026-02-01T18:22:10.000Z"


@pytest.fixture
def shop(client, admin):
    # Whatever other tests left there, every address will do.
    assert client.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}, key=admin).status == 200
    return Shop(client, admin)


def test_a_purchase_keeps_what_it_is_told_and_copies_the_rest_from_the_catalogue(shop):
    mug = shop.product(brand="Brisa", categories=["/Kitchen/Mugs"], description="Green", tags=["handmade"],
                       unitPriceOriginal=24, rating=4.5, ratingCount=3, publishedAt="2026-01-01", customField1="",
                       availability="outofstock", inStockUnits=3)
    contact = shop.contact(_externalId=fresh_id())
    own = {"productId": mug["productId"], "quantity": 3, "price": 63.9, "name": "Second choice", "tags": [],
           "unitPrice": 21.29999, "description": None, "colour": "green"}
    body = {"purchaseId": fresh_purchase_id(), "contactEmail": contact["_email"].upper(), "products": [own],
            "totalPrice": 63.9, "totalQuantity": 3, "cartId": "c-1", "paymentMethod": "card",
            "sourceType": "digital-store", "sourceName": "Web shop", "purchaseDate": "2026-02-01T19:22:10+01:00",
            "currency": "EUR"}
    made = shop.bought(body)
    assert re.fullmatch(r"[0-9a-f]{24}", made["id"])
    item = {"id": mug["id"], "productId": mug["productId"], "quantity": 3, "price": 63.9, "name": "Second choice",
            "tags": [], "unitPrice": 21.3, "description": "Green", "brand": "Brisa", "categories": ["/Kitchen/Mugs"],
            "unitPriceOriginal": 24, "rating": 4.5, "ratingCount": 3, "publishedAt": "2026-01-01T00:00:00.000Z",
            "customField1": "", "productDetailUrl": mug["productDetailUrl"]}
    assert made == {**{name: value for name, value in body.items() if name != "currency"}, "id": made["id"],
                    "contactId": contact["id"], "contactEmail": contact["_email"],
                    "contactExternalId": contact["_externalId"], "products": [item], "purchaseDate": DAY,
                    "createdAt": made["createdAt"], "updatedAt": made["createdAt"]}


def test_a_purchase_stays_as_it_was_when_the_product_changes_or_goes(shop):
    product = shop.product()
    made = shop.bought(shop.order(shop.contact(), product["productId"]))
    shop.product(product["productId"], name="Other", unitPrice=1)
    assert shop.call("GET", COLLECTION + made["id"]).json() == made
    assert shop.call("DELETE", "/products/" + product["id"]).status == 204
    assert shop.call("GET", COLLECTION + made["id"]).json() == made


def test_the_buyers_keys_are_those_of_now(shop):
    contact = shop.contact()
    made = shop.bought(shop.order(contact, shop.product()["productId"]))
    assert "contactExternalId" not in made
    external_id = fresh_id()
    shop.call("PATCH", by_email(contact["_email"]), json={"_externalId": external_id})
    assert shop.call("GET", COLLECTION + made["id"]).json() == {**made, "contactExternalId": external_id}


def test_without_a_date_it_was_bought_now(shop):
    made = shop.bought(shop.order(shop.contact(), shop.product()["productId"], purchaseDate=None))
    assert made["purchaseDate"] == made["createdAt"]


def test_returns_have_negative_prices_and_totals_need_not_add_up(shop):
    contact, product = shop.contact(), shop.product()
    body = shop.order(contact, product["productId"], totalPrice=-0.1, totalQuantity=-7)
    body["products"][0]["price"] = -19.99995
    made = shop.bought(body)
    assert made["totalPrice"] == -0.1 and made["totalQuantity"] == -7 and made["products"][0]["price"] == -20
    assert shop.totals(contact)["_totalPurchasesAmount"] == -0.1


def test_totals_are_exact_and_follow_deletion(shop):
    contact, product = shop.contact(), shop.product()["productId"]
    dates = ["2026-03-01", "2026-01-01", "2026-02-01"]
    made = [shop.bought(shop.order(contact, product, totalPrice=price, purchaseDate=date))
            for price, date in zip((0.1, 0.2, 0.3), dates)]
    assert shop.totals(contact) == {"_totalPurchases": 3, "_totalPurchasesAmount": 0.6, "_averagePurchasesAmount": 0.2,
                                    "_firstPurchaseDate": "2026-01-01T00:00:00.000Z",
                                    "_lastPurchaseDate": "2026-03-01T00:00:00.000Z"}
    assert shop.call("DELETE", COLLECTION + made[0]["id"]).status == 204
    assert shop.call("DELETE", by_store_id(made[1]["purchaseId"])).status == 204
    assert shop.totals(contact) == {"_totalPurchases": 1, "_totalPurchasesAmount": 0.3, "_averagePurchasesAmount": 0.3,
                                    "_firstPurchaseDate": "2026-02-01T00:00:00.000Z",
                                    "_lastPurchaseDate": "2026-02-01T00:00:00.000Z"}
    assert shop.call("DELETE", by_store_id(made[2]["purchaseId"])).status == 204
    assert shop.totals(contact) == NO_PURCHASES
    for one in made:
        assert shop.call("GET", COLLECTION + one["id"]).status == 404
        assert shop.call("GET", by_store_id(one["purchaseId"])).status == 404
        assert shop.call("DELETE", COLLECTION + one["id"]).status == 204
        assert shop.call("DELETE", by_store_id(one["purchaseId"])).status == 204


def test_a_sum_that_cannot_be_counted_is_refused(shop):
    contact, product = shop.contact(), shop.product()["productId"]
    shop.bought(shop.order(contact, product, totalPrice=99_999_999_999_999))
    assert shop.buy(shop.order(contact, product, totalPrice=1)).problem_paths == ["/totalPrice"]
    shop.bought(shop.order(contact, product, totalPrice=-99_999_999_999_999))
    assert shop.buy(shop.order(contact, product, totalPrice=1)).problem_paths == ["/totalPrice"]
    assert shop.totals(contact)["_totalPurchasesAmount"] == 0
    body = shop.order(contact, product, product, totalPrice=0)
    for item in body["products"]:
        item["price"] = 50_000_000_000_000
    assert shop.buy(body).problem_paths == ["/products"]


def test_an_identifier_is_used_once_and_free_again_after_deletion(shop):
    contact, product = shop.contact(), shop.product()["productId"]
    body = shop.order(contact, product)
    made = shop.bought(body)
    for other in (contact, shop.contact()):
        twice = shop.buy({**shop.order(other, product), "purchaseId": body["purchaseId"]})
        assert twice.status == 409 and body["purchaseId"] in twice.json()["detail"] and "code" not in twice.json()
    assert shop.totals(contact)["_totalPurchases"] == 1
    assert shop.call("DELETE", COLLECTION + made["id"]).status == 204
    assert shop.bought(body)["id"] != made["id"]


@pytest.mark.parametrize("purchase_id", ["a b/c?d=ü#%2F", "é" * 10_000, "x" * 201, "purchase-id"])
def test_identifiers_are_free_texts(shop, purchase_id):
    contact, product = shop.contact(), shop.product()["productId"]
    purchase_id = f"{uuid.uuid4()}{purchase_id}"[:10_000]
    assert shop.buy({**shop.order(contact, product), "purchaseId": purchase_id}).status == 201
    assert shop.buy({**shop.order(contact, product), "purchaseId": purchase_id}).status == 409
    if len(purchase_id) < 1_000:  # The path of a longer one does not fit into a head.
        assert shop.call("GET", by_store_id(purchase_id)).json()["purchaseId"] == purchase_id
        assert shop.call("GET", by_store_id(purchase_id.upper() + "X")).status == 404


def test_unknown_buyers_and_products_and_addresses_elsewhere_have_their_codes(shop, client, admin):
    contact, product = shop.contact(), shop.product()
    address = "https://elsewhere.example/p"
    body = shop.order(contact, "no-2", product["productId"], "no-1", "no-2")
    body["products"][1]["productDetailUrl"] = address
    unknown = shop.buy({**body, "contactEmail": fresh_email()})
    assert (unknown.status, unknown.json()["code"]) == (400, "E0101")
    assert shop.buy({**body, "contactEmail": None, "contactExternalId": fresh_id()}).json()["code"] == "E0101"
    assert shop.buy({**body, "contactEmail": fresh_email(), "contactExternalId": fresh_id()}).json()["code"] == "E0101"
    assert client.call("PATCH", "/admin/v1/store", json={"allowedDomains": ["*.brisa.example"]},
                       key=admin).status == 200
    missing = shop.buy(body)
    assert missing.status == 400 and missing.json()["code"] == "E0102"
    assert missing.json()["productIds"] == missing.json()["productsId"] == ["no-2", "no-1"]
    assert missing.json()["detail"].endswith(" no-2, no-1")
    body = shop.order(contact, product["productId"], product["productId"], shop.product(
        productDetailUrl="https://brisa.example/x")["productId"])
    for item in body["products"][:2]:
        item["productDetailUrl"] = address
    elsewhere = shop.buy(body)
    assert elsewhere.status == 400 and elsewhere.json()["code"] == "E0103"
    assert elsewhere.json()["productIds"] == elsewhere.json()["productsId"] == [product["productId"]]
    assert elsewhere.json()["allowedDomains"] == ["*.brisa.example"]
    # The address in the catalogue is not looked at.
    shop.bought(shop.order(contact, product["productId"]))


def test_two_keys_name_one_contact(shop):
    product = shop.product()["productId"]
    one, other = shop.contact(_externalId=fresh_id()), shop.contact(_externalId=fresh_id())
    body = shop.order(one, product)
    for external_id in (other["_externalId"], fresh_id()):
        assert shop.buy({**body, "contactExternalId": external_id}).problem_paths == ["/contactExternalId"]
    assert shop.buy({**body, "contactEmail": fresh_email(),
                     "contactExternalId": one["_externalId"]}).problem_paths == ["/contactEmail"]
    # With whatever else is wrong.
    wrong = shop.buy({**body, "contactExternalId": other["_externalId"], "totalPrice": "1"})
    assert sorted(wrong.problem_paths) == ["/contactExternalId", "/totalPrice"]
    shop.bought({**body, "contactExternalId": one["_externalId"]})


GOOD_ITEM = {"productId": "p", "quantity": 1, "price": 1}
GOOD = {"purchaseId": "b", "contactEmail": "ada@example.org", "products": [GOOD_ITEM], "totalPrice": 1,
        "totalQuantity": 1}


def with_item(**more):
    return {**GOOD, "products": [GOOD_ITEM, {**GOOD_ITEM, **more}]}


@pytest.mark.parametrize("body, paths", [
    ({}, ["/contactEmail", "/products", "/purchaseId", "/totalPrice", "/totalQuantity"]),
    ([], ["/contactEmail", "/products", "/purchaseId", "/totalPrice", "/totalQuantity"]),
    ({name: None for name in GOOD}, ["/contactEmail", "/products", "/purchaseId", "/totalPrice", "/totalQuantity"]),
    ({**GOOD, "purchaseId": ""}, ["/purchaseId"]),
    ({**GOOD, "purchaseId": 7}, ["/purchaseId"]),
    ({**GOOD, "purchaseId": "x" * 10_001}, ["/purchaseId"]),
    ({**GOOD, "purchaseId": "a\0"}, ["/purchaseId"]),
    ({**GOOD, "contactEmail": "nobody"}, ["/contactEmail"]),
    ({**GOOD, "contactEmail": ""}, ["/contactEmail"]),
    ({**GOOD, "contactEmail": "nobody", "contactExternalId": "x" * 51}, ["/contactEmail", "/contactExternalId"]),
    ({**GOOD, "contactExternalId": ""}, ["/contactExternalId"]),
    ({**GOOD, "products": []}, ["/products"]),
    ({**GOOD, "products": {}}, ["/products"]),
    ({**GOOD, "products": [GOOD_ITEM] * 1_001}, ["/products"]),
    ({**GOOD, "products": [GOOD_ITEM, [], 7]}, ["/products/1", "/products/2"]),
    ({**GOOD, "products": [{}]}, ["/products/0/price", "/products/0/productId", "/products/0/quantity"]),
    (with_item(quantity=0), ["/products/1/quantity"]),
    (with_item(quantity=1.5), ["/products/1/quantity"]),
    (with_item(quantity="1"), ["/products/1/quantity"]),
    (with_item(price="1"), ["/products/1/price"]),
    (with_item(price=1e14), ["/products/1/price"]),
    (with_item(productId=""), ["/products/1/productId"]),
    (with_item(name=""), ["/products/1/name"]),
    (with_item(productDetailUrl="/p/mug"), ["/products/1/productDetailUrl"]),
    (with_item(unitPrice=True), ["/products/1/unitPrice"]),
    (with_item(discountedPercentage=101), ["/products/1/discountedPercentage"]),
    (with_item(rating=5.1), ["/products/1/rating"]),
    (with_item(tags=["a", 7]), ["/products/1/tags/1"]),
    (with_item(publishedAt="yesterday"), ["/products/1/publishedAt"]),
    ({**GOOD, "totalPrice": -1e14}, ["/totalPrice"]),
    ({**GOOD, "totalQuantity": 1.5}, ["/totalQuantity"]),
    ({**GOOD, "totalQuantity": 2 ** 53}, ["/totalQuantity"]),
    ({**GOOD, "cartId": 7}, ["/cartId"]),
    ({**GOOD, "sourceType": "web"}, ["/sourceType"]),
    ({**GOOD, "sourceName": "x" * 10_001}, ["/sourceName"]),
    ({**GOOD, "paymentMethod": []}, ["/paymentMethod"]),
    ({**GOOD, "purchaseDate": "2026-02-30"}, ["/purchaseDate"]),
    ({**GOOD, "purchaseDate": "2026-02-01T10:00:00"}, ["/purchaseDate"]),
], ids=repr)
def test_every_problem_is_told_by_its_path(shop, body, paths):
    answer = shop.buy(body)
    assert answer.status == 422 and sorted(answer.problem_paths) == paths, answer.summary()


def test_the_query_is_looked_at_together_with_the_body(shop):
    wrong = shop.buy({**GOOD, "totalPrice": None}, "?triggerPurchaseEvent=yes")
    assert sorted(wrong.problem_paths) == ["/totalPrice", "/triggerPurchaseEvent"]
    contact, product = shop.contact(), shop.product()["productId"]
    for word in ("true", "false", "1", "0"):
        shop.bought(shop.order(contact, product), f"?triggerPurchaseEvent={word}&other=x")
    assert shop.totals(contact)["_totalPurchases"] == 4


def test_a_thousand_items_of_one_product_are_one_purchase(shop):
    contact, product = shop.contact(), shop.product()["productId"]
    made = shop.bought(shop.order(contact, *[product] * 1_000))
    assert len(made["products"]) == 1_000
    assert shop.call("DELETE", COLLECTION + made["id"]).status == 204


def test_what_the_catalogue_tells_may_not_make_a_purchase_too_large(shop):
    contact = shop.contact()
    large = [shop.product(tags=["x" * 10_000] * 100)["productId"] for _ in range(17)]
    assert shop.buy(shop.order(contact, *large)).problem_paths == ["/products"]
    assert shop.buy(shop.order(contact, *large[:2])).status == 201
    for product_id in large:
        shop.call("DELETE", "/products/product-id/" + product_id)


def test_sent_again_under_its_key_it_is_counted_once(shop):
    contact, product = shop.contact(), shop.product()["productId"]
    small, large = shop.order(contact, product), shop.order(contact, *[product] * 1_000)
    for body in (small, large):
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        first, second = (shop.buy(body, headers=headers) for _ in range(2))
        assert first.status == second.status == 201 and first.json() == second.json()
        assert second.header("Idempotency-Replayed") == "true"
        assert shop.buy({**body, "totalPrice": "x"}, headers=headers).problem_paths == ["/Idempotency-Key"]
    assert shop.totals(contact)["_totalPurchases"] == 2


def test_a_deleted_contact_leaves_its_purchases_without_a_name(shop):
    contact, product = shop.contact(_externalId=fresh_id()), shop.product()["productId"]
    body, headers = shop.order(contact, product), {"Idempotency-Key": str(uuid.uuid4())}
    made = shop.bought(body, headers=headers)
    assert shop.call("DELETE", by_email(contact["_email"])).status == 204
    left = {name: value for name, value in made.items() if not name.startswith("contact")}
    for path in (COLLECTION + made["id"], by_store_id(made["purchaseId"])):
        assert shop.call("GET", path).json() == left
    # Its answer is forgotten too, so it is a new request; but the identifier is taken.
    assert shop.buy(body, headers=headers).status == 409
    again = shop.call("PATCH", by_email(contact["_email"]), json={})
    assert again.json()["_totalPurchases"] == 0
    assert shop.call("GET", COLLECTION + made["id"]).json() == left
    assert shop.call("DELETE", COLLECTION + made["id"]).status == 204
    assert shop.call("GET", COLLECTION + made["id"]).status == 404


def test_service_ids_are_24_hex_digits(shop):
    made = shop.bought(shop.order(shop.contact(), shop.product()["productId"]))
    assert shop.call("GET", COLLECTION + made["id"].upper()).json() == made
    for method, unknown in (("GET", 404), ("DELETE", 204)):
        assert shop.call(method, COLLECTION + "12").status == 400
        assert shop.call(method, COLLECTION + "0" * 24).status == unknown
        assert shop.call(method, COLLECTION + "f" * 24).status == unknown
    assert shop.call("GET", COLLECTION + made["id"]).status == 200

"""Purchases as tests use them: a catalogue, people and what they bought."""

import uuid
from urllib.parse import quote

from harness.contacts import by_email, fresh_email

COLLECTION, BY_STORE_ID = "/purchases/", "/purchases/purchase-id/"


def by_store_id(purchase_id):
    return BY_STORE_ID + quote(purchase_id, safe="")


def fresh_purchase_id():
    return f"B-{uuid.uuid4()}"


class Shop:
    """Calls with one key."""

    def __init__(self, client, key):
        self._client = client
        self._key = key

    def call(self, method, path, **more):
        return self._client.call(method, path, key=self._key, **more)

    def product(self, product_id=None, **more):
        """A new product, as it was answered."""
        body = {"name": "Celadon mug", "productDetailUrl": "https://shop.example/p/mug", "unitPrice": 21.3, **more}
        answer = self.call("PATCH", "/products/product-id/" + quote(product_id or f"p-{uuid.uuid4()}", safe=""),
                           json=body)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def contact(self, **fields):
        """A new contact, as it was answered."""
        answer = self.call("PATCH", by_email(fresh_email()), json=fields)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def order(self, contact, *product_ids, **more):
        """The body of a purchase: of each product one piece for 10."""
        return {"purchaseId": fresh_purchase_id(), "contactEmail": contact["_email"],
                "products": [{"productId": one, "quantity": 1, "price": 10} for one in product_ids],
                "totalPrice": 10 * len(product_ids), "totalQuantity": len(product_ids), **more}

    def buy(self, body, query="", **more):
        return self.call("POST", COLLECTION + query, json=body, **more)

    def bought(self, body, query="", **more):
        """The purchase that must come of it, and that a reader must see just so."""
        answer = self.buy(body, query, **more)
        assert answer.status == 201, answer.summary()
        for path in (by_store_id(body["purchaseId"]), COLLECTION + answer.json()["id"]):
            read = self.call("GET", path)
            assert read.status == 200 and read.json() == answer.json(), read.summary()
        return answer.json()

    def totals(self, contact):
        """What the contact shows of its purchases."""
        answer = self.call("GET", by_email(contact["_email"]))
        assert answer.status == 200, answer.summary()
        names = ("_totalPurchases", "_totalPurchasesAmount", "_averagePurchasesAmount", "_firstPurchaseDate",
                 "_lastPurchaseDate")
        return {name: answer.json()[name] for name in names if name in answer.json()}

"""Customers of a shop: people come and go, buy, give back, and note what they were told. It goes on over many lives of
the server; what was told is held against what is there."""

import random
import threading
import uuid
from urllib.parse import quote

from harness.contacts import OLD, by_email, by_external_id
from harness.purchases import COLLECTION, by_store_id
from history import Register
from load import Load
from shop_books import Books, opened_copy

BUYERS, PRODUCTS, WRITERS = 4, 3, 3
OWN_PURCHASES_MAX = 30
READ_AGAIN = 20  # Purchases that are also read through the interface after a restart.


class Shop:
    """What was told of everything so far, over all rounds."""

    def __init__(self, server, key, seed):
        self.key = key
        self.random = random.Random(seed)
        self.buyers = [f"buyer-{number}@example.org" for number in range(BUYERS)]
        self.products = [f"product-{number}" for number in range(PRODUCTS)]
        self.guard = threading.Lock()
        self.present = {}  # Purchases that were acknowledged: {purchaseId: as answered}.
        self.absent = set()  # Refused, not done, or deleted, by what the server said.
        self.doubtful = set()
        self.people = set()  # Addresses of contacts that were acknowledged and not deleted since.
        self.erased = set()
        client = server.client()
        for product in self.products:
            body = {"name": product, "productDetailUrl": "https://shop.example/" + product, "unitPrice": 1}
            answer = client.call("PATCH", "/products/product-id/" + product, json=body, key=key)
            assert answer.status == 200, answer.summary()
        self.names = {}
        for email in self.buyers:
            answer = client.call("PATCH", by_email(email), json={"_name": "nobody yet"}, key=key)
            assert answer.status == 200, answer.summary()
            self.names[email] = Register("nobody yet")


class ShopLoad(Load):
    """Customers on one server, until it is gone."""

    def __init__(self, server, shop, name):
        super().__init__(server)
        self._shop = shop
        self._name = name
        # What a register is judged by starts anew: what survived the last round was judged then.
        for email in shop.buyers:
            answer = server.client().call("GET", by_email(email), key=shop.key)
            assert answer.status == 200, answer.summary()
            shop.names[email] = Register(answer.json()["_name"])

    def works(self):
        for number, work in enumerate([self._purchases] * WRITERS + [self._people, self._renames]):
            yield work, number, random.Random(self._shop.random.random())

    def problem_on_disk(self, folder):
        """What the files say that the dead server left, or None."""
        with opened_copy(folder) as connection:
            books = Books(connection)
        return books.problem() or self._problem_with(books.purchase_ids, set(books.emails))

    def problem_after_restart(self, server):
        """What the new server says, or None."""
        shop, client = self._shop, server.client()
        for email in shop.buyers:
            answer = client.call("GET", by_email(email), key=shop.key)
            if answer.status != 200:
                return f"an acknowledged contact is lost: {answer.summary()}"
            if problem := shop.names[email].problem_with(answer.json()["_name"]):
                return problem
        for purchase_id in shop.random.sample(sorted(shop.present), min(READ_AGAIN, len(shop.present))):
            answer = client.call("GET", by_store_id(purchase_id), key=shop.key)
            if answer.status != 200 or answer.json()["products"] != shop.present[purchase_id]["products"]:
                return f"an acknowledged purchase is lost or changed: {answer.summary()}"
        return None

    def _problem_with(self, purchase_ids, emails):
        shop = self._shop
        if lost := shop.present.keys() - purchase_ids:
            return f"{len(lost)} acknowledged purchases are lost, such as {min(lost)}"
        if back := shop.absent & purchase_ids:
            return f"{len(back)} purchases are back that were refused or deleted, such as {min(back)}"
        if strange := purchase_ids - shop.present.keys() - shop.doubtful:
            return f"{len(strange)} purchases are there that nobody made, such as {min(strange)}"
        if lost := shop.people - emails:
            return f"{len(lost)} acknowledged contacts are lost, such as {min(lost)}"
        if back := shop.erased & emails:
            return f"{len(back)} deleted contacts are back, such as {min(back)}"
        return None

    # --- one writer

    def _call(self, connection, method, path, body=None):
        return connection.exchange(self._server.client().request(method, path, json=body, key=self._shop.key))

    def _outcome(self, answer, *expected):
        """True: done, or refused as expected; False: not done; None: unknown."""
        if answer.status == 503:
            return None if answer.json()["outcome"] == "unknown" else False
        if answer.status not in expected:
            self._refuse(answer.summary())
        self._acknowledged()
        return True

    def _purchases(self, connection, number, chance):
        own, count = [], 0
        while True:
            count += 1
            if own and (len(own) > OWN_PURCHASES_MAX or chance.random() < 0.3):
                self._delete(connection, own.pop(chance.randrange(len(own))), chance)
                continue
            body = self._order(f"{self._name} writer {number} purchase {count}", chance.choice(self._shop.buyers), chance)
            if chance.random() < 0.15:
                body["products"].append({"productId": "nothing", "quantity": 1, "price": 1})
            if self._buy(connection, body):
                own.append(body["purchaseId"])

    def _people(self, connection, number, chance):
        """Each comes, buys, and goes; what was bought stays, without a name."""
        while True:
            external_id = str(uuid.UUID(int=chance.getrandbits(128)))
            email = f"{external_id}@example.org"
            path, body = chance.choice([(by_email(email), {"_externalId": external_id}),
                                        (by_external_id(external_id), {"_email": email})])
            if not self._outcome(self._call(connection, "PATCH", path, body), 200):
                continue
            self._shop.people.add(email)
            self._buy(connection, self._order(f"{self._name} of {email}", email, chance))
            self._shop.people.discard(email)
            path = chance.choice([by_email(email), OLD + quote(email, safe=""), by_external_id(external_id)])
            if self._outcome(self._call(connection, "DELETE", path), 204):
                self._shop.erased.add(email)

    def _renames(self, connection, number, chance):
        count = 0
        while True:
            count += 1
            email, name = chance.choice(self._shop.buyers), f"{self._name} name {count}"
            self._shop.names[email].begin(name)
            path = chance.choice([by_email(email), OLD + quote(email, safe="")])
            if self._outcome(self._call(connection, "PATCH", path, {"_name": name}), 200):
                self._shop.names[email].acknowledge(name)

    @staticmethod
    def _order(purchase_id, email, chance):
        items = [{"productId": f"product-{chance.randrange(PRODUCTS)}", "quantity": chance.randint(1, 5),
                  "price": chance.randint(-20_000, 100_000) / 100} for _ in range(chance.randint(1, 4))]
        return {"purchaseId": purchase_id, "contactEmail": email, "products": items,
                "totalPrice": chance.randint(-20_000, 100_000) / 100, "totalQuantity": 1,
                "purchaseDate": f"{chance.choice([1969, 2020, 2026])}-01-0{chance.randint(1, 3)}"}

    def _buy(self, connection, body):
        """Whether it was told to be there."""
        shop, purchase_id = self._shop, body["purchaseId"]
        with shop.guard:
            shop.doubtful.add(purchase_id)
        answer = self._call(connection, "POST", "/purchases/", body)
        outcome = self._outcome(answer, 201 if body["products"][-1]["productId"] != "nothing" else 400)
        if outcome is None:
            return False
        with shop.guard:
            shop.doubtful.discard(purchase_id)
            if answer.status != 201:
                shop.absent.add(purchase_id)
                return False
            shop.present[purchase_id] = answer.json()
        return True

    def _delete(self, connection, purchase_id, chance):
        shop = self._shop
        with shop.guard:
            path = chance.choice([by_store_id(purchase_id), COLLECTION + shop.present.pop(purchase_id)["id"]])
            shop.doubtful.add(purchase_id)
        if self._outcome(self._call(connection, "DELETE", path), 204):
            with shop.guard:
                shop.doubtful.discard(purchase_id)
                shop.absent.add(purchase_id)

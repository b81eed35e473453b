"""kill -9 in the midst of an import of contacts, products or coupons, again and again: what comes of it is what comes
of an undisturbed one."""

import os
import random

import pytest

from desk import Desk
from harness import postgres, processes
from harness.coupons import MANAGED as COUPON_SETS
from harness.imports import Imports, rows_of
from harness.server import Server
from import_kills import kill_at_work, outcomes_under_kills

KILLS = max(8, int(os.environ.get("FAULT_ROUNDS", "50")) // 5)
THERE_BEFORE = 50


class Contacts:
    """New contacts, changes of those in rows before, and some of each kind of row that is refused."""

    rows = int(os.environ.get("IMPORT_CONTACTS", "12000"))
    kills = KILLS
    fields = {"overrideExisting": "true"}
    rows_apart = 0  # At least so many are between two of one person.

    def __init__(self, desk):
        for number in range(THERE_BEFORE):
            desk.made(f"/contacts/email/{self.address_of(number)}", {"_surname": "Before"}, "PATCH")

    @staticmethod
    def address_of(number):
        return f"person-{number}@example.org"

    @classmethod
    def make_file(cls, chance):
        rows = []
        for number in range(cls.rows):
            place = chance.random()
            is_new = place < 0.8 or number < cls.rows_apart
            email = cls.address_of(number if is_new else chance.randrange(number + 1 - cls.rows_apart))
            external_id = f"E-{number}" if place < 0.3 else ""
            points = "many" if chance.random() < 0.03 else str(number)
            status = chance.choice(["", "subscribed", "unsubscribed"])
            rows.append([email, external_id, chance.choice(["Ada", "Grace", "", "'=1"]), points, status])
            if chance.random() < 0.02:
                rows.append(["broken"])
            if chance.random() < 0.02:
                rows.append(["no address", "", "x", "", ""])
        return rows_of(["_email", "_externalId", "_name", "_points", "_newsletterSubscriptionStatus"], *rows)

    def result(self, desk):
        people, activities = [], []
        for number in range(self.rows):
            contact = desk.get(f"/contacts/email/{self.address_of(number)}") or {}
            people.append({name: value for name, value in contact.items()
                           if name not in ("id", "_createdAt", "_updatedAt", "_emailLastUnsubscribedDate")})
            if contact and number % 10 == 0:
                listed = desk.get(f"/admin/v1/contacts/{contact['id']}/activities/?pageSize=100")
                # Those of one millisecond stand in the order of their ids.
                activities.append(sorted(one["kind"] for one in listed["results"]))
        return {"people": people, "activities": activities}


class ContactsOfAServer(Contacts):
    """The same in PostgreSQL, which takes in two slices at once while they name nobody in common."""

    rows_apart = 3000


class Products:
    """The same of products."""

    rows = 6000
    kills = KILLS // 2
    fields = {"type": "products", "overrideExisting": "true"}

    def __init__(self, desk):
        before = {"name": "Before", "productDetailUrl": "https://shop.example/p", "unitPrice": 1, "brand": "Brisa"}
        for number in range(THERE_BEFORE):
            desk.made(f"/products/product-id/p-{number}", before, "PATCH")

    @classmethod
    def make_file(cls, chance):
        rows = []
        for number in range(cls.rows):
            product = number if chance.random() < 0.8 else chance.randrange(number + 1)
            price = "a lot" if chance.random() < 0.03 else f"{number % 100}.25"
            tags = chance.choice(["", "new", "new|blue"])
            rows.append([f"p-{product}", "https://shop.example/p", f"Mug {number}", price, tags])
            if chance.random() < 0.02:
                rows.append(["broken"])
            if chance.random() < 0.02:
                rows.append(["", "https://shop.example/p", "Mug", "1", ""])
        return rows_of(["productId", "productDetailUrl", "name", "unitPrice", "tags"], *rows)

    @staticmethod
    def result(desk):
        found = {one["productId"]: one for one in desk.walk("/admin/v1/products/")}
        return {"products": {product_id: {name: value for name, value in one.items()
                                          if name not in ("id", "createdAt", "updatedAt")}
                             for product_id, one in found.items()}}


class Coupons:
    """Codes of a set, some of them twice, and some rows without one."""

    rows = 40_000
    kills = KILLS // 2

    def __init__(self, desk):
        before = [f"C-{number}" for number in range(THERE_BEFORE)]
        self._set = desk.made(COUPON_SETS, {"name": "Codes", "type": "multiple", "codes": before})["id"]
        self.fields = {"type": "coupons", "couponSetId": self._set}

    @classmethod
    def make_file(cls, chance):
        rows = []
        for number in range(cls.rows):
            rows.append([f"C-{number}", "x"])
            if chance.random() < 0.01:
                rows.append([f"C-{chance.randrange(number + 1)}", "x"])
            if chance.random() < 0.01:
                rows.append(["", "x"])
        return rows_of(["code", "remark"], *rows)

    def result(self, desk):
        told = desk.get(COUPON_SETS + self._set)
        codes = desk.walk(f"{COUPON_SETS}{self._set}/codes/")
        return {"set": [told[name] for name in ("quantity", "available", "assigned")],
                "codes": sorted((one["code"], one["state"]) for one in codes)}


KINDS = {"contacts": Contacts, "products": Products, "coupons": Coupons}


class Rig:
    """One data folder with something in it, and whoever serves it."""

    def __init__(self, kind, database=None):
        self._folder = processes.make_folder()
        self._env = {} if database is None else {"TRADEWIND_DATABASE": database}
        self.start()
        self._kind = kind(self._desk)

    def start(self):
        self.server = Server(folder=self._folder, env=self._env, owner="the loop of imports")
        self._desk = Desk(self.server.client(), self.server.admin_key)
        self.imports = Imports(self.server.client(), self.server.admin_key)

    def upload(self, body):
        return self.imports.upload(body, **self._kind.fields).json()["id"]

    def outcome(self, import_id):
        """Everything that an import leaves behind and that must not depend on how often it was interrupted."""
        done = self.imports.await_end(import_id)
        counts = {name: done[name] for name in ("status", "total", "success", "errors")}
        return {"counts": counts, "report": self.imports.report(done), **self._kind.result(self._desk)}

    def import_under_kills(self, body, chance):
        """The id of the import, and how often it was killed while it was at work."""
        import_id, kind = self.upload(body), self._kind
        return import_id, kill_at_work(self, import_id, chance, kind.kills, kind.rows // (kind.kills + 2))


@pytest.mark.parametrize("name", [*KINDS, "contacts of PostgreSQL"])
def test_an_import_that_is_killed_again_and_again_is_the_same(name, seed, survived):
    kind = KINDS.get(name, ContactsOfAServer)
    body = kind.make_file(random.Random(seed))
    calm = Rig(kind)
    expected = calm.outcome(calm.upload(body))
    calm.server.kill()
    assert expected["counts"]["status"] == "finished"
    assert expected["counts"]["success"] + expected["counts"]["errors"] == expected["counts"]["total"]
    assert expected["counts"]["errors"] == len(expected["report"]) - 1 > 100
    chance = random.Random(seed)

    def attempt():
        rig = Rig(kind, None if name in KINDS else postgres.shared().address(postgres.shared().make_database()))
        import_id, hits = rig.import_under_kills(body, chance)
        found = rig.outcome(import_id)
        rig.server.kill()
        return hits, found

    hits, outcomes = outcomes_under_kills(attempt, kind.kills // 2)
    survived(f"kill -9: an import of {name}", hits, note=str(expected["counts"]))
    assert hits >= kind.kills // 2, f"it was killed only {hits} times while it was at work (FAULT_SEED={seed})"
    for found in outcomes:
        differing = [part for part in expected if found[part] != expected[part]]
        assert not differing, f"{differing} differ (FAULT_SEED={seed})"


@pytest.mark.parametrize("name", KINDS)
def test_the_comparison_notices_one_lost_row(name, seed, noticed):
    kind = KINDS[name]
    body = kind.make_file(random.Random(seed))
    rig, other = Rig(kind), Rig(kind)
    expected = rig.outcome(rig.upload(body))
    found = other.outcome(other.upload(body.rsplit(b"\n", 2)[0] + b"\n"))
    rig.server.kill()
    other.server.kill()
    differing = [part for part in expected if found[part] != expected[part]]
    noticed(f"kill -9: an import of {name}", "one lost row", f"{differing} differ" if differing else None)
    assert differing

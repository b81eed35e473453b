"""The workflows of docs/workflows.md do what the page says, by a clock that is turned."""

import json
import re

import pytest

from harness.example_page import DOCS
from harness.segments import until
from harness.turned_shop import TurnedShop

HEADING = "## Six workflows to begin with\n"
CART = {"name": "Cart updated", "category": "receive", "alias": "cart-updated", "fields": [
    {"id": "buyer", "name": "Buyer", "type": "email", "required": True, "isPrimaryKey": True},
    {"id": "cart", "name": "Cart", "type": "text"}, {"id": "total", "name": "Total", "type": "decimal"}]}


def recipes():
    text = (DOCS / "workflows.md").read_text(encoding="utf-8").partition(HEADING)[2]
    return dict(re.findall(r"^### (.+?)\n.*?```json [a-z-]+\.json\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


class Kitchen:
    """A shop in which the recipes are tried."""

    def __init__(self):
        self.shop = TurnedShop("docs/workflows.md")
        self.calls = self.shop.calls_type()
        self.shop.integrations.make_type(CART)
        self.mug = self.shop.shop.product()["productId"]

    def publish(self, title, segment=None):
        codes = self.shop.coupons.make([f"{title}-{number}" for number in range(10)])["id"]
        definition = recipes()[title]
        for name, value in (("event type", self.calls), ("coupon set", codes), ("segment", segment)):
            definition = definition.replace(f"<{name}>", str(value))
        return self.shop.publish(json.loads(definition), title)

    def buys(self, contact):
        at = f"{self.shop.now:%Y-%m-%dT%H:%M:%SZ}"
        self.shop.shop.bought(self.shop.shop.order(contact, self.mug, purchaseDate=at))

    def cart(self, contact, cart, total):
        self.shop.done("POST", "/custom-events/alias/cart-updated",
                       {"buyer": contact["_email"], "cart": cart, "total": total})

    def await_told(self, contact, *what):
        """Waits until just this was told of somebody."""
        until(lambda: self.shop.told_of(contact), lambda found: found == list(what))


@pytest.fixture(scope="module")
def kitchen():
    found = Kitchen()
    yield found
    found.shop.close()


def test_the_page_has_six():
    assert list(recipes()) == ["Welcome", "Abandoned cart", "Review request", "Win-back", "First purchase",
                               "Best customers"]


def test_welcome(kitchen):
    workflow, shop = kitchen.publish("Welcome"), kitchen.shop
    reader, buyer, leaver = (shop.shop.contact(_newsletterSubscriptionStatus="subscribed") for _ in range(3))
    for one in (reader, buyer, leaver):
        kitchen.await_told(one, ("welcome", None))
        shop.await_runs(one, workflow, "bought")
    kitchen.buys(buyer)
    shop.await_runs(buyer, workflow, "converted")
    shop.done("PATCH", f"/contacts/email/{leaver['_email']}", {"_newsletterSubscriptionStatus": "unsubscribed"})
    shop.await_runs(leaver, workflow, "exited")
    shop.turn(days=2, minutes=1)
    shop.await_runs(reader, workflow, "finished")
    [_, (what, code)] = shop.told_of(reader)
    assert what == "welcome-code" and code.startswith("Welcome-")
    assert shop.told_of(buyer) == shop.told_of(leaver) == [("welcome", None)]


def test_abandoned_cart(kitchen):
    workflow, shop = kitchen.publish("Abandoned cart"), kitchen.shop
    person, buyer = shop.shop.contact(), shop.shop.contact()
    kitchen.cart(person, "red", 80)
    kitchen.cart(person, "blue", 20)
    kitchen.cart(buyer, "green", 80)
    shop.await_runs(person, workflow, "hour", "hour")
    shop.await_runs(buyer, workflow, "hour")
    shop.turn(minutes=40)
    kitchen.cart(person, "red", 90)
    shop.await_runs(person, workflow, "restarted", "hour", "hour")
    kitchen.buys(buyer)
    shop.await_runs(buyer, workflow, "converted")
    shop.turn(minutes=30)
    shop.await_runs(person, workflow, "restarted", "finished", "hour")  # The blue one was worth less.
    assert shop.told_of(person) == []
    shop.turn(minutes=40)
    kitchen.await_told(person, ("cart red", None))
    shop.await_runs(person, workflow, "restarted", "finished", "finished")


def test_review_request(kitchen):
    workflow, shop = kitchen.publish("Review request"), kitchen.shop
    person = shop.shop.contact()
    kitchen.buys(person)
    shop.await_runs(person, workflow, "days")
    kitchen.buys(person)
    shop.turn(days=13)
    assert shop.told_of(person) == []
    shop.turn(days=1, minutes=1)
    shop.await_runs(person, workflow, "morning")
    shop.turn(days=1)
    kitchen.await_told(person, ("review", None))
    shop.await_runs(person, workflow, "finished")


def test_win_back(kitchen):
    shop = kitchen.shop
    segment = shop.segments.make()["id"]
    there, later = shop.shop.contact(), shop.shop.contact()
    shop.segments.added(segment, there)
    workflow = kitchen.publish("Win-back", segment)
    shop.await_runs(there, workflow, "bought")
    shop.segments.added(segment, later)
    shop.await_runs(later, workflow, "bought")
    kitchen.buys(later)
    shop.await_runs(later, workflow, "converted")
    shop.turn(days=14, minutes=1)
    shop.await_runs(there, workflow, "finished")


def test_first_purchase(kitchen):
    workflow, shop = kitchen.publish("First purchase"), kitchen.shop
    person = shop.shop.contact()
    kitchen.buys(person)
    shop.await_runs(person, workflow, "finished")
    kinds = [one["kind"] for one in shop.done("GET", f"/admin/v1/contacts/{person['id']}/activities/")["results"]]
    assert kinds.count("coupon-assigned") == 1
    kitchen.buys(person)
    old = shop.shop.contact()
    shop.shop.bought(shop.shop.order(old, kitchen.mug), "?triggerPurchaseEvent=false")
    kitchen.buys(old)
    shop.await_runs(old, workflow, "finished")
    kinds = [one["kind"] for one in shop.done("GET", f"/admin/v1/contacts/{old['id']}/activities/")["results"]]
    assert "coupon-assigned" not in kinds, "it was the second one"


def test_best_customers(kitchen):
    shop = kitchen.shop
    segment = shop.segments.built({"field": "_points", "is": "atLeast", "value": 1000}, name="Best")["id"]
    workflow = kitchen.publish("Best customers", segment)
    person = shop.shop.contact(_points=900)
    shop.done("PATCH", f"/contacts/email/{person['_email']}", {"_points": 1000})
    kitchen.await_told(person, ("1100 points", None))
    shop.await_runs(person, workflow, "finished")

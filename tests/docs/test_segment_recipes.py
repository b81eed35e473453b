"""The recipes of docs/segments.md find the people whom they speak of, and nobody else; and the page tells the language
and its limits as they are."""

import re
from dataclasses import dataclass
from datetime import timedelta

import pytest

from harness import processes, scores
from harness.contacts import by_email, fresh_email
from harness.coupons import Coupons
from harness.custom_events import Integrations
from harness.purchases import Shop
from harness.recipes import recipes, section
from harness.segments import Segments
from harness.server import Server

RECIPES = recipes()
OLD_MILLISECONDS = timedelta(days=8) // timedelta(milliseconds=1)  # No newcomer any more.
CART = {"name": "Cart updated", "category": "receive", "alias": "cart-updated", "fields": [
    {"id": "buyer", "name": "Buyer", "type": "email", "required": True, "isPrimaryKey": True},
    {"id": "total", "name": "Total", "type": "decimal"}]}
PRODUCTS = {"pan": {"categories": ["Kitchen"], "brand": "Brisa"},
            "lantern": {"categories": ["Garden"], "brand": "Levante"}}
SUBSCRIBED = {"_newsletterSubscriptionStatus": "subscribed"}


@dataclass(frozen=True)
class Bought:
    """So many days ago: of each product pieces for this price."""
    days: int
    prices: dict
    source: str = "digital-store"


@dataclass(frozen=True)
class Person:
    bought: tuple = ()
    fields: dict = None
    birthday_in: int = None  # Days from now.
    cart: float = None
    has_coupon: bool = False
    is_new: bool = False
    is_in: tuple = ()  # Names of recipes: in all of these, and in no other.


def pan(days, price=5, **more):
    return Bought(days, {"pan": price}, **more)


def lantern(days, price=5, **more):
    return Bought(days, {"lantern": price}, **more)


PEOPLE = {
    "came back": Person((pan(200), pan(100), pan(40))),
    "stayed away": Person((pan(200), pan(100)), is_in=("lapsed-buyers",)),
    "bought once": Person((pan(40),), is_in=("one-time-buyers",)),
    "bought for the first time": Person((pan(10),), is_in=("new-buyers",)),
    "cooks": Person((pan(320, 120), pan(300, 80)), is_in=("kitchen-big-spenders", "lapsed-buyers")),
    "cooks for less": Person((pan(320, 120), pan(300, 79.99)), is_in=("lapsed-buyers",)),
    "cooks in the garden": Person((Bought(300, {"pan": 150, "lantern": 100}),), is_in=("one-time-buyers",)),
    "came once": Person((lantern(600),), is_in=("one-time-buyers",)),
    "came by": Person((lantern(610),), is_in=("one-time-buyers",)),
    "cooked": Person((pan(500, 400),), is_in=("one-time-buyers",)),
    "has a birthday": Person(birthday_in=3, fields=SUBSCRIBED,
                             is_in=("birthdays-next-week", "subscribed-without-a-purchase")),
    "has it later": Person(birthday_in=20, fields=SUBSCRIBED, is_in=("subscribed-without-a-purchase",)),
    "had it": Person(birthday_in=-3, fields=SUBSCRIBED, is_in=("subscribed-without-a-purchase",)),
    "has a silent one": Person(birthday_in=3),
    "reads": Person(fields=SUBSCRIBED, is_in=("subscribed-without-a-purchase",)),
    "reads and buys": Person((pan(100),), fields=SUBSCRIBED, is_in=("one-time-buyers",)),
    "left a cart": Person(cart=50, is_in=("left-carts",)),
    "left a small one": Person(cart=49.99),
    "paid": Person((pan(0),), cart=80, is_in=("new-buyers",)),
    "knows the brand": Person((lantern(400, source="marketplace"),), is_in=("brand-by-marketplace", "one-time-buyers")),
    "knows another": Person((pan(400, source="marketplace"),), is_in=("one-time-buyers",)),
    "knows the shop": Person((lantern(400, source="marketplace"), pan(380)), is_in=("lapsed-buyers",)),
    "is asleep": Person(tuple(lantern(days, 500) for days in range(70, 78)), is_in=("sleeping-champions",)),
    "is awake": Person(tuple(lantern(days, 500) for days in range(20, 28)), is_in=("new-buyers",)),
    "kept the coupon": Person(has_coupon=True, is_in=("unused-coupons",)),
    "used the coupon": Person((pan(5),), has_coupon=True, is_in=("new-buyers",)),
    "is new": Person(is_new=True, is_in=("newcomers",)),
}
CHAMPIONS = ("is asleep", "is awake")


class World:
    """A store with these people, made by way of a server that is started anew in between."""

    def __init__(self):
        scores.stay_clear_of_the_hour()
        folder = processes.make_folder()
        self._serve(folder)
        self._make_definitions()
        self.ids = {}
        for name, person in PEOPLE.items():
            if not person.is_new:
                self._make(name, person)
        self.server.stop()
        scores.change(self.server, f"UPDATE contacts SET created_at = created_at - {OLD_MILLISECONDS}")
        scores.forget(self.server)
        self._serve(folder)
        for name, person in PEOPLE.items():
            if person.is_new:
                self._make(name, person)
        scores.await_made(self.server, scores.due_at(scores.utc_now()))

    def _serve(self, folder):
        self.server = Server(folder=folder, owner="docs/segments.md")
        self.client, self.key = self.server.client(), self.server.admin_key
        self.segments, self.shop = Segments(self.client, self.key), Shop(self.client, self.key)
        self.coupons = Coupons(self.client, self.key)

    def _make_definitions(self):
        Integrations(self.client, self.key).make_type(CART)
        self.coupon_set = self.coupons.make(["A", "B"], name="Welcome gift")["id"]
        for product_id, details in PRODUCTS.items():
            self.shop.product(product_id, **details)

    def _make(self, name, person):
        address, now = fresh_email(), scores.utc_now()
        fields = dict(person.fields or {})
        if person.birthday_in is not None:
            day = (now + timedelta(days=person.birthday_in)).date()
            # In 1980 there is every day.
            fields["_birthdate"] = f"1980-{day:%m-%d}T00:00:00Z"
        made = self._call("PATCH", by_email(address), 200, fields)
        self.ids[name] = made["id"]
        for purchase in person.bought:
            products = [{"productId": one, "quantity": 1, "price": price} for one, price in purchase.prices.items()]
            bought_at = now - timedelta(days=purchase.days)
            self.shop.bought(self.shop.order(
                made, products=products, totalPrice=sum(purchase.prices.values()), totalQuantity=len(products),
                sourceType=purchase.source, purchaseDate=f"{bought_at:%Y-%m-%dT%H:%M:%SZ}"))
        if person.cart is not None:
            self._call("POST", "/custom-events/alias/cart-updated", 201, {"buyer": address, "total": person.cart})
        if person.has_coupon:
            answer = self.coupons.assign(self.coupon_set, {"contactEmail": address})
            assert answer.status == 201, answer.summary()

    def _call(self, method, path, status, body):
        answer = self.client.call(method, path, json=body, key=self.key)
        assert answer.status == status, answer.summary()
        return answer.json()

    def filter_of(self, name):
        """That of a recipe, with the coupon set of this store in the place of the one on the page."""
        def here(part):
            if isinstance(part, list):
                return [here(one) for one in part]
            if isinstance(part, dict):
                return {key: self.coupon_set if key == "couponSetId" else here(one) for key, one in part.items()}
            return part

        return here(RECIPES[name].filter)

    def describe(self, name, language):
        return self._call("POST", "/admin/v1/filters/describe", 200,
                          {"filter": self.filter_of(name), "language": language})["text"]

    def contact(self, name):
        answer = self.client.call("GET", f"/admin/v1/contacts/{self.ids[name]}", key=self.key)
        assert answer.status == 200, answer.summary()
        return answer.json()


@pytest.fixture(scope="module")
def world():
    found = World()
    yield found
    found.server.stop()


def test_every_recipe_has_somebody_in_it():
    """And, as each is in a few alone, somebody who is not."""
    assert len(RECIPES) >= 10
    assert {name for person in PEOPLE.values() for name in person.is_in} == RECIPES.keys()


def test_champions_are_there_to_be_told_apart(world):
    assert {world.contact(name)["_rfm"] for name in CHAMPIONS} == {"champions"}


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_finds_whom_it_speaks_of(world, name):
    made = world.segments.built(world.filter_of(name), name=RECIPES[name].title)
    assert made["build"]["state"] == "ready" and made["incidents"] == []
    names = {contact_id: person for person, contact_id in world.ids.items()}
    found = sorted(names[contact_id] for contact_id in world.segments.members(made["id"]))
    assert found == sorted(person for person, about in PEOPLE.items() if name in about.is_in)


@pytest.mark.parametrize("name", RECIPES)
def test_the_page_tells_a_recipe_in_the_words_of_the_service(world, name):
    assert world.describe(name, "en") == RECIPES[name].said
    assert world.describe(name, "es") not in ("", RECIPES[name].said)


def vocabulary(server):
    answer = server.client().call("GET", "/admin/v1/filters/vocabulary", key=server.admin_key)
    assert answer.status == 200, answer.summary()
    return answer.json()


def words(cell):
    return re.findall(r"`(\w+)`", cell)


def test_the_page_has_every_operator_of_every_kind(server):
    known = vocabulary(server)["kinds"]
    all_kinds = [one["kind"] for one in known]
    table = section("The language").partition("| Kind |")[2]
    told = {(kind, operator, *words(operands))
            for kinds, operators, operands in re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", table, re.MULTILINE)
            for kind in words(kinds) or all_kinds for operator in words(operators)}
    assert told == {(one["kind"], operator["is"], *operator["operands"]) for one in known
                    for operator in one["operators"]}


def test_the_page_has_what_fits_a_missing_value(server):
    told = re.search(r"\*\*What is missing\*\* fits (.+?), and nothing else", section("The language"), re.DOTALL)[1]
    operators = [operator for one in vocabulary(server)["kinds"] for operator in one["operators"]]
    assert set(words(told)) == {operator["is"] for operator in operators if operator["fitsMissing"]}


def test_the_page_has_every_limit(server):
    told = {int(number.replace(",", "")) for number in re.findall(r"\| ([\d,]+) \|$", section("Limits"), re.MULTILINE)}
    assert set(vocabulary(server)["limits"].values()) <= told

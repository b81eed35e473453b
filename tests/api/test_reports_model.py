"""Random histories: what reports find is what a slow and simple count of the same history finds."""

import os
import random
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal
from zoneinfo import ZoneInfo

import pytest

from harness.contacts import Contacts, by_email, options
from harness.purchases import Shop
from harness.reports import Reports

SEED = int(os.environ.get("REPORTS_SEED") or random.SystemRandom().randrange(1 << 32))
# Around a change of the clocks each: at 02:00 and 03:00, over midnight, by half an hour, and none.
PLACES = {"Europe/Madrid": date(2024, 3, 31), "America/Sao_Paulo": date(2018, 11, 4),
          "America/Havana": date(2024, 11, 3), "Australia/Lord_Howe": date(2024, 4, 7),
          "Asia/Kathmandu": date(2024, 1, 1)}
PURCHASES, RUNS = 70, 30
PRODUCTS = {"mug": ("Kiln", ["Home", "Gifts"]), "pot": ("Kiln", []), "pen": (None, ["Gifts"])}
SOURCES, METHODS = (None, "marketplace", "other"), (None, "card", "cash")
LIKES = ("ale", "cake", "tea")
MONEY = Decimal("0.0001")
TIMES = ["year", "month", "day", "hour", "dayOfWeek", "date", "yearMonth", "weekStart"]


@dataclass
class Bought:
    at: datetime
    contact: str | None
    state: dict
    source: str | None
    method: str | None
    total: Decimal
    units: int
    lines: list = field(default_factory=list)


class History:
    """A store and what is known to have happened in it."""

    def __init__(self, server, document, zone, day, chance):
        self.client, self.key, self.chance = server.client(document), server.admin_key, chance
        self.zone, self.day = ZoneInfo(zone), day
        self.shop, self.contacts = Shop(self.client, self.key), Contacts(self.client, self.key)
        self.reports = Reports(self.client, self.key)
        self.client.call("PATCH", "/admin/v1/store", json={"timezone": zone}, key=self.key)
        for name, (brand, categories) in PRODUCTS.items():
            self.shop.product(name, brand=brand, categories=categories)
        self.plan = self.contacts.make_field("radio", options=options("free", "paid"))
        self.likes = self.contacts.make_field("checkbox", options=options(*LIKES), defaultValue=["ale"])
        self.people = {}
        for _ in range(6):
            made = self.shop.contact()
            self.people[made["_email"]] = {self.plan: [], self.likes: ["ale"]}
        self.bought = []

    def moment(self):
        """Often just at or before the beginning of an hour, or in the night of the change."""
        hours = self.chance.choice([self.chance.randrange(-72, 96), self.chance.randrange(-4, 30)])
        at = datetime(self.day.year, self.day.month, self.day.day, tzinfo=timezone.utc) + timedelta(hours=hours)
        return at + timedelta(milliseconds=self.chance.choice([0, 0, -1, 1_800_000, self.chance.randrange(3_600_000)]))

    def step(self):
        email = self.chance.choice(list(self.people))
        state = self.people[email]
        if self.chance.random() < 0.3:
            plan = self.chance.choice(["free", "paid", None])
            likes = self.chance.sample(LIKES, self.chance.randrange(3))
            self.contacts.patched(by_email(email), {self.plan: plan, self.likes: likes})
            state = self.people[email] = {self.plan: [plan] if plan else [], self.likes: sorted(likes)}
        made = Bought(self.moment(), email, dict(state), self.chance.choice(SOURCES), self.chance.choice(METHODS),
                      Decimal(self.chance.randrange(-10_000, 10_000_000)) / 10_000, self.chance.randrange(9))
        for _ in range(self.chance.randrange(1, 4)):
            made.lines.append((self.chance.choice(list(PRODUCTS)), self.chance.randrange(1, 5),
                               Decimal(self.chance.randrange(1_000_000)) / 10_000))
        body = {**self.shop.order({"_email": email}), "purchaseDate": made.at.isoformat(timespec="milliseconds"),
                "products": [{"productId": one, "quantity": units, "price": float(price)}
                             for one, units, price in made.lines],
                "totalPrice": float(made.total), "totalQuantity": made.units, "sourceType": made.source,
                "paymentMethod": made.method}
        answer = self.shop.buy(body)
        assert answer.status == 201, answer.summary()
        if self.chance.random() < 0.1:
            assert self.client.call("DELETE", f"/purchases/{answer.json()['id']}", key=self.key).status == 204
        else:
            self.bought.append(made)

    def erase(self):
        email = self.chance.choice(list(self.people))
        assert self.contacts.delete(by_email(email)).status == 204
        del self.people[email]
        for one in self.bought:
            if one.contact == email:
                one.contact, one.state = None, {self.plan: [], self.likes: []}

    def values(self, grouping, one, line):
        local = one.at.astimezone(self.zone)
        day = local.date()
        brand, categories = PRODUCTS[line[0]] if line else (None, [])
        months = lambda at: at.year * 12 + at.month
        first = one.contact and min(each.at for each in self.bought if each.contact == one.contact).astimezone(self.zone)
        return {
            "year": lambda: [day.year], "month": lambda: [day.month], "day": lambda: [day.day],
            "hour": lambda: [local.hour], "dayOfWeek": lambda: [day.isoweekday()], "date": lambda: [day.isoformat()],
            "yearMonth": lambda: [f"{day:%Y-%m}"],
            "weekStart": lambda: [(day - timedelta(days=day.weekday())).isoformat()],
            "cohortYear": lambda: [first and first.year], "cohortMonth": lambda: [first and first.month],
            "lifeMonth": lambda: [months(day) - months(first) if first else None],
            "purchaseOrigin": lambda: [one.source], "paymentMethod": lambda: [one.method],
            "product": lambda: [line[0]], "productBrand": lambda: [brand],
            "productCategory": lambda: categories or [None],
            f"contact.{self.plan}": lambda: one.state[self.plan] or [None],
            self.likes: lambda: one.state[self.likes] or [None]}[grouping]()

    def fits(self, filters, one, line):
        wanted = {"sourceTypes": [one.source], "paymentMethods": [one.method], "productIds": [line and line[0]],
                  "brands": [line and PRODUCTS[line[0]][0]], "categories": line and PRODUCTS[line[0]][1]}
        named = all(set(values) & set(wanted[name]) for name, values in filters.items() if name != "contactFields")
        return named and all(set(each["values"]) & set(one.state[each["fieldId"]])
                             for each in filters.get("contactFields", []))

    def count(self, body, first, last):
        """The rows, by what tells them apart."""
        groups = {}
        new = lambda: {"purchases": set(), "contacts": set(), "first": set(), "amount": 0, "units": 0}
        if body["groupings"] and set(body["groupings"]) <= set(TIMES):
            # Half an hour is the shortest time that a clock was moved by here.
            at = datetime(first.year, first.month, first.day, tzinfo=timezone.utc) - timedelta(days=1)
            for _ in range(((last - first).days + 3) * 48):
                at += timedelta(minutes=30)
                if first <= at.astimezone(self.zone).date() <= last:
                    empty = Bought(at, None, {}, None, None, Decimal(0), 0)
                    groups.setdefault(tuple(self.values(each, empty, None)[0] for each in body["groupings"]), new())
        for number, one in enumerate(self.bought):
            if not first <= one.at.astimezone(self.zone).date() <= last:
                continue
            for line in (one.lines if body["category"] == "products-sold" else [None]):
                if not self.fits(body["filters"], one, line):
                    continue
                keys = [()]
                for grouping in body["groupings"]:
                    keys = [(*key, value) for key in keys for value in self.values(grouping, one, line)]
                for key in keys:
                    group = groups.setdefault(key, new())
                    group["purchases"].add(number)
                    group["contacts"] |= {one.contact} - {None}
                    if one.contact and one is self.first_of(one.contact):
                        group["first"].add(one.contact)
                    group["amount"] += line[2] if line else one.total
                    group["units"] += line[1] if line else one.units
        if not groups and not body["groupings"]:
            return [[Decimal(0)] * len(body["metrics"])]
        order = sorted(groups, key=lambda key: [(value is None, "" if value is None else value) for value in key])
        return [[*key, *(self.number(metric, groups[key]) for metric in body["metrics"])] for key in order]

    def first_of(self, contact):
        """Of those at one moment the one that was told first."""
        return min((one for one in self.bought if one.contact == contact), key=lambda one: one.at)

    @staticmethod
    def number(metric, group):
        count = len(group["purchases"])
        return Decimal({
            "numberOfPurchases": lambda: count, "numberOfBuyers": lambda: len(group["contacts"]),
            "numberOfFirstTimeBuyers": lambda: len(group["first"]),
            "numberOfRecurringBuyers": lambda: len(group["contacts"] - group["first"]),
            "totalPurchaseAmount": lambda: group["amount"], "unitsSold": lambda: group["units"],
            "avgPurchaseAmount": lambda: (group["amount"] / count).quantize(MONEY, ROUND_HALF_UP) if count else 0,
        }[metric]())

    def question(self):
        category = self.chance.choice(["purchases", "purchases", "products-sold"])
        others = ["purchaseOrigin", "paymentMethod", "cohortYear", "cohortMonth", "lifeMonth", f"contact.{self.plan}",
                  self.likes]
        metrics = ["numberOfPurchases", "totalPurchaseAmount", "avgPurchaseAmount"]
        filters = {"sourceTypes": ["other"], "paymentMethods": ["card", "cash"],
                   "contactFields": [{"fieldId": self.plan, "values": ["paid"]},
                                     {"fieldId": self.likes, "values": ["tea", "ale"]}]}
        if category == "products-sold":
            others += ["product", "productBrand"]
            filters |= {"productIds": ["mug", "pen"], "brands": ["Kiln"], "categories": ["Gifts"]}
            if self.chance.random() < 0.5:
                others[others.index(self.likes)] = "productCategory"
        # Now and then by time alone, which the database counts by itself.
        alone = self.chance.random() < 0.4
        pool = TIMES if alone else TIMES + others
        buyers = ["numberOfBuyers", "numberOfFirstTimeBuyers", "numberOfRecurringBuyers"]
        metrics += [] if alone else ["unitsSold", *buyers]
        names = [] if alone else self.chance.sample(list(filters), self.chance.randrange(3))
        chosen = {name: filters[name] for name in names}
        return {"name": "Tried", "category": category, "groupings": self.chance.sample(pool, self.chance.randrange(4)),
                "metrics": self.chance.sample(metrics, self.chance.randrange(1, len(metrics) + 1)), "filters": chosen}

    def check(self):
        body = self.question()
        first = self.day + timedelta(days=self.chance.randrange(-4, 3))
        last = first + timedelta(days=self.chance.randrange(6))
        made = self.reports.post(body)
        assert made.status == 201, made.summary()
        found = self.reports.table(made.json(), first.isoformat(), last.isoformat(), limit=10_000)["rows"]
        size = len(body["groupings"])
        rows = [row[:size] + [Decimal(str(number)) for number in row[size:]] for row in found]
        assert rows == self.count(body, first, last), (SEED, body, first, last)
        self.reports.call("DELETE", made.json()["id"])


@pytest.mark.parametrize("zone", PLACES)
def test_reports_find_what_a_simple_count_finds(start_server, document, zone):
    print("REPORTS_SEED =", SEED)
    chance = random.Random(f"{SEED} {zone}")
    history = History(start_server(), document, zone, PLACES[zone], chance)
    for _ in range(PURCHASES):
        history.step()
    for _ in range(2):
        for _ in range(RUNS // 2):
            history.check()
        history.erase()
    for _ in range(5):
        history.check()

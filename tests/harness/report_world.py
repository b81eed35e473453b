"""A store to run reports in: people, products and what they bought."""

from datetime import datetime, timedelta, timezone

from harness.contacts import Contacts
from harness.custom_events import Integrations
from harness.purchases import Shop
from harness.reports import Reports

COUNT = ["numberOfPurchases"]


class World:
    """A store of its own."""

    def __init__(self, server, document):
        self.client, self.key = server.client(document), server.admin_key
        self.shop, self.reports = Shop(self.client, self.key), Reports(self.client, self.key)
        self.contacts, self.integrations = Contacts(self.client, self.key), Integrations(self.client, self.key)
        self.ada, self.bob = self.shop.contact(), self.shop.contact()
        self.mug = self.shop.product("mug", brand="Kiln", categories=["Home/Mugs", "Gifts"])["productId"]
        self.pot = self.shop.product("pot")["productId"]

    def settle(self, zone):
        answer = self.client.call("PATCH", "/admin/v1/store", json={"timezone": zone}, key=self.key)
        assert answer.status == 200, answer.summary()

    def buy(self, when, who=None, products=("mug",), **more):
        return self.shop.bought(self.shop.order(who or self.ada, *products, purchaseDate=when, **more))

    def rows(self, groupings, from_date, to_date, metrics=COUNT, category="purchases", **more):
        return self.reports.rows(category, metrics, groupings, from_date, to_date, **more)

    def today(self):
        """Days that this moment is surely in."""
        now = datetime.now(timezone.utc)
        return [(now + timedelta(days=days)).date().isoformat() for days in (-1, 1)]

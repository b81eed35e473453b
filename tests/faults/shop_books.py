"""Everything in a shop's database that must agree with the rest of it, added up from scratch."""

import json
import shutil
import sqlite3
import tempfile
from collections import Counter, defaultdict
from contextlib import contextmanager
from pathlib import Path

DAY_MILLISECONDS = 86_400_000


@contextmanager
def opened_copy(folder):
    """A connection to a copy of the files that a server left, so that the server's own are as it left them."""
    with tempfile.TemporaryDirectory() as copy:
        for name in ("tradewind.db", "tradewind.db-wal"):
            if (Path(folder) / "data" / name).exists():
                shutil.copy(Path(folder) / "data" / name, copy)
        connection = sqlite3.connect(Path(copy) / "tradewind.db")
        try:
            yield connection
        finally:
            connection.close()


class Books:
    """What the tables hold, read once."""

    def __init__(self, connection):
        self.purchases = {row[0]: row[1:] for row in connection.execute(
            "SELECT id, purchase_id, contact_id, activity_id, total_price, purchased_at, items FROM purchases")}
        self.identifiers = dict(connection.execute("SELECT purchase, identifier_key FROM purchase_identifiers"))
        self.contacts = {row[0]: row[1:] for row in connection.execute(
            "SELECT id, total_purchases, total_amount, returned_amount, first_purchase_at, last_purchase_at "
            "FROM contacts")}
        self.emails = dict(connection.execute("SELECT email_key, contact_id FROM contact_emails"))
        self.sales = {row[:2]: row[2:] for row in connection.execute(
            "SELECT product, day, purchases, units, sold_amount, returned_amount FROM product_sales")}
        self.activities = Counter(connection.execute(
            "SELECT contact_id, at, id FROM activities WHERE kind = 'purchase'").fetchall())
        self.activity_contacts = {row[0] for row in connection.execute("SELECT DISTINCT contact_id FROM activities")}

    @property
    def purchase_ids(self):
        return {purchase[0] for purchase in self.purchases.values()}

    def problem(self):
        """The first place where the books do not balance, or None."""
        named = {number: purchase[0] for number, purchase in self.purchases.items()}
        return (differing("identifiers of purchases", self.identifiers, named) or
                differing("totals of contacts", self.contacts, self._totals()) or
                differing("sales of products", self.sales, self._sales()) or
                differing("activities of purchases", self.activities, self._journal()) or
                differing("contacts with activities", self.activity_contacts - self.contacts.keys(), set()) or
                differing("contacts by address", set(self.emails.values()), set(self.contacts)))

    def _totals(self):
        totals = {contact: (0, 0, 0, None, None) for contact in self.contacts}
        for _, contact, _, price, at, _ in self.purchases.values():
            if contact is not None:
                count, amount, returned, first, last = totals.get(contact, (0, 0, 0, None, None))
                totals[contact] = (count + 1, amount + price, returned + max(0, -price),
                                   at if first is None else min(first, at), at if last is None else max(last, at))
        return totals

    def _sales(self):
        sums = defaultdict(lambda: [0, 0, 0, 0])
        for _, _, _, _, at, items in self.purchases.values():
            counted = set()
            for item in json.loads(items, parse_float=str, parse_int=str):
                place = (int(item["id"][8:], 16), at // DAY_MILLISECONDS)
                price = ten_thousandths(item["price"])
                sums[place][0] += place not in counted
                sums[place][1] += int(item["quantity"])
                sums[place][2] += max(0, price)
                sums[place][3] += max(0, -price)
                counted.add(place)
        return {place: tuple(sum_) for place, sum_ in sums.items()}

    def _journal(self):
        return Counter((contact, at, activity) for _, contact, activity, _, at, _ in self.purchases.values()
                       if contact is not None)


def ten_thousandths(digits):
    sign, digits = (-1, digits[1:]) if digits.startswith("-") else (1, digits)
    whole, _, part = digits.partition(".")
    return sign * (int(whole) * 10_000 + int(part.ljust(4, "0")))


def differing(what, kept, summed):
    if kept == summed:
        return None
    return f"the {what} differ: {kept} is kept, {summed} follows from the rest" if len(str(kept)) < 500 else \
        f"the {what} differ, such as {first_difference(kept, summed)}"


def first_difference(kept, summed):
    if isinstance(kept, set):
        return min(kept ^ summed)
    place = min(place for place in kept.keys() | summed.keys() if kept.get(place) != summed.get(place))
    return f"{place}: {kept.get(place)} is kept, {summed.get(place)} follows from the rest"

"""Whoever hands in files and asks for files: imports and exports that are made, cancelled and deleted, through every
door. What becomes of their rows is judged where they are killed at work; here only they themselves are."""

from harness.exports import COLLECTION as EXPORTS
from harness.exports import CONTACTS
from harness.exports import MANAGED as MANAGED_EXPORTS
from harness.imports import FORM, MANAGEMENT, PUBLIC, form, rows_of
from harness.purchase_imports import COLLECTION as PURCHASE_IMPORTS
from harness.purchase_imports import CSV, csv_file
from harness.reports import REPORTS
from history import Thing

FILES_AT_ONCE_MAX = 8
DAYS = {"fromDate": "2026-03-01", "toDate": "2026-03-31"}


class Errand:
    """A file that is handed in or asked for."""

    def __init__(self, collection, sent, word="", cancelled_in=None):
        self.collection = collection
        self.sent = sent  # What a request has beside its path.
        self.target = collection + word
        self.cancelled_in = cancelled_in  # Where it is cancelled, which the public door cannot.


def imports(desk, address):
    """What this contact has, and bought: again and again, so that nothing grows."""
    desk.made("/products/product-id/imported", {
        "name": "Mug", "productDetailUrl": "https://shop.example/p", "unitPrice": 1}, "PATCH")
    contacts = {"body": form(rows_of(["_email"], [address])), "headers": FORM}
    purchases = {"body": csv_file([("B-1", address, 1, 1, "imported", 1, 1)]), "headers": CSV}
    return [Errand(PUBLIC, contacts, cancelled_in=MANAGEMENT), Errand(MANAGEMENT, contacts, cancelled_in=MANAGEMENT),
            Errand(PURCHASE_IMPORTS, purchases, cancelled_in=PURCHASE_IMPORTS)]


def exports(desk):
    report = desk.made(REPORTS, {"name": "Sold", "category": "purchases", "metrics": ["numberOfPurchases"],
                                 "groupings": ["date"]})["id"]
    activities = {"json": {**CONTACTS, "exportType": "activities", "filters": DAYS}}
    of_report = {"json": {"delimiter": ",", "filters": {"reportId": report, **DAYS}}}
    return [Errand(EXPORTS, {"json": CONTACTS}), Errand(MANAGED_EXPORTS, activities),
            *(Errand(door, of_report, word="type/data-explorer") for door in (EXPORTS, MANAGED_EXPORTS))]


class Files:
    """Asks for what works by itself from then on."""

    def __init__(self, errands):
        self._errands = errands
        self._files = {}  # {path: Thing}, its value being "there" or "cancelled".
        self._cancels = {}  # {path: where it is cancelled}.

    def step(self, call, chance, _):
        known = [path for path, thing in self._files.items() if len(thing.possible) == 1 and thing.possible != {None}]
        if len(known) < 2 or len(known) < FILES_AT_ONCE_MAX and chance.random() < 0.5:
            self._make(call, chance.choice(self._errands))
            return
        path = chance.choice(known)
        if path in self._cancels and self._files[path].possible == {"there"} and chance.random() < 0.7:
            self._change(call, path, "cancelled", "POST", self._cancels[path], 200)
        else:
            self._change(call, path, None, "DELETE", path, 204)

    def _make(self, call, errand):
        # 400: so many wait already.
        answer = call("POST", errand.target, 201, 400, **errand.sent)
        if answer is None or answer.status != 201:
            return
        file_id = answer.json()["id"]
        self._files[errand.collection + file_id] = Thing("there")
        if errand.cancelled_in:
            self._cancels[errand.collection + file_id] = f"{errand.cancelled_in}{file_id}/cancel"

    def _change(self, call, path, value, method, target, done):
        thing = self._files[path]
        (before,) = thing.possible
        thing.begin(value)
        # 409: it has ended, or has not.
        answer = call(method, target, done, 409)
        if answer is not None:
            thing.acknowledge(value if answer.status == done else before)

    def problem(self, desk):
        for path, thing in list(self._files.items()):
            found = desk.get(path)
            if problem := thing.problem_with(found and self._state_of(found)):
                return f"imports and exports: {problem}"
            if found is None:
                del self._files[path]
        return None

    @staticmethod
    def _state_of(found):
        return found["status"] if found["status"] in ("cancelled", "error") else "there"

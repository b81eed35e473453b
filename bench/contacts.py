"""Data folders with contacts in them, for those who measure: made once, and copied for every round that writes."""

import contextlib
import functools
import json
import shutil
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from rig import start_tradewind, stop

# What the store knows of its contacts beside our own fields; contact_values.cpp has their values.
CUSTOM_FIELDS = [
    {"id": "city", "name": "City", "type": "text"},
    {"id": "shoeSize", "name": "Shoe size", "type": "integer"},
    {"id": "tier", "name": "Tier", "type": "radio",
     "options": [{"id": word, "label": word} for word in ("bronze", "silver", "gold")]},
    {"id": "interests", "name": "Interests", "type": "checkbox", "defaultValue": [],
     "options": [{"id": word, "label": word} for word in ("running", "climbing", "reading", "cooking")]},
]
PRODUCTS = 500
EVENT_TYPE = {
    "name": "Workshop booked", "category": "receive", "alias": "booked", "receiveType": "api", "fields": [
        {"id": "guest", "name": "Guest", "type": "email", "required": True, "isPrimaryKey": True},
        {"id": "workshop", "name": "Workshop", "type": "radio",
         "options": [{"id": word, "label": word} for word in ("wheel", "glazing")]},
        {"id": "seats", "name": "Seats", "type": "integer"}, {"id": "paid", "name": "Paid", "type": "boolean"},
        {"id": "price", "name": "Price", "type": "decimal"}, {"id": "note", "name": "Note", "type": "text"}]}


@dataclass
class ContactData:
    """A data folder of the service, which nothing runs on."""

    folder: Path
    contacts: int

    @property
    def file(self):
        return self.folder / "tradewind.db"

    def copy(self, rig, name):
        target = rig.new_folder(name) / "data"
        rig.run(["cp", "-r", self.folder, target])
        return ContactData(target, self.contacts)

    def remove(self):
        shutil.rmtree(self.folder.parent)

    def count_activities(self):
        return self.count("activities")

    def count(self, table):
        return self.rows(f"SELECT count(*) FROM {table}")[0][0]

    def rows(self, sql):
        with contextlib.closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as database:
            return database.execute(sql).fetchall()


def product(number):
    """With the details that most shops send."""
    return {"name": f"Celadon mug {number}", "productDetailUrl": f"https://shop.example/p/mug-{number}",
            "unitPrice": 19.99, "unitPriceOriginal": 24.5, "brand": "Brisa", "categories": ["/Kitchen/Mugs"],
            "imageUrl": f"https://shop.example/i/mug-{number}.jpg", "tags": ["handmade", "green"],
            "description": "A mug of green glaze, turned by hand and fired twice. It holds a quarter of a litre."}


def make_definitions(rig, data, arguments=()):
    """The service makes the schema, the fields, the products and an event type; it ends before this returns."""
    server = start_tradewind(rig, data, arguments=arguments)
    for field in CUSTOM_FIELDS:
        server.send("POST", "/contact-fields/", field)
        time.sleep(0.002)  # Those of one millisecond are in another order than contact_values.cpp has them.
    for number in range(PRODUCTS):
        server.send("PATCH", f"/products/product-id/p-{number}", product(number))
    integration = json.loads(server.send("POST", "/custom-integrations/", {"name": "Workshops", "eventsEnabled": True}))
    server.send("POST", f"/custom-integrations/{integration['id']}/custom-event-types/", EVENT_TYPE)
    stop(server.process)


@functools.cache
def make_contacts(rig, count):
    """Made once a run, for all who measure."""
    data = ContactData(rig.new_folder(f"contacts-{count}") / "data", count)
    make_definitions(rig, data.folder)
    rig.run([rig.folder / "contact_loop", "fill", data.file, count])
    return data


class ContactLoads:
    """What wrk sends."""

    def __init__(self, rig):
        here = Path(__file__).parent
        shutil.copy(here / "contact_address.lua", rig.folder)  # The scripts ask for it beside themselves.
        self._patch = Path(shutil.copy(here / "contact_patch.lua", rig.folder))
        self._post = Path(shutil.copy(here / "purchase_post.lua", rig.folder))
        self._event = Path(shutil.copy(here / "custom_event_post.lua", rig.folder))
        self._get = Path(shutil.copy(here / "contact_get.lua", rig.folder))
        self._bodies = rig.folder / "bodies"
        self._bodies.write_text(rig.run([rig.folder / "contact_loop", "bodies"]))

    def patches(self, contacts):
        return {"script": [self._patch, self._bodies, contacts], "headers": {"Content-Type": "application/json"}}

    def purchases(self, contacts):
        return {"script": [self._post, contacts, PRODUCTS], "headers": {"Content-Type": "application/json"}}

    def events(self, contacts, events=1):
        path = "/custom-events/alias/booked" + ("/batch" if events > 1 else "")
        return {"script": [self._event, contacts, path, events], "headers": {"Content-Type": "application/json"}}

    def gets(self, contacts, path="/contacts/email/"):
        return {"script": [self._get, path, contacts]}

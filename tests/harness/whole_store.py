"""A store with something of everything, and all that it answers."""

import json
import socket
import time
from datetime import datetime, timedelta, timezone

from harness.contacts import by_email
from harness.coupons import Coupons, definition, fresh_codes
from harness.custom_events import Integrations, receiving, sending
from harness.exports import Exports
from harness.imports import FORM, form
from harness.imports import rows_of as csv_of
from harness.purchases import Shop
from harness.segments import Segments
from harness.workflows import Workflows, waiting

TODAY = datetime.now(timezone.utc).date()


def fill(server):
    """Something of everything."""
    client, key = server.client(), server.admin_key
    call = lambda method, path, **more: client.call(method, path, key=key, **more)
    choices = {"options": [{"id": "a", "label": "Ä"}, {"id": "b", "label": "B"}]}
    for kind, more in {"text": {}, "integer": {}, "decimal": {}, "date": {}, "boolean": {"defaultValue": False},
                       "radio": choices, "checkbox": choices | {"defaultValue": ["b"]}}.items():
        made = call("POST", "/contact-fields/", json={"id": f"f-{kind}", "name": kind, "type": kind, **more})
        assert made.status == 201, made.summary()
    values = {"f-text": "naïve \"'\\ €", "f-integer": -7, "f-decimal": 19.99, "f-date": "2026-01-02", "f-boolean": True,
              "f-radio": "a", "f-checkbox": ["a", "b"]}
    shop = Shop(client, key)
    people = [shop.contact(_name=f"Ada {number}", _externalId=f"X-{number}", **values) for number in range(5)]
    for number in range(3):
        shop.product(f"mug-{number}", tags=["a", "b"], unitPrice=10.5 + number)
    for person in people:
        shop.bought(shop.order(person, "mug-0", "mug-1"))
    assert call("DELETE", by_email(people[4]["_email"])).status == 204
    integrations = Integrations(client, key)
    integration = integrations.make()["id"]
    received = integrations.make_type(receiving(), integration)
    integrations.make_type(receiving(receiveType="webhook"), integration)
    integrations.make_type(sending(webhookHeaders=[{"name": "X-Secret", "value": "v"}]), integration)
    # A name of this machine, which is refused at once.
    offered = integrations.make_type(sending(webhookUrl=f"http://{socket.gethostname()}/"), integration)
    tested = call("POST", f"/admin/v1/custom-event-types/{offered['id']}/test")
    assert tested.status == 201, tested.summary()
    event = call("POST", f"/custom-events/alias/{received['alias']}", json={"guest": people[0]["_email"]},
                 headers={"Idempotency-Key": "k"})
    assert event.status < 300, event.summary()
    coupons = Coupons(client, key)
    coupon_set = coupons.make(fresh_codes(20))
    coupons.make_single()
    assert call("POST", "/admin/v1/workflows/",
                json={"name": "W", "definition": definition(coupon_set["id"])}).status == 201
    workflows = Workflows(client, key)
    waited = workflows.publish(waiting())
    workflows.settled(waited, workflows.started(waited, people[0], values={"total": 1.50}))
    segments = Segments(client, key)
    segment = segments.make()
    members = {"contacts": [{"email": person["_email"]} for person in people[:3]]}
    assert call("POST", segments.members_path(segment["id"]), json=members).status == 200
    rows = [["_email", "_name"], ["imported@example.org", "I"], ["no address", "x"]]
    assert call("POST", "/imports/", body=form(csv_of(*rows)), headers=FORM).status < 300
    exports = Exports(client, key)
    exports.await_end(exports.create().json()["id"])
    while call("GET", "/imports/").json()["results"][0]["status"] in ("queued", "inProgress"):
        time.sleep(0.02)  # The import ends by itself.


COLLECTIONS = ("/contact-fields/", "/custom-integrations/", "/coupon-sets/", "/workflows/", "/imports/", "/exports/",
               "/admin/v1/contacts/", "/admin/v1/products/", "/admin/v1/purchases/", "/admin/v1/segments/",
               "/admin/v1/deliveries/",
               "/admin/v1/reports/", "/admin/v1/coupon-sets/", "/admin/v1/workflows/", "/admin/v1/imports/",
               "/admin/v1/exports/", "/admin/v1/purchase-imports/", "/admin/v1/audit/", "/admin/v1/api-keys/")
BENEATH = {"/admin/v1/contacts/": ("activities/", "purchases/", "segments/", "runs/", "export"),
           "/admin/v1/segments/": ("members/",), "/admin/v1/workflows/": ("numbers",), "/admin/v1/coupon-sets/": ("codes/",),
           "/admin/v1/reports/": (f"rows?fromDate={TODAY - timedelta(5)}&toDate={TODAY + timedelta(2)}",), "/custom-integrations/": ("custom-event-types/",)}
# What says when it was asked, or for how long a link is good.
MOVING = ("lastUsedAt", "exportedAt", "errorReportFileUrl", "fileUrl", "url")


def without_moving(value):
    if isinstance(value, dict):
        return {name: without_moving(one) for name, one in value.items() if name not in MOVING}
    return [without_moving(one) for one in value] if isinstance(value, list) else value


def everything(server, key):
    """All that it answers, by path."""
    client, answers = server.client(), {}

    def get(path):
        answer = client.call("GET", path, key=key)
        body = answer.body.decode()
        try:
            body = without_moving(json.loads(body))
        except ValueError:
            pass
        answers[path] = (answer.status, body)
        return body

    get("/store/"), get("/admin/v1/store")
    for collection in COLLECTIONS:
        for item in get(collection + "?pageSize=100").get("results", []):
            item_id = item.get("id") or item.get("_id")
            if item_id and collection not in ("/admin/v1/products/", "/admin/v1/purchases/", "/admin/v1/audit/"):
                get(collection + item_id)
                for beneath in BENEATH.get(collection, ()):
                    get(f"{collection}{item_id}/{beneath}")
    return answers

"""A shop for a first look: added to an empty store, looked at, and taken out again without a trace of it."""

import pytest

from harness.segments import COLLECTION as SEGMENTS
from harness.segments import until
from harness.workflows import chain

PATH = "/admin/v1/sample-data"
CONTACTS, PRODUCTS = 300, 96


class Store:
    """One that nobody has used yet; `restart` after a kill."""

    def __init__(self, start_server, document):
        self._start, self._document = start_server, document
        self.server = start_server()
        self.client = self.server.client(document)

    def restart(self):
        self.server.kill()
        self.server = self._start(folder=self.server.folder)
        self.client = self.server.client(self._document)

    def call(self, method, path, **more):
        return self.client.call(method, path, key=self.server.admin_key, **more)

    def read(self, path):
        answer = self.call("GET", path)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def await_state(self, state):
        return until(lambda: self.read(PATH), lambda found: found["state"] == state)

    def add(self):
        assert self.call("POST", PATH).status == 202
        return self.await_state("there")

    def remove(self):
        assert self.call("DELETE", PATH).status == 202
        return self.await_state("none")

    def all_of(self, path):
        rows, target = [], path + "?pageSize=100"
        while target:
            page = self.read(target)
            rows += page["results"]
            following = page["links"].get("next")
            target = following and following[following.index(path.split("/")[1]) - 1:]
        return rows

    def names(self, path):
        return sorted(one["name"] for one in self.all_of(path))

    def own_fields(self):
        return [one["id"] for one in self.read("/contact-fields/")["results"] if one["custom"]]


@pytest.fixture
def store(start_server, document):
    return Store(start_server, document)


def test_an_empty_store_gets_a_shop_that_runs(store):
    assert store.read(PATH) == {
        "state": "none", "canBeAdded": True, "days": 730, "daysDone": 0, "kept": [], "problem": None}
    before = store.read("/admin/v1/store")
    begun = store.call("POST", PATH)
    assert begun.status == 202 and begun.json()["state"] == "adding" and not begun.json()["canBeAdded"]
    there = store.await_state("there")
    assert there["daysDone"] == 730 and there["problem"] is None and there["kept"] == []
    contacts, purchases = store.all_of("/admin/v1/contacts/"), store.all_of("/admin/v1/purchases/")
    assert len(contacts) == CONTACTS and len(purchases) > CONTACTS
    assert sum(one["_totalPurchases"] for one in contacts) == len(purchases)
    products = store.all_of("/admin/v1/products/")
    assert len(products) == PRODUCTS
    assert len(store.names(SEGMENTS)) == 6
    states = {one["name"]: one["status"] for one in store.all_of("/admin/v1/workflows/")}
    assert sorted(states.values()) == ["active", "active", "active", "draft"], states
    after = store.read("/admin/v1/store")
    assert {**after, "updatedAt": None} == {**before, "updatedAt": None}, "it stays the store that it is"
    # It follows what happens from now on, and is scored.
    lapsed, = (one for one in store.all_of(SEGMENTS) if one["name"] == "Lapsed buyers")
    until(lambda: store.read(SEGMENTS + lapsed["id"]), lambda found: found["build"]["state"] == "ready")
    until(lambda: store.all_of("/admin/v1/contacts/"), lambda found: any("_rfm" in one for one in found))
    assert store.call("POST", PATH + "?x=%zz").status == 400
    headers = {"Idempotency-Key": "another request"}
    assert store.call("POST", SEGMENTS, json={"name": "One", "kind": "static"}, headers=headers).status == 201
    assert store.call("POST", PATH, headers=headers).problem_paths == ["/Idempotency-Key"]
    again = store.call("POST", PATH)
    assert again.status == 409 and again.json()["detail"] == "The store has sample data already."


def test_what_is_the_stores_own_stays_when_it_goes(store):
    store.add()
    mine = store.call("PATCH", "/contacts/email/mine@example.org", json={"_name": "Mine", "city": "Bilbao"}).json()
    bought = store.call("POST", "/purchases/", json={
        "purchaseId": "own-1", "contactEmail": mine["_email"], "totalPrice": 8.9, "totalQuantity": 1,
        "products": [{"productId": "BR-001", "quantity": 1, "price": 8.9}]})
    assert bought.status == 201, bought.summary()
    sample = next(one for one in store.all_of("/admin/v1/contacts/") if one["id"] != mine["id"])
    store.call("PATCH", f"/contacts/email/{sample['_email']}", json={"_name": "Somebody else"})
    segment = store.call("POST", SEGMENTS, json={
        "name": "Families", "kind": "dynamic", "filter": {"field": "householdSize", "is": "atLeast", "value": 4}})
    assert segment.status == 201, segment.summary()
    made = store.call("POST", SEGMENTS, json={
        "name": "Left a cart", "kind": "dynamic", "filter": {"event": "cart-abandoned", "count": {"atLeast": 1}}})
    assert made.status == 201, made.summary()
    integration = f"/custom-integrations/{store.all_of('/custom-integrations/')[0]['id']}/"
    own = store.call("POST", integration + "custom-event-types/", json={
        "name": "Own", "category": "receive", "receiveType": "api", "alias": "own", "fields": [
            {"id": "email", "name": "E-mail", "type": "email", "required": True, "isPrimaryKey": True}]})
    assert own.status == 201, own.summary()
    gone = store.remove()
    assert gone["kept"] == ['event type "Cart abandoned": The custom event type is used by segment "Left a cart".',
                            'integration "Web shop": It has event types of the store\'s own, or that are in use.',
                            'contact field "People in the household": The contact field is used by segment "Families".',
                            'contact field "City": Contacts of the store have values of it.']
    assert gone["problem"] is None and not gone["canBeAdded"] and gone["daysDone"] == 0
    assert [one["id"] for one in store.all_of("/admin/v1/contacts/")] == [mine["id"]]
    left, = store.all_of("/admin/v1/purchases/")
    assert left["purchaseId"] == "own-1"
    assert store.names(SEGMENTS) == ["Families", "Left a cart"]
    assert sorted(store.own_fields()) == ["city", "householdSize"]
    assert store.names(f"{integration}custom-event-types/") == ["Cart abandoned", "Own"]
    for path in ("/admin/v1/products/", "/admin/v1/workflows/", "/admin/v1/coupon-sets/"):
        assert store.all_of(path) == [], path
    assert store.read("/contacts/email/mine@example.org")["city"] == "Bilbao"
    full = store.call("POST", PATH)
    assert full.status == 409 and "not empty" in full.json()["detail"]
    assert store.read(PATH) == gone
    seen = store.call("DELETE", PATH)
    assert seen.status == 202 and seen.json() == {**gone, "kept": []} == store.read(PATH), "the second time forgets it"
    told = [one["action"] for one in store.all_of("/admin/v1/audit/")]
    assert told.count("sample-data.add") == told.count("sample-data.remove") == 1


def test_it_can_be_taken_back_while_it_is_added_and_added_again(store):
    for days in (0, 1, 200):
        assert store.call("POST", PATH).status == 202
        until(lambda: store.read(PATH), lambda found: found["daysDone"] >= days)
        assert store.call("DELETE", PATH).status == 202
        assert store.call("DELETE", PATH).status == 202, "the second time changes nothing"
        assert store.await_state("none")["canBeAdded"]
        assert store.own_fields() == []
    store.add()
    assert len(store.all_of("/admin/v1/contacts/")) == CONTACTS
    assert store.remove()["canBeAdded"]


def test_a_kill_loses_nothing_of_it_and_doubles_nothing(store):
    assert store.call("POST", PATH).status == 202
    until(lambda: store.read(PATH), lambda found: found["daysDone"] > 0)
    for _ in range(3):
        store.restart()
    store.await_state("there")
    contacts, purchases = store.all_of("/admin/v1/contacts/"), store.all_of("/admin/v1/purchases/")
    assert len(contacts) == CONTACTS and len({one["purchaseId"] for one in purchases}) == len(purchases)
    assert sum(one["_totalPurchases"] for one in contacts) == len(purchases)
    assert len(store.names("/admin/v1/workflows/")) == 4 and len(store.names(SEGMENTS)) == 6
    assert store.call("DELETE", PATH).status == 202
    store.restart()
    assert store.await_state("none")["canBeAdded"]


@pytest.mark.parametrize("allowed", ["https://*.shop.example:8443", "shop.example"])
def test_its_products_are_in_a_domain_of_the_store(store, allowed):
    assert store.call("PATCH", "/admin/v1/store", json={"allowedDomains": [allowed]}).status == 200
    store.add()
    addresses = {one["productDetailUrl"].rsplit("/p/")[0] for one in store.all_of("/admin/v1/products/")}
    assert addresses == {"https://shop.example:8443" if "*" in allowed else "https://shop.example"}


@pytest.mark.parametrize(("method", "path", "body"), [
    ("PATCH", "/contacts/email/one@example.org", {}),
    ("PATCH", "/products/product-id/one", {"name": "One", "productDetailUrl": "https://shop.example/1", "unitPrice": 1}),
    ("POST", SEGMENTS, {"name": "One", "kind": "static"}),
    ("POST", "/contact-fields/", {"id": "one", "name": "One", "type": "text"}),
    ("POST", "/custom-integrations/", {"name": "One", "eventsEnabled": True}),
    ("POST", "/admin/v1/coupon-sets/", {"name": "One", "type": "single", "code": "ONE"}),
    ("POST", "/admin/v1/workflows/", {"name": "One", "definition": chain({"kind": "start"})}),
])
def test_a_store_in_which_is_something_stays_as_it_is(start_server, document, method, path, body):
    store = Store(start_server, document)
    made = store.call(method, path, json=body)
    assert made.status in (200, 201), made.summary()
    assert not store.read(PATH)["canBeAdded"]
    refused = store.call("POST", PATH)
    assert refused.status == 409 and "not empty" in refused.json()["detail"]
    assert store.read(PATH)["state"] == "none"

"""The ids that the service gives: how they look, and how they are read in every path that takes one."""

import re
from datetime import datetime, timezone

import pytest

from harness.contacts import fresh_email
from harness.coupons import Coupons
from harness.custom_events import Integrations, receiving
from harness.exports import Exports
from harness.imports import Imports
from harness.purchases import Shop

NO_IDS = ["x", "1", "0" * 23, "0" * 25, "g" * 24, "-" + "0" * 23, "0x" + "0" * 22, "%20" + "0" * 24, "0" * 23 + "%C3%A9"]


class Things:
    """One of each thing that has an id of the service."""

    def __init__(self, client, key):
        self._client, self._key = client, key
        self._coupons, self._integrations = Coupons(client, key), Integrations(client, key)

    def call(self, method, path, **more):
        return self._client.call(method, path, key=self._key, **more)

    def make(self, path):
        return getattr(self, "_" + path.split("/")[1].replace("-", "_") + "_" + str(path.count("{")))()

    def _purchases_1(self):
        shop = Shop(self._client, self._key)
        assert self.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}).status == 200
        return shop.bought(shop.order(shop.contact(), shop.product()["productId"]))

    def _products_1(self):
        assert self.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}).status == 200
        return Shop(self._client, self._key).product()

    def _exports_1(self):
        return Exports(self._client, self._key).made()

    def _imports_1(self):
        return Imports(self._client, self._key).take_in(f"_email\n{fresh_email()}\n".encode())

    def _coupon_sets_1(self):
        return self._coupons.make()

    def _workflows_1(self):
        return self._coupons.make_workflow()

    def _custom_integrations_1(self):
        return self._integrations.make()

    def _custom_integrations_2(self):
        integration = self._integrations.make()["id"]
        return {**self._integrations.make_type(receiving(), integration), "integration": integration}

    def _custom_events_1(self):
        return self._integrations.make_type(receiving())

    def tidy(self):
        self._coupons.tidy()
        self._integrations.tidy()


@pytest.fixture
def things(client, admin):
    made = Things(client, admin)
    yield made
    made.tidy()


PATHS = ["/purchases/{}", "/products/{}", "/exports/{}", "/imports/{}", "/coupon-sets/{}", "/workflows/{}",
         "/custom-integrations/{}", "/custom-integrations/{integration}/custom-event-types/{}", "/custom-events/id/{}"]


def ask(things, path, thing, service_id):
    """The status of the mildest request that the path takes."""
    target = path.replace("{integration}", thing.get("integration", "")).replace("{}", service_id)
    if path.startswith("/custom-events/"):
        return things.call("POST", target + "?createContact=true", json={"guest": fresh_email()}).status
    return things.call("GET", target).status


@pytest.mark.parametrize("path", PATHS)
def test_an_id_is_24_digits_in_either_case_and_anything_else_is_no_id(things, path):
    thing = things.make(path)
    service_id = thing["id"]
    assert re.fullmatch(r"[0-9a-f]{24}", service_id)
    for spelling in (service_id, service_id.upper()):
        assert ask(things, path, thing, spelling) in (200, 201)
    for no_id in NO_IDS:
        assert ask(things, path, thing, no_id) == 400, no_id


@pytest.mark.parametrize("path", PATHS)
def test_an_id_of_nothing_is_not_found(things, path):
    thing = things.make(path)
    first, last = thing["id"][:8], thing["id"][8:]
    other_second = f"{int(first, 16) + 1:08x}"
    for unknown in ("0" * 24, "f" * 24, other_second + last, first + f"{int(last, 16) + 1:016x}"):
        assert ask(things, path, thing, unknown) == 404, unknown


@pytest.mark.parametrize("path", PATHS)
def test_an_id_tells_its_second_and_later_ones_are_larger(things, path):
    first, second = things.make(path), things.make(path)
    assert first["id"] < second["id"]
    made = datetime.strptime(first["createdAt"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    assert abs(int(first["id"][:8], 16) - made.timestamp()) <= 1


def test_an_event_type_is_found_under_its_integration_in_either_case(things):
    path = "/custom-integrations/{integration}/custom-event-types/{}"
    thing = things.make(path)
    for integration in (thing["integration"], thing["integration"].upper()):
        assert ask(things, path, {"integration": integration}, thing["id"]) == 200
    for no_id in NO_IDS:
        assert ask(things, path, {"integration": no_id}, thing["id"]) == 400

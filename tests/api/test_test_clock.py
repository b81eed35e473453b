"""A store whose clock can be turned, and all others, whose clock cannot."""

from datetime import datetime, timezone

import pytest

from harness import processes
from harness.server import Server, StartRefused
from harness.turned_shop import TurnedShop

PATH = "/admin/v1/test-clock"


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def test_the_clock_goes_on_and_never_back(document):
    shop = TurnedShop("test_test_clock.py", document, folder=processes.make_folder())
    turned = shop.call("POST", PATH, json={"now": "2070-01-01T00:00:00Z"})
    assert turned.status == 200 and turned.json()["now"].startswith("2070-01-01T00:00:0"), turned.summary()
    contact = shop.shop.contact()
    assert contact["_createdAt"].startswith("2070-01-01T00:00:")
    for now in ("2069-12-31T23:59:59Z", "2020-01-01T00:00:00Z", "2080-01-01T00:00:01Z"):
        refused = shop.call("POST", PATH, json={"now": now})
        assert refused.status == 422 and refused.json()["validationErrors"][0]["path"] == "/now", refused.summary()
    assert shop.call("POST", PATH, json={}).status == 422
    assert shop.call("POST", PATH, body=b"{").status == 400
    shop.server.stop()
    again = Server(folder=shop.server.folder, arguments=["--test-clock"], owner="test_test_clock.py")
    made = again.client().call("PATCH", "/contacts/email/late@example.org", json={}, key=shop.key).json()
    assert made["_createdAt"].startswith("2070-01-01T00:"), "a restart keeps the time"
    again.stop()
    shop.receiver.close()


def test_a_store_is_started_as_it_was_made():
    made = Server(folder=processes.make_folder(), arguments=["--test-clock"], owner="test_test_clock.py")
    made.stop()
    with pytest.raises(StartRefused) as refusal:
        Server(folder=made.folder, owner="test_test_clock.py")
    assert "start it with that" in refusal.value.log
    usual = Server(folder=processes.make_folder(), owner="test_test_clock.py")
    usual.stop()
    with pytest.raises(StartRefused) as refusal:
        Server(folder=usual.folder, arguments=["--test-clock"], owner="test_test_clock.py")
    assert "without --test-clock" in refusal.value.log


def test_the_clock_of_every_other_store_cannot_be_turned(server, document):
    answer = server.client(document).call("POST", PATH, json={"now": "2070-01-01T00:00:00Z"}, key=server.admin_key)
    assert answer.status == 409, answer.summary()
    now = server.client().call("PATCH", "/contacts/email/now@example.org", json={}, key=server.admin_key).json()
    assert abs(instant(now["_createdAt"]) - datetime.now(timezone.utc)).total_seconds() < 600

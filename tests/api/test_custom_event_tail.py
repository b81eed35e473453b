"""The custom events that came in last, and following what comes in."""

import pytest

from harness.contacts import by_email, fresh_email
from harness.custom_events import Integrations, receiving
from harness.purchases import Shop

TAIL = "/admin/v1/custom-events/"
SEATS = {"id": "seats", "name": "Seats", "type": "integer", "required": False}


class Tail:
    def __init__(self, client, key):
        self.client, self.key = client, key
        self.integrations = Integrations(client, key)
        self.kind = self.integrations.make_type(receiving(SEATS))

    def call(self, method, path, **more):
        return self.client.call(method, path, key=self.key, **more)

    def send(self, seats, email=None):
        answer = self.call("POST", f"/custom-events/alias/{self.kind['alias']}?createContact=true",
                           json={"guest": email or fresh_email(), "seats": seats})
        assert answer.status == 201, answer.summary()
        return answer.json()["id"]

    def read(self, **query):
        answer = self.call("GET", TAIL + "?" + "&".join(f"{name}={value}" for name, value in query.items()))
        assert answer.status == 200, answer.summary()
        return answer.json()


def ids(tail):
    return [event["id"] for event in tail["events"]]


@pytest.fixture
def tail(client, admin):
    found = Tail(client, admin)
    yield found
    found.integrations.tidy()


def test_an_event_is_told_with_its_contact_and_what_it_says(tail):
    address = fresh_email()
    sent = tail.send(3, address)
    found = tail.read(pageSize=1)["events"]
    contact = tail.call("GET", by_email(address)).json()
    assert found == [{"id": sent, "at": found[0]["at"], "contactId": contact["id"], "email": address,
                      "eventTypeId": tail.kind["id"], "values": {"guest": address, "seats": 3}}]


def test_the_last_come_first_and_other_activities_are_left_out(tail):
    sent = [tail.send(number) for number in range(5)]
    assert tail.call("PATCH", by_email(fresh_email()), json={"_points": 1}).status == 200
    assert ids(tail.read(pageSize=5)) == sent[::-1]
    assert ids(tail.read(pageSize=2)) == sent[:-3:-1]


def test_what_comes_later_is_told_once_and_nothing_is_missed(tail):
    tail.send(0)
    place = tail.read(pageSize=1)["newest"]
    assert tail.read(after=place) == {"newest": place, "hasMore": False, "events": []}
    sent, found = [tail.send(number) for number in range(7)], []
    while True:
        part = tail.read(after=place, pageSize=3)
        found += ids(part)[::-1]
        place = part["newest"]
        if not part["hasMore"]:
            break
    assert found == sent
    assert ids(tail.read(after=place)) == []
    late = tail.send(9)
    assert ids(tail.read(after=place)) == [late]


def test_whoever_is_erased_is_told_of_no_longer(tail):
    kept, gone = fresh_email(), fresh_email()
    place = tail.read(pageSize=1)["newest"]
    sent = tail.send(1, kept)
    tail.send(2, gone)
    assert tail.call("DELETE", by_email(gone)).status == 204
    assert ids(tail.read(after=place)) == [sent] == ids(tail.read(pageSize=1))


def test_purchases_of_another_time_do_not_move_the_place(tail):
    tail.send(1)
    place = tail.read(pageSize=1)["newest"]
    purchases = Shop(tail.client, tail.key)
    buyer, mug = purchases.contact(), purchases.product()["productId"]
    for day in ("2020-01-01", "2099-01-01"):
        purchases.bought(purchases.order(buyer, mug, purchaseDate=day))
    sent = tail.send(2)
    assert ids(tail.read(after=place)) == [sent]
    assert ids(tail.read(pageSize=2))[0] == sent


@pytest.mark.parametrize("query, paths", [
    ("after=x", ["/after"]), ("after=1", ["/after"]), ("after=1.x", ["/after"]), ("after=.698077670b2fe60be4c00000", ["/after"]),
    ("after=1x.698077670b2fe60be4c00000", ["/after"]), ("pageSize=0", ["/pageSize"]),
    ("pageSize=101&after=", ["/pageSize", "/after"]),
])
def test_what_is_no_place_is_refused(client, admin, query, paths):
    answer = client.call("GET", f"{TAIL}?{query}", key=admin)
    assert answer.status == 422 and answer.problem_paths == paths


def test_it_has_no_pages(tail):
    assert tail.read(page="x", cursor="x", pageSize=1)["newest"] == tail.read(pageSize=1)["newest"]

"""`tradewind demo`: a store to look at, of any size, the same again for the same seed."""

import datetime
import re
from zoneinfo import ZoneInfo

import pytest

from harness import processes, scores
from harness.processes import run
from harness.recipes import recipes
from harness.segments import Segments, until

TOLD = re.compile(r"Brisa Home has (\d+) contacts, (\d+) products, (\d+) purchases and (\d+) events\.")


def fill(*arguments):
    """A new data folder that a demo went into, and the numbers that were told."""
    data = processes.make_folder() / "data"
    code, told, problem = run("demo", "--data", data, *arguments, timeout=120)
    assert code == 0, problem
    return data, [int(number) for number in TOLD.search(told).groups()]


@pytest.fixture(scope="module")
def filled():
    return fill("--contacts", "200")


@pytest.fixture
def served(filled, start_server):
    server = start_server(folder=filled[0].parent)
    yield server
    server.stop()


def all_of(server, path, **query):
    """Every row of a management list."""
    client, rows, page = server.client(), [], {**query, "pageSize": "100"}
    target = path + "?" + "&".join(f"{name}={value}" for name, value in page.items())
    while target:
        answer = client.call("GET", target, key=server.admin_key)
        assert answer.status == 200, answer.summary()
        rows += answer.json()["results"]
        following = answer.json()["links"].get("next")
        target = following and following[following.index("/admin/"):]
    return rows


def test_what_is_told_is_there_and_adds_up(filled, served):
    contacts = all_of(served, "/admin/v1/contacts/")
    purchases = all_of(served, "/admin/v1/purchases/")
    assert [len(contacts), len(all_of(served, "/admin/v1/products/")), len(purchases)] == filled[1][:3]
    assert len(contacts) == 200 and len(purchases) > 200 and filled[1][3] > 100
    assert sum(contact["_totalPurchases"] for contact in contacts) == len(purchases)
    assert sum(round(contact["_totalPurchasesAmount"] * 100) for contact in contacts) == \
        sum(round(purchase["totalPrice"] * 100) for purchase in purchases)
    now = datetime.datetime.now(datetime.timezone.utc)
    for row in purchases + contacts:
        made = datetime.datetime.fromisoformat(row.get("_createdAt", row.get("createdAt")).replace("Z", "+00:00"))
        assert now - datetime.timedelta(days=731) < made < now
    assert {contact.get("city") for contact in contacts} > {"Madrid", "Bilbao"}


def test_every_corner_of_the_store_has_something_in_it(served):
    client, key = served.client(), served.admin_key
    assert client.call("GET", "/store/", key=key).json()["name"] == "Brisa Home"
    for path in ("/admin/v1/segments/", "/admin/v1/coupon-sets/", "/admin/v1/workflows/", "/admin/v1/reports/",
                 "/custom-integrations/"):
        assert client.call("GET", path, key=key).json()["results"], path
    regulars, = (one for one in all_of(served, "/admin/v1/segments/") if one["kind"] == "static")
    sets = {found["name"]: found for found in client.call("GET", "/admin/v1/coupon-sets/", key=key).json()["results"]}
    assert regulars["members"] > 0 and sets["Welcome gift"]["assigned"] > 0


def test_three_workflows_run(served):
    client, key = served.client(), served.admin_key
    found = {one["name"]: one for one in all_of(served, "/admin/v1/workflows/")}
    assert sorted(name for name, one in found.items() if one["status"] == "active") == [
        "Abandoned cart", "First purchase", "Thanks to the regulars"]
    members = next(one["members"] for one in all_of(served, "/admin/v1/segments/") if one["kind"] == "static")
    path = f"/admin/v1/workflows/{found['Thanks to the regulars']['id']}/numbers"
    until(lambda: client.call("GET", path, key=key).json()["nodes"]["bought"],
          lambda bought: bought["entered"] == bought["waiting"] == members)


def in_the_store(text):
    """A moment on the calendar of the store, where days and years are counted."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(ZoneInfo("Europe/Madrid"))


def days_after(text, days):
    return in_the_store(text) + datetime.timedelta(days=days)


def year_after(text):
    moment = in_the_store(text)
    try:
        return moment.replace(year=moment.year + 1)
    except ValueError:
        return moment.replace(year=moment.year + 1, day=28)


def spent_on(category, purchases):
    """{contact id: what was paid for such things}"""
    spent = {}
    for purchase in purchases:
        for item in purchase["products"]:
            if category in item["categories"]:
                spent[purchase["contactId"]] = spent.get(purchase["contactId"], 0) + round(item["price"] * 100)
    return spent


def whole_purchases(server):
    """All of them with their items, which lists leave out."""
    client = server.client()
    return [client.call("GET", f"/purchases/{one['id']}", key=server.admin_key).json()
            for one in all_of(server, "/admin/v1/purchases/")]


def who_belongs(contacts, purchases):
    """{name of a segment: ids} at this moment, found in the plainest way."""
    now = scores.utc_now()
    kitchen = spent_on("Kitchen", [one for one in purchases if year_after(one["purchaseDate"]) > now])
    rules = {
        "Lapsed buyers": lambda one: one["_totalPurchases"] >= 2 and days_after(one["_lastPurchaseDate"], 90) <= now,
        "Big spenders in the kitchen": lambda one: kitchen.get(one["id"], 0) >= 200_00,
        "Subscribed without a purchase":
            lambda one: one["_totalPurchases"] == 0 and one["_newsletterSubscriptionStatus"] == "subscribed",
        "One-time buyers": lambda one: one["_totalPurchases"] == 1 and days_after(one["_firstPurchaseDate"], 30) <= now,
        "Newcomers of the last week": lambda one: days_after(one["_createdAt"], 7) > now,
    }
    return {name: {one["id"] for one in contacts if belongs(one)} for name, belongs in rules.items()}


def test_five_segments_of_the_page_find_their_members_once_it_is_served(served):
    segments = Segments(served.client(), served.admin_key)
    found = {one["name"]: one for one in all_of(served, "/admin/v1/segments/") if one["kind"] == "dynamic"}
    assert len(found) == 5
    for one in found.values():
        assert segments.await_build(one["id"])["build"]["state"] == "ready"

    def members():
        return {name: set(segments.members(one["id"])) for name, one in found.items()}

    contacts, purchases = all_of(served, "/admin/v1/contacts/"), whole_purchases(served)
    # The clock may move somebody between the two looks.
    until(lambda: (members(), who_belongs(contacts, purchases)), lambda both: both[0] == both[1])
    assert all(members().values())
    told = {recipe.title: recipe.filter for recipe in recipes().values()}
    assert all(segments.read(one["id"])["filter"] == told[name] for name, one in found.items())


def test_its_customers_are_scored_as_soon_as_it_is_served(served):
    scores.await_made(served, scores.due_at(scores.utc_now()))
    buyers = [contact for contact in all_of(served, "/admin/v1/contacts/") if contact["_totalPurchases"] > 0]
    groups = {contact["_rfm"] for contact in buyers}
    assert {"champions", "lost"} <= groups <= scores.GROUPS.keys()


def test_the_seed_decides(filled, start_server):
    again, numbers = fill("--contacts", "200")
    assert numbers == filled[1]
    other, others = fill("--contacts", "200", "--seed", "7")
    assert others != numbers
    addresses = []
    for data in (filled[0], again, other):
        server = start_server(folder=data.parent)
        addresses.append([contact["_email"] for contact in all_of(server, "/admin/v1/contacts/")])
        server.stop()
    assert addresses[0] == addresses[1] != addresses[2]


def test_the_smallest(start_server):
    data, numbers = fill("--contacts", "1")
    assert numbers[0] == 1


def test_it_goes_only_into_a_new_store(filled, start_server):
    code, _, problem = run("demo", "--data", filled[0])
    assert code == 1 and "This store holds contacts already." in problem
    for count in ("0", "-1", "x", "100000001"):
        assert run("demo", "--data", processes.make_folder() / "data", "--contacts", count)[0] > 0


@pytest.mark.only_sqlite
def test_a_running_server_keeps_its_store(start_server):
    server = start_server()
    code, _, problem = run("demo", "--data", server.data)
    assert code == 1 and "another process" in problem.lower(), problem

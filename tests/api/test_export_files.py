"""What stands in the files of exports: the columns of the page on exports, and the values that the interface answers."""

import csv
import io
import json
import re
import zipfile
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest

from harness.contacts import Contacts, by_email, by_external_id, fresh_email, fresh_id, options
from harness.custom_events import Integrations, receiving
from harness.exports import MANAGED, Exports
from harness.processes import ROOT
from harness.purchases import Shop
from harness.server import Server

PAGE = (ROOT / "docs" / "exports.md").read_text()
ZONE = "America/Los_Angeles"
ODD = 'Ada "the\nfirst", née; Lovelace 🎉\r\n\ttab'
FORMULAS = ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "'=1", "''\n"]
NOT_FORMULAS = ["", "a=1", "'a=1", "''", " =1", "1+1"]
UUID = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"


@pytest.fixture(scope="module")
def server():
    return Server(owner="test_export_files.py")


@pytest.fixture
def exports(client, admin):
    return Exports(client, admin)


@pytest.fixture
def shop(client, admin):
    return Shop(client, admin)


@pytest.fixture
def people(client, admin):
    with Contacts(client, admin) as made:
        yield made


@pytest.fixture
def in_zone(client, admin):
    assert client.call("PATCH", "/admin/v1/store", json={"timezone": ZONE}, key=admin).status == 200
    yield
    assert client.call("PATCH", "/admin/v1/store", json={"timezone": "UTC"}, key=admin).status == 200


def columns_of(title):
    """(column, since) of the first table under a heading of the page; None for the place of custom fields."""
    section = PAGE.split(f"## {title}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (?:`([^`]+)`|\*[^|]+\*) \| v(\d) \|", section, re.MULTILINE)
    return [(name or None, int(since)) for name, since in rows]


def item_columns():
    return re.findall(r"^\| `([^`]+)` \| [^|]*\|$", PAGE.split("-products.csv` has")[1], re.MULTILINE)


def today():
    return datetime.now(timezone.utc)


def all_of_today(**more):
    day = today().strftime("%Y-%m-%d")
    return {"exportType": "activities",
            "filters": {"fromDate": day, "toDate": day + "T23:59:59.999Z", **more}}


def cell_of(value):
    """How a value that the interface answers stands in a file."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "|".join(value)
    text = str(value)
    return text if not isinstance(value, float) else text.removesuffix(".0")


@pytest.mark.parametrize("version", range(1, 7))
def test_the_page_has_the_columns_of_contacts(exports, people, version):
    # Newest first, and by id where two were made in one millisecond.
    older, newer = sorted((fresh_id(), fresh_id()))
    people.make_field("text", id=older)
    people.make_field("integer", id=newer)
    header = exports.files(exports.made(version=f"v{version}")).popitem()[1].split(b"\n")[0].decode()
    expected = []
    for name, since in columns_of("Contacts"):
        if since <= version:
            expected += [newer, older] if name is None else [name]
    assert header == ",".join(f'"{name}"' for name in expected)


@pytest.mark.parametrize("version", range(1, 7))
def test_the_page_has_the_columns_of_activities(exports, version):
    files = exports.files(exports.made(all_of_today(), version=f"v{version}", delimiter=";"))
    names = [name for name in files]
    assert len(names) == 2 and names[1] == names[0].replace(".csv", "-products.csv")
    first, second = (text.split(b"\n")[0].decode() for text in files.values())
    assert first == ";".join(f'"{name}"' for name, since in columns_of("Activities") if since <= version)
    assert second == ";".join(f'"{name}"' for name in item_columns()) and len(item_columns()) == 28


def test_a_contact_stands_in_the_file_as_it_is_answered(exports, people, shop):
    fields = {kind: people.make_field(kind) for kind in ("text", "email", "integer", "decimal", "date")}
    fields["phone"] = people.make_field("phone", defaultCountryCode="34")
    fields["radio"] = people.make_field("radio", options=options("a", "b"))
    fields["checkbox"] = people.make_field("checkbox", options=options("x", "y", "z"), required=True, defaultValue=["y"])
    fields["boolean"] = people.make_field("boolean", required=True, defaultValue=False)
    full = {fields["text"]: ODD, fields["email"]: "odd+one@example.org", fields["integer"]: -42,
            fields["decimal"]: -12.5, fields["date"]: "2024-02-29", fields["phone"]: "+34600000001",
            fields["radio"]: "b", fields["checkbox"]: ["z", "x"], fields["boolean"]: True, "_name": ODD,
            "_surname": "Ünïcode 漢字", "_birthdate": "1815-12-10", "_mobilePhone": "+34651234567", "_points": -7,
            "_emailStatus": "paused", "_newsletterSubscriptionStatus": "subscribed", "_externalId": fresh_id()}
    ada = people.patched(by_email(fresh_email()), full)
    bare = people.patched(by_external_id(fresh_id()), {})
    shop.bought(shop.order(ada, shop.product()["productId"]))
    ada = people.read(by_email(ada["_email"]))
    done = exports.made(version="v6", delimiter=";")
    text, = exports.files(done).values()
    assert text.endswith(b'"\n') and not text.startswith(b"\xef\xbb\xbf") and text.count(b"\r\n") == ODD.count("\r\n") * 2
    rows = {row["Contact ID"]: row for row in exports.tables(done)[0]}
    assert len(rows) == done["total"]
    names = dict(re.findall(r"^\| `([^`]+)` \| v\d \| `(_\w+)` \|$", PAGE, re.MULTILINE))
    assert len(names) == 34
    for contact in (ada, bare):
        row = rows[contact["id"]]
        for column, field in names.items():
            assert row[column] == cell_of(contact.get(field)), column
        for field in fields.values():
            assert row[field] == cell_of(contact.get(field)), field
    times = people.call("GET", f"/admin/v1/contacts/{ada['id']}/activities/").json()["results"]
    subscribed, = [one["at"] for one in times if one["kind"] == "newsletter-subscribe"]
    assert rows[ada["id"]]["Subscription Date"] == subscribed and rows[bare["id"]]["Subscription Date"] == ""


def test_dates_are_those_of_the_store_but_birthdays_do_not_move(exports, people, in_zone):
    field = people.make_field("date")
    ada = people.patched(by_email(fresh_email()), {"_birthdate": "1985-04-01", field: "2024-02-29T23:30:00Z"})
    created = datetime.fromisoformat(ada["_createdAt"].replace("Z", "+00:00")).astimezone(ZoneInfo(ZONE))
    clock = created.strftime("%I:%M %p").lstrip("0")
    day = f"{created:%B} {created.day}, {created.year}"
    expected = {"ISO": (ada["_createdAt"], "1985-04-01T00:00:00.000Z", "2024-02-29T23:30:00.000Z"),
                "L": (created.strftime("%m/%d/%Y"), "04/01/1985", "02/29/2024"),
                "LL": (day, "April 1, 1985", "February 29, 2024"),
                "LLL": (f"{day} {clock}", "April 1, 1985 12:00 AM", "February 29, 2024 11:30 PM")}
    for word, cells in expected.items():
        row, = [one for one in exports.rows(dateFormat=word) if one["Contact ID"] == ada["id"]]
        assert (row["Created At"], row["Birthdate"], row[field]) == cells


def test_texts_that_look_like_formulas_are_guarded(exports, people):
    text, phone = people.make_field("text"), people.make_field("phone", defaultCountryCode="34")
    number, choice = people.make_field("integer"), people.make_field("radio", options=options("=a"))
    made = {}
    for value in FORMULAS + NOT_FORMULAS:
        body = {"_name": value, text: value or "x", phone: "+34600000001", number: -5, choice: "=a",
                "_externalId": value[:9] + fresh_id()}
        made[people.patched(by_email("+" + fresh_email()), body)["id"]] = value
    for row in exports.rows(version="v6"):
        if row["Contact ID"] in made:
            value = made[row["Contact ID"]]
            guard = "'" if value in FORMULAS else ""
            assert row["First name"] == guard + value and row[text] == guard + (value or "x")
            assert row["Email"].startswith("'+") and row["External ID"].startswith(guard + value[:9])
            assert (row[phone], row[number], row[choice]) == ("+34600000001", "-5", "=a")


def test_files_are_named_by_their_export_and_dated(exports):
    names = []
    for body, files in (({}, [""]), (all_of_today(), ["", "-products"])):
        for _ in range(2):
            begun = today()
            done = exports.made(body)
            with zipfile.ZipFile(io.BytesIO(exports.download(done))) as archive:
                entries = archive.infolist()
            stem = done["fileName"].removesuffix(".zip")
            assert re.fullmatch(f"export-{done['exportType']}-{UUID}", stem)
            assert [one.filename for one in entries] == [f"{stem}{each}.csv" for each in files]
            for one in entries:  # Dates in a ZIP are even seconds.
                dated = datetime(*one.date_time, tzinfo=timezone.utc)
                assert begun.timestamp() - 2 <= dated.timestamp() <= today().timestamp()
            assert exports.get(done["id"])["fileName"] == done["fileName"]
            names.append(stem[-36:])
    assert len(set(names)) == 4, "each has its own"


def test_fields_are_named_for_people(client, admin, people, exports):
    names = {"plain": "Shoe size", "twice": "Colour", "again": "Colour", "system": "First name", "fixed": "Last update date",
             "formula": "=SUM(1)", "id": "_email"}
    ids = {key: people.make_field("text", name=name) for key, name in names.items()}
    ids["odd"] = people.make_field("text", name=f"Colour ({ids['twice']})")
    managed = Exports(client, admin, MANAGED)
    done = managed.made(version="v6")
    assert done["origin"] == "app"
    header = list(csv.reader(io.StringIO(managed.files(done).popitem()[1].decode(), newline="")))[0]
    own = {"plain": "Shoe size", "twice": f"Colour ({ids['twice']})", "again": f"Colour ({ids['again']})",
           "system": f"First name ({ids['system']})", "fixed": f"Last update date ({ids['fixed']})",
           "formula": "'=SUM(1)", "id": f"_email ({ids['id']})",
           "odd": f"Colour ({ids['twice']}) ({ids['odd']})"}
    by_id = list(csv.reader(io.StringIO(exports.files(exports.made(version="v6")).popitem()[1].decode(), newline="")))[0]
    renamed = {ids[key]: own[key] for key in own} | {"Updated At": "Last update date"}
    assert header == [renamed.get(name, name) for name in by_id] and set(own.values()) <= set(header)


def test_the_guard_can_be_switched_off(start_server):
    server = start_server(config="exports.formula_guard = false\n")
    people = Contacts(server.client(), server.admin_key)
    people.patched(by_email(fresh_email()), {"_name": "=1+1"})
    assert [row["First name"] for row in Exports(server.client(), server.admin_key).rows()] == ["=1+1"]


def test_activities_tell_what_their_kinds_tell(exports, people, shop, client, admin):
    integrations = Integrations(client, admin)
    field = people.make_field("text")
    ada = people.patched(by_email(fresh_email()), {"_name": "Ada", field: "x", "_externalId": fresh_id()})
    mug = shop.product(brand="=Brand", tags=["a", "b"], categories=["Home/Cups"])
    order = shop.order(ada, mug["productId"], shop.product(name=ODD)["productId"], cartId="-c", paymentMethod="@card",
                       sourceType="marketplace", sourceName="Böse; \"Seite\"", totalPrice=20.05)
    bought = shop.bought(order)
    kind = integrations.make_type(receiving({"id": "room", "name": "Room", "type": "text"}))
    event = client.call("POST", f"/custom-events/id/{kind['id']}", key=admin,
                        json={"guest": ada["_email"], "room": ODD})
    assert event.status == 201, event.summary()
    integrations.tidy()
    done = exports.made(all_of_today(), version="v6")
    activities, items = exports.tables(done)
    assert done["total"] == len(activities)
    dates = [row["Date"] for row in activities]
    assert dates == sorted(dates)
    mine = {row["Activity Type"]: row for row in activities if row["Contact ID"] == ada["id"]}
    assert set(mine) == {"contact-created", "purchase", "custom-event"}
    listed = client.call("GET", f"/admin/v1/contacts/{ada['id']}/activities/", key=admin).json()["results"]
    for one in listed:
        row = mine[one["kind"]]
        assert (row["Activity ID"], row["Date"]) == (one["id"], one["at"])
        assert (row["Email"], row["External ID"]) == (ada["_email"], ada["_externalId"])
    assert set(mine["contact-created"]["Changed Fields"].split("|")) >= {"_name", field}
    purchase = mine["purchase"]
    assert (purchase["Purchase ID"], purchase["Total Price"], purchase["Total Quantity"]) == (
        order["purchaseId"], "20.05", "2")
    assert (purchase["Payment Method"], purchase["Cart ID"]) == ("'@card", "-c")
    assert (purchase["Purchase Source Type"], purchase["Purchase Source Name"]) == ("marketplace", "Böse; \"Seite\"")
    assert mine["custom-event"]["Event Type ID"] == kind["id"]
    assert json.loads(mine["custom-event"]["Event Values"])["room"] == ODD
    empty = {name: value for name, value in mine["contact-created"].items() if name.startswith(("Purchase", "Event"))}
    assert set(empty.values()) == {""}
    sold = [row for row in items if row["Purchase ID"] == order["purchaseId"]]
    assert [row["productId"] for row in sold] == [item["productId"] for item in bought["products"]]
    for row, item in zip(sold, bought["products"]):
        assert (row["Activity ID"], row["Contact ID"]) == (purchase["Activity ID"], ada["id"])
        for name in item_columns()[5:]:
            guard = "'" if name == "brand" and item.get(name) else ""
            assert row[name] == guard + cell_of(item.get(name)), name


def test_activities_are_chosen_by_time_and_kind(exports, people, shop):
    ada = people.patched(by_email(fresh_email()), {})
    mug = shop.product()["productId"]
    moments = ["2024-03-01T00:00:00.000Z", "2024-03-05T12:00:00.000Z", "2024-03-31T00:00:00.000Z",
               "2024-04-01T00:00:00.000Z"]
    ids = {moment: shop.bought(shop.order(ada, mug, purchaseDate=moment))["purchaseId"] for moment in moments}

    def found(start, end, *kinds):
        filters = {"fromDate": start, "toDate": end, "activityTypes": list(kinds)}
        return [row["Purchase ID"] for row in exports.rows(exportType="activities", filters=filters)]

    first, middle, last, after = (ids[moment] for moment in moments)
    assert found("2024-03-01", "2024-03-31") == [first, middle, last]
    assert found("2024-03-01", "2024-04-01") == [first, middle, last, after]
    assert found("2024-03-01T00:00:00.001Z", "2024-03-30T23:59:59.999Z") == [middle]
    assert found(moments[1], moments[1]) == [middle]
    assert found("2024-03-01", "2024-03-31", "purchase", "entity-created") == [first, middle, last]
    assert found("2024-03-01", "2024-03-31", "contact-updated") == []
    assert found("2024-03-01", "2024-03-31", "facebook-contact-sent") == []
    done = exports.made(exportType="activities", filters={"fromDate": "2024-03-01", "toDate": "2024-03-31",
                                                          "activityTypes": ["login"]})
    assert (done["status"], done["total"], done["progress"]) == ("finished", 0, 0)
    created = exports.rows(all_of_today(activityTypes=["entity-created"]))
    assert {row["Activity Type"] for row in created} == {"contact-created"}
    assert ada["id"] in [row["Contact ID"] for row in created]

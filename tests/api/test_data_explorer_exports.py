"""Exports of saved reports: what may be asked for, and that the file tells what the report tells."""

import csv
import io
import re
import zipfile
from urllib.parse import quote, urlsplit

import pytest

from harness.exports import MANAGED, Exports
from harness.purchases import Shop
from harness.reports import Reports
from harness.segments import Segments
from harness.server import Server

PATH = "type/data-explorer"
NOBODY = "698067900b2fcb68a0000000"
MARCH = {"fromDate": "2026-03-01", "toDate": "2026-03-31"}


@pytest.fixture(scope="module")
def server():
    return Server(owner="test_data_explorer_exports.py")


@pytest.fixture
def exports(client, admin):
    return Exports(client, admin)


@pytest.fixture
def reports(client, admin):
    with Reports(client, admin) as reports:
        yield reports


@pytest.fixture(scope="module")
def sold(server):
    """Purchases around the ends of March, in Madrid: the clock is moved on the 29th."""
    client = server.client()
    assert client.call("PATCH", "/admin/v1/store", json={"timezone": "Europe/Madrid"}, key=server.admin_key).status == 200
    shop = Shop(client, server.admin_key)
    contact, product = shop.contact(), shop.product()["productId"]
    for date, price in (("2026-02-28T22:59:59Z", 1), ("2026-02-28T23:00:00Z", 2), ("2026-03-15T12:00:00Z", 12.3456),
                        ("2026-03-15T13:00:00Z", 0.1), ("2026-03-31T21:59:59.999Z", 4), ("2026-03-31T22:00:00Z", 5)):
        shop.bought(shop.order(contact, product, totalPrice=price, purchaseDate=date,
                               sourceName="=evil()"))


def wanted(report, **filters):
    return {"delimiter": ",", "filters": {"reportId": report["id"], **MARCH, **filters}}


def ask(exports, body, **more):
    return exports.call("POST", PATH, json=body, **more)


def made(exports, body):
    answer = ask(exports, body)
    assert answer.status == 201, answer.summary()
    return exports.await_end(answer.json()["id"])


def rows_of(exports, done):
    with zipfile.ZipFile(io.BytesIO(exports.download(done))) as archive:
        name, = archive.namelist()
        text = archive.read(name).decode()
    assert text.endswith("\n") and "\r" not in text and not text.startswith("\ufeff")
    return name, list(csv.reader(io.StringIO(text, newline=""), delimiter=done["delimiter"], strict=True))


def test_the_file_tells_what_the_report_tells(client, exports, reports, sold):
    report = reports.make("purchases", ["numberOfPurchases", "totalPurchaseAmount"], ["date"], name="Sales / März")
    done = made(exports, wanted(report))
    assert done["status"] == "finished" and done["progress"] == done["total"]
    assert done | {"id": "", "createdAt": "", "finishedAt": "", "fileUrl": "", "fileName": "", "progress": 0, "total": 0} == {
        "id": "", "exportType": "data-explorer", "status": "finished", "origin": "api", "dateFormat": "ISO",
        "delimiter": ",", "filters": {"reportId": report["id"], **MARCH}, "version": "v1", "fileExtension": "zip",
        "fileName": "", "fileUrl": "", "createdAt": "", "finishedAt": "", "progress": 0, "total": 0}
    uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    assert re.fullmatch(f"Sales - März-20260301-20260331-{uuid}\\.zip", done["fileName"])
    told = client.call("GET", urlsplit(done["fileUrl"]).path).header("Content-Disposition")
    assert told == f'attachment; filename="{done["fileName"].replace("ä", "__")}"; ' \
                   f"filename*=UTF-8''{quote(done['fileName'], safe='')}"
    name, (header, *rows) = rows_of(exports, done)
    assert name == done["fileName"].replace(".zip", ".csv")
    assert header == ["date", "numberOfPurchases", "totalPurchaseAmount"]
    found = reports.table(report, MARCH["fromDate"], MARCH["toDate"])
    assert [row[0] for row in rows] == [row[0] for row in found["rows"]]
    assert [int(row[1]) for row in rows] == [row[1] for row in found["rows"]]
    bought = {row[0]: row[1:] for row in rows if row[1] != "0"}
    # Whole days of Madrid, both ends included; money has two decimals.
    assert bought == {"2026-03-01": ["1", "2.00"], "2026-03-15": ["2", "12.45"], "2026-03-31": ["1", "4.00"]}
    assert done["total"] == len(rows) == 31


def test_cells_that_people_typed_are_guarded(exports, reports, sold):
    report = reports.make("purchases", ["avgPurchaseAmount"], ["sourceName", "yearMonth"])
    done = made(exports, {**wanted(report), "delimiter": ";"})
    assert rows_of(exports, done)[1] == [["sourceName", "yearMonth", "avgPurchaseAmount"], ["'=evil()", "2026-03", "4.61"]]


def test_numbers_are_plain_and_what_has_no_value_is_an_empty_cell(exports, reports, client, admin, sold):
    segments = Segments(client, admin)
    shop = Shop(client, admin)
    inside, outside, product = shop.contact(), shop.contact(), shop.product()["productId"]
    segments.added(segments.make(name="=Guests")["id"], inside)
    for who, date in ((inside, "2023-08-01"), (inside, "2023-09-05"), (outside, "2023-09-05")):
        shop.bought(shop.order(who, product, purchaseDate=date))
    report = reports.make("purchases", ["numberOfFirstTimeBuyers", "avgPurchaseAmount"],
                          ["segment", "year", "month", "lifeMonth"])
    done = made(exports, wanted(report, fromDate="2023-09-01", toDate="2023-09-30"))
    assert rows_of(exports, done)[1] == [
        ["segment", "year", "month", "lifeMonth", "numberOfFirstTimeBuyers", "avgPurchaseAmount"],
        ["'=Guests", "2023", "9", "1", "0", "10.00"], ["", "2023", "9", "0", "1", "10.00"]]
    segments.tidy()


def test_an_average_is_rounded_once(exports, reports, client, admin, sold):
    shop = Shop(client, admin)
    contact, product = shop.contact(), shop.product()["productId"]
    for price in [0.1249] + [0] * 24:
        shop.bought(shop.order(contact, product, totalPrice=price, purchaseDate="2025-06-01T12:00:00Z"))
    report = reports.make("purchases", ["avgPurchaseAmount"], [])
    assert reports.table(report, "2025-06-01", "2025-06-01")["rows"] == [[0.005]]
    done = made(exports, wanted(report, fromDate="2025-06-01", toDate="2025-06-01"))
    assert rows_of(exports, done)[1] == [["avgPurchaseAmount"], ["0.00"]]


def test_large_purchases_are_read_a_few_at_a_time(exports, reports, client, admin, sold):
    shop = Shop(client, admin)
    contact, product = shop.contact(), shop.product(description="x" * 10_000)["productId"]
    for _ in range(6):
        order = shop.order(contact, product, purchaseDate="2024-06-01T12:00:00Z")
        order["products"] = [{"productId": product, "quantity": 9007199254740991 // 2400, "price": 1}] * 400
        assert shop.buy(order).status == 201
    report = reports.make("products-sold", ["unitsSold"], ["product"])
    done = made(exports, wanted(report, fromDate="2024-06-01", toDate="2024-06-01"))
    assert done["status"] == "finished"
    assert rows_of(exports, done)[1] == [["product", "unitsSold"], [product, str(9007199254740991 // 2400 * 2400)]]


def test_a_report_without_rows_is_a_header(exports, reports, sold):
    report = reports.make("products-sold", ["unitsSold"], ["product"])
    done = made(exports, wanted(report, fromDate="2020-02-29", toDate="2020-02-29"))
    assert (done["status"], done["total"]) == ("finished", 0)
    assert rows_of(exports, done)[1] == [["product", "unitsSold"]]


def test_the_file_is_as_the_report_was_when_it_was_asked_for(exports, reports, sold):
    report = reports.make("purchases", ["numberOfPurchases"], ["year", "month"], name="Before")
    answer = ask(exports, wanted(report))
    changed = reports.call("PATCH", report["id"], json={"name": "After", "groupings": ["date"]})
    assert (answer.status, changed.status) == (201, 200)
    done = exports.await_end(answer.json()["id"])
    assert done["fileName"].startswith("Before-20260301-20260331-")
    assert rows_of(exports, done)[1] == [["year", "month", "numberOfPurchases"], ["2026", "3", "4"]]


def test_a_deleted_report_is_none_but_its_exports_stay(exports, reports, sold):
    report = reports.make()
    done = made(exports, wanted(report))
    assert reports.call("DELETE", report["id"]).status == 204
    assert exports.get(done["id"])["filters"]["reportId"] == report["id"]
    refused = ask(exports, wanted(report))
    assert (refused.status, refused.problem_paths) == (422, ["/filters/reportId"])


def test_a_report_that_names_a_deleted_field_is_refused(exports, reports, client, admin, sold):
    field = {"id": "taste", "name": "Taste", "type": "radio", "options": [{"id": "mild", "label": "Mild"}]}
    assert client.call("POST", "/contact-fields/", json=field, key=admin).status == 201
    report = reports.make("purchases", ["numberOfPurchases"], ["contact.taste"])
    assert client.call("DELETE", "/contact-fields/taste", key=admin).status == 204
    refused = ask(exports, wanted(report))
    assert (refused.status, refused.problem_paths) == (422, ["/filters/reportId"])


@pytest.mark.parametrize("body, paths", [
    ({}, ["/delimiter", "/filters/fromDate", "/filters/reportId", "/filters/toDate"]),
    ({"delimiter": "|", "filters": {"reportId": "x", "fromDate": "2026-02-30", "toDate": "2026-03-01T00:00:00Z"}},
     ["/delimiter", "/filters/fromDate", "/filters/reportId", "/filters/toDate"]),
    ({"delimiter": ",", "filters": {"reportId": NOBODY, **MARCH}}, ["/filters/reportId"]),
    ({"delimiter": ".", "filters": {"reportId": NOBODY, **MARCH}}, ["/delimiter", "/filters/reportId"]),
    ({"delimiter": ",", "filters": {"reportId": 1, "fromDate": 1, "toDate": None}},
     ["/filters/fromDate", "/filters/reportId", "/filters/toDate"]),
    ({"delimiter": ",", "filters": []}, ["/filters/fromDate", "/filters/reportId", "/filters/toDate"]),
])
def test_every_problem_is_told_at_its_place(exports, client, admin, body, paths):
    for some in (exports, Exports(client, admin, MANAGED)):
        answer = ask(some, body)
        assert answer.status == 422, answer.summary()
        assert sorted(answer.problem_paths) == paths


@pytest.mark.parametrize("path", ["", PATH])
def test_a_body_that_is_no_json(client, admin, exports, path):
    for some in (exports, Exports(client, admin, MANAGED)):
        assert some.call("POST", path, body=b"{", headers={"Content-Type": "application/json"}).status == 400


def test_at_most_31_days_in_their_order(exports, reports):
    report = reports.make()
    for first, last, is_good in (("2026-01-01", "2026-01-31", True), ("2026-01-01", "2026-02-01", False),
                                 ("2026-01-01", "2026-01-01", True), ("2026-01-02", "2026-01-01", False)):
        answer = ask(exports, wanted(report, fromDate=first, toDate=last))
        assert answer.status == (201 if is_good else 422), answer.summary()
        assert is_good or answer.problem_paths == ["/filters/toDate"]
        if is_good:
            exports.await_end(answer.json()["id"])


def test_managers_ask_likewise_and_leave_an_entry(client, admin, reports):
    managed = Exports(client, admin, MANAGED)
    done = made(managed, wanted(reports.make()))
    assert done["origin"] == "app" and done["status"] == "finished"
    entries = client.call("GET", "/admin/v1/audit/", key=admin).json()["results"]
    assert [one["action"] for one in entries if one["subject"] == done["id"]] == ["export.create"]


def test_one_request_twice_with_a_key_is_one_export(exports, reports):
    report = reports.make()
    headers = [("Idempotency-Key", "explorer-1")]
    first, second = (ask(exports, wanted(report), headers=headers) for _ in range(2))
    assert first.status == second.status == 201 and first.json()["id"] == second.json()["id"]
    done = exports.await_end(first.json()["id"])
    assert exports.call("DELETE", done["id"]).status == 204
    assert exports.call("GET", done["id"]).status == 404

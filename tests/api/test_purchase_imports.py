"""Past purchases in bulk: what a file may look like, what comes of it, and what becomes of the import."""

import json
import time

import pytest

from harness import processes
from harness.contacts import fresh_id
from harness.purchase_imports import COLLECTION, COLUMNS, CSV, NDJSON, PurchaseImports, csv_file
from harness.purchases import Shop, by_store_id, fresh_purchase_id

GONE_SECONDS_MAX = 30


@pytest.fixture
def shop(client, admin):
    assert client.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}, key=admin).status == 200
    return Shop(client, admin)


@pytest.fixture
def imports(client, admin):
    return PurchaseImports(client, admin)


def row_of(contact, product, purchase_id=None, **more):
    return {"purchaseId": purchase_id or fresh_purchase_id(), "contactEmail": contact["_email"], "totalPrice": "10.5",
            "totalQuantity": 1, "productId": product["productId"], "quantity": 1, "price": "10.5", **more}


def files_of(server):
    return sorted(path.name for path in (server.data / "files").iterdir() if path.name != "instance")


def test_a_csv_file_becomes_purchases(shop, imports):
    contact, mug, saucer = shop.contact(_externalId=fresh_id()), shop.product(), shop.product()
    one, two = row_of(contact, mug, totalPrice="30", totalQuantity="3"), row_of(contact, saucer)
    columns = (*COLUMNS, "purchaseDate", "cartId", "sourceType", "name", "tags", "remark")
    rows = [{**one, "purchaseDate": "2024-03-01T10:00:00+01:00", "cartId": "c-1", "sourceType": "point-of-sale"},
            {"purchaseId": one["purchaseId"], "productId": saucer["productId"], "quantity": 2, "price": "19.5",
             "name": "Second\nchoice, \"cheap\"", "tags": "blue|cup", "remark": "ignored"},
            {**two, "purchaseDate": "2024-04-01"}]
    made = imports.upload(csv_file(rows, columns))
    assert made.status == 201, made.summary()
    assert made.json() | {"id": "", "createdAt": ""} == {
        "id": "", "type": "purchases", "status": "queued", "total": 2, "success": 0, "errors": 0, "createdAt": "",
        "options": {"format": "csv", "delimiter": ","}, "origin": "api"}
    done = imports.await_end(made.json()["id"])
    assert (done["status"], done["success"], done["errors"]) == ("finished", 2, 0)
    assert done["createdAt"] <= done["startedAt"] <= done["finishedAt"] and "cancelledAt" not in done

    first = shop.call("GET", by_store_id(one["purchaseId"])).json()
    assert (first["contactId"], first["totalPrice"], first["cartId"]) == (contact["id"], 30, "c-1")
    assert (first["purchaseDate"], first["sourceType"]) == ("2024-03-01T09:00:00.000Z", "point-of-sale")
    assert [item["quantity"] for item in first["products"]] == [1, 2]
    assert first["products"][1]["name"] == "Second\nchoice, \"cheap\""
    assert first["products"][1]["tags"] == ["blue", "cup"]
    assert shop.totals(contact) == {
        "_totalPurchases": 2, "_totalPurchasesAmount": 40.5, "_averagePurchasesAmount": 20.25,
        "_firstPurchaseDate": "2024-03-01T09:00:00.000Z", "_lastPurchaseDate": "2024-04-01T00:00:00.000Z"}
    assert imports.call("GET", f"{COLLECTION}{done['id']}/errors").status == 404


def test_a_file_may_have_semicolons_a_mark_and_other_line_ends(shop, imports):
    contact, mug = shop.contact(), shop.product()
    body = b"\xef\xbb\xbf" + csv_file([row_of(contact, mug)], delimiter=";").replace(b"\n", b"\r\n\r\n")
    done = imports.take_in(body, {"Content-Type": "Text/CSV; charset=utf-8"}, "?delimiter=%3B")
    assert (done["total"], done["success"], done["options"]) == (1, 1, {"format": "csv", "delimiter": ";"})


def test_lines_of_json_become_purchases(shop, imports):
    contact, mug = shop.contact(), shop.product()
    orders = [shop.order(contact, mug["productId"], currency="EUR") for _ in range(3)]
    lines = [json.dumps(orders[0]), "", json.dumps(orders[1]), "{\"purchaseId\": 1}", "no json", json.dumps(orders[2])]
    done = imports.take_in("\n".join(lines).encode(), NDJSON)
    assert (done["total"], done["success"], done["errors"]) == (5, 3, 2)
    assert done["options"] == {"format": "ndjson"}
    assert all(shop.call("GET", by_store_id(order["purchaseId"])).status == 200 for order in orders)
    header, *refused = imports.report(done["id"])
    assert header == ["line", "reason"]
    assert [row[0] for row in refused] == ["4", "5"] and all(len(row) == 2 for row in refused)
    assert "purchaseId must be a string" in refused[0][1] and "products is required" in refused[0][1]
    assert "JSON" in refused[1][1]


def test_a_part_of_the_report_can_be_had(shop, imports):
    done = imports.await_end(imports.upload(csv_file([{**row_of(shop.contact(), shop.product()), "price": "x"}])).json()["id"])
    path = f"{COLLECTION}{done['id']}/errors"
    whole = imports.call("GET", path).body
    part = imports.call("GET", path, headers={"Range": "bytes=1-4"})
    assert (part.status, part.body) == (206, b"line") and part.header("Content-Range") == f"bytes 1-4/{len(whole)}"
    assert imports.call("GET", path, headers={"Range": f"bytes={len(whole)}-"}).status == 416


def test_what_is_refused_is_reported_with_its_line_and_reason(shop, imports):
    contact, mug = shop.contact(), shop.product()
    unknown = {**row_of(contact, mug), "contactEmail": "nobody-at-all@example.org"}
    bad = {**row_of(contact, mug), "totalPrice": "1,5", "quantity": "0"}
    strange = {**row_of(contact, mug), "productId": "no-such-product"}
    good = row_of(contact, mug)
    body = csv_file([unknown, bad, strange]) + b'x\n"y"z,,,,,,\n\xff,,,,,,\n\n' + csv_file([good]).split(b"\n", 1)[1]
    done = imports.take_in(body)
    assert (done["total"], done["success"], done["errors"]) == (7, 1, 6)
    header, *refused = imports.report(done["id"])
    assert header == ["line", "reason", *COLUMNS]
    assert [row[0] for row in refused] == ["2", "3", "4", "5", "6", "7"]
    assert refused[0][1].startswith("E0101: ") and refused[0][2:] == list(map(str, unknown.values()))
    assert refused[1][1].startswith("totalPrice must be a number; products/0/quantity ")
    assert refused[2][1] == "E0102: These products are not in the catalogue: no-such-product"
    assert refused[3][1:] == ["has 1 cells where the header has 7", "x"]
    assert refused[4][1:] == ["has something behind a closing quote"]
    assert refused[5][1:] == ["is not UTF-8"]


def test_addresses_outside_the_authorised_domains_are_refused(shop, imports):
    contact, mug = shop.contact(), shop.product()
    settings = {"allowedDomains": ["shop.example"]}
    assert shop.call("PATCH", "/admin/v1/store", json=settings).status == 200
    columns = (*COLUMNS, "productDetailUrl")
    row = {**row_of(contact, mug), "productDetailUrl": "https://elsewhere.example/p"}
    try:
        done = imports.take_in(csv_file([row], columns))
    finally:
        assert shop.call("PATCH", "/admin/v1/store", json={"allowedDomains": []}).status == 200
    assert done["errors"] == 1
    assert imports.report(done["id"])[1][1].startswith("E0103: ")


def test_sending_a_file_twice_changes_nothing(shop, imports):
    contact, mug = shop.contact(), shop.product()
    body = csv_file([row_of(contact, mug) for _ in range(5)])
    assert imports.take_in(body)["success"] == 5
    before = shop.totals(contact)
    again = imports.take_in(body)
    assert (again["total"], again["success"], again["errors"]) == (5, 5, 0)
    assert shop.totals(contact) == before


def test_the_body_decides_nothing_that_the_query_and_the_type_must(imports):
    for content_type in (None, "", "application/json", "text/plain", "multipart/form-data", "text/csvx"):
        answer = imports.upload(b"x", {"Content-Type": content_type})
        assert answer.status == 415 and "text/csv" in answer.json()["detail"], answer.summary()
    assert imports.upload(csv_file([]), query="?delimiter=%7C").problem_paths == ["/delimiter"]
    assert imports.upload(csv_file([]), CSV, **{"Content-Encoding": "gzip"}).status == 415
    assert imports.upload(csv_file([]), query="?x=%zz").status == 400


@pytest.mark.parametrize("body, reason", [
    (b"", "has no header"),
    (b"\n\n", "has no header"),
    (b"\xef\xbb\xbf", "has no header"),
    (",".join(COLUMNS[:-1]).encode() + b"\n1,2,3,4,5,6\n", "has no column price"),
    (",".join((*COLUMNS, "price")).encode() + b"\n", "has the column price twice"),
    (",".join(COLUMNS).replace("contactEmail", "email").encode() + b"\n", "has neither a column contactEmail nor"),
    (b'"a"b,c\n', "has a header that has something behind a closing quote"),
    (b'\xff\n', "has a header that is not UTF-8"),
])
def test_a_file_that_cannot_be_read_is_refused_as_a_whole(imports, server, body, reason):
    before = files_of(server)
    answer = imports.upload(body)
    assert answer.problem_paths == ["/file"] and reason in answer.json()["validationErrors"][0]["reason"]
    await_files(server, before)


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_header_alone_is_an_import_of_nothing(imports, end):
    made = imports.upload(",".join(COLUMNS).encode() + end)
    assert (made.status, made.json()["total"]) == (201, 0), made.summary()
    done = imports.await_end(made.json()["id"])
    assert (done["status"], done["success"], done["errors"]) == ("finished", 0, 0)


def test_an_empty_file_of_lines_is_refused(imports):
    assert imports.upload(b" \n\n", NDJSON).problem_paths == ["/file"]


def test_an_upload_can_be_sent_again_under_its_key(shop, imports, server):
    contact, mug = shop.contact(), shop.product()
    body, key = csv_file([row_of(contact, mug)]), {"Idempotency-Key": fresh_id()}
    first = imports.upload(body, **key)
    imports.await_end(first.json()["id"])
    before = files_of(server)
    again = imports.upload(body, **key)
    assert again.status == 201 and again.body == first.body and again.header("Idempotency-Replayed") == "true"
    other = imports.upload(csv_file([row_of(contact, mug)]), **key)
    assert other.problem_paths == ["/Idempotency-Key"]
    assert imports.upload(b"", **key).problem_paths == ["/Idempotency-Key"]
    assert imports.upload(body, **{"Idempotency-Key": ""}).problem_paths == ["/Idempotency-Key"]
    await_files(server, before)


def await_files(server, expected):
    """A file that is not wanted goes at once, but after the answer."""
    deadline = time.monotonic() + GONE_SECONDS_MAX
    while files_of(server) != expected:
        assert time.monotonic() < deadline, f"{files_of(server)} instead of {expected}"
        time.sleep(0.02)  # There is nothing to wait for but the time.


def test_imports_are_listed_newest_first_and_by_pages(start_server, document):
    server = start_server()
    imports = PurchaseImports(server.client(document), server.admin_key)
    made = [imports.take_in(csv_file([["x"]]))["id"] for _ in range(3)]
    first = imports.call("GET", COLLECTION + "?pageSize=2").json()
    assert [each["id"] for each in first["results"]] == made[:0:-1]
    second = imports.call("GET", first["links"]["next"].removeprefix(server.url)).json()
    assert [each["id"] for each in second["results"]] == made[:1]
    back = imports.call("GET", second["links"]["prev"].removeprefix(server.url)).json()
    assert back["results"] == first["results"]
    assert imports.call("GET", COLLECTION + "?page=0").problem_paths == ["/page"]


def test_an_import_that_ended_can_be_deleted_with_its_files(imports, server):
    before = files_of(server)
    done = imports.take_in(csv_file([["x"]]))
    assert len(imports.report(done["id"])) == 2
    assert files_of(server) != before
    assert imports.call("POST", f"{COLLECTION}{done['id']}/cancel").status == 409
    assert imports.call("DELETE", COLLECTION + done["id"]).status == 204
    for method, tail in (("GET", ""), ("DELETE", ""), ("POST", "/cancel"), ("GET", "/errors")):
        assert imports.call(method, COLLECTION + done["id"] + tail).status == 404
        assert imports.call(method, COLLECTION + "x" + tail).status == 400
        assert imports.call(method, COLLECTION + "f" * 24 + tail).status == 404
    await_files(server, before)


def test_an_import_can_be_cancelled_and_what_waits_cannot_be_deleted(start_server, document):
    server = start_server()
    shop, imports = (kind(server.client(document), server.admin_key) for kind in (Shop, PurchaseImports))
    contact, mug = shop.contact(), shop.product()
    body = csv_file([row_of(contact, mug) for _ in range(20_000)])
    working = imports.upload(body).json()["id"]
    waiting = [imports.upload(csv_file([row_of(contact, mug)])).json()["id"] for _ in range(9)]
    while imports.get(working)["success"] == 0:
        time.sleep(0.01)  # Until it is at work.
    assert imports.call("DELETE", COLLECTION + working).status == 409
    waiting.append(imports.upload(csv_file([row_of(contact, mug)])).json()["id"])
    full = imports.upload(csv_file([row_of(contact, mug)]))
    assert full.status == 400 and full.json()["code"] == "E0401"
    assert imports.call("DELETE", COLLECTION + waiting[-1]).status == 409
    stopped = imports.call("POST", f"{COLLECTION}{waiting[-1]}/cancel")
    assert stopped.status == 200 and stopped.json()["status"] == "cancelled"
    assert stopped.json()["cancelledAt"] >= stopped.json()["createdAt"] and "startedAt" not in stopped.json()

    key = {"Idempotency-Key": fresh_id()}
    stopped = imports.call("POST", f"{COLLECTION}{working}/cancel", headers=key)
    assert stopped.status == 200
    assert imports.call("POST", f"{COLLECTION}{working}/cancel", headers=key).body == stopped.body
    assert imports.call("POST", f"{COLLECTION}{waiting[0]}/cancel", headers=key).status == 422
    for each in waiting[:-1]:
        assert imports.await_end(each)["success"] == 1
    left = imports.get(working)
    assert left["status"] == "cancelled" and 0 < left["success"] < 20_000
    assert shop.totals(contact)["_totalPurchases"] == left["success"] + 9


def test_a_broken_upload_leaves_nothing_behind(client, admin, server):
    before = files_of(server)
    request = client.request("POST", COLLECTION, key=admin, body=b"x" * 1000,
                             headers={"Content-Type": "text/csv", "Content-Length": "2000"})
    with client.connect() as connection:
        connection.send(request)
        deadline = time.monotonic() + GONE_SECONDS_MAX
        while files_of(server) == before:
            assert time.monotonic() < deadline, "the body is not on its way to a file"
            time.sleep(0.01)  # The bytes are on their way.
    await_files(server, before)


def test_leftovers_of_a_kill_are_removed_at_the_next_start(start_server, document):
    folder = processes.make_folder()
    server = start_server(folder=folder)
    imports = PurchaseImports(server.client(document), server.admin_key)
    kept = imports.take_in(csv_file([["x"]]))
    named = files_of(server)
    client, key = server.client(), server.admin_key
    request = client.request("POST", COLLECTION, key=key, body=b"x",
                             headers={"Content-Type": "text/csv", "Content-Length": "2000"})
    with client.connect() as connection:
        connection.send(request)
        deadline = time.monotonic() + GONE_SECONDS_MAX
        while files_of(server) == named:
            assert time.monotonic() < deadline, "the body is not on its way to a file"
            time.sleep(0.01)  # The bytes are on their way.
        server.kill()
    (server.data / "files" / "orphan.import").write_bytes(b"x")
    server = start_server(folder=folder)
    if processes.ENGINE == "sqlite":
        assert files_of(server) == named
    else:
        assert set(files_of(server)) > set(named), "another process may be about to name them"
    assert len(PurchaseImports(server.client(document), key).report(kept["id"])) == 2


def test_no_file_is_larger_than_it_may_be(client, admin, imports, start_server, document):
    answer = client.raw(client.request("POST", COLLECTION, key=admin, headers={**CSV, "Content-Length": "50000001"}))
    assert answer.status == 413 and "50000000 bytes" in answer.json()["detail"]
    server = start_server(config="[limits]\nimport_bytes = 1000\n")
    imports = PurchaseImports(server.client(document), server.admin_key)
    line = b"{}" + b" " * 997 + b"\n"
    assert imports.upload(line, NDJSON).status == 201
    chunk = b"%x\r\n%s\r\n"
    for body, status in ((line, 201), (line + b"1", 413)):
        sent = chunk % (500, body[:500]) + chunk % (len(body) - 500, body[500:]) + b"0\r\n\r\n"
        answer = imports.upload(sent, NDJSON, **{"Transfer-Encoding": "chunked"})
        assert answer.status == status, answer.summary()
    await_files(server, [name for name in files_of(server) if name.endswith(".import")])


@pytest.mark.skipif(processes.is_sanitized(), reason="a sanitizer keeps memory of its own")
def test_memory_stays_flat_with_a_large_file(start_server, document):
    server = start_server()
    imports = PurchaseImports(server.client(document), server.admin_key)
    line = b"P-%d,nobody@example.org,1,1,A,1," + b"1" * 800 + b"\n"
    body = csv_file([]) + b"".join(line % number for number in range(60_000))
    body = body[:49_999_999]
    before = server.resident_kib()
    made = imports.upload(body)
    assert made.status == 201, made.summary()
    most = server.resident_kib()
    while imports.get(made.json()["id"])["errors"] < 2_000:
        most = max(most, server.resident_kib())
        time.sleep(0.05)  # It works by itself.
    assert imports.call("POST", f"{COLLECTION}{made.json()['id']}/cancel").status == 200
    assert len(imports.report(made.json()["id"])) > 2_000
    most = max(most, server.resident_kib())
    assert most - before <= 64 * 1024, f"RssAnon grew by {most - before} KiB"

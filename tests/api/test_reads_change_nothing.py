"""GET and HEAD change nothing: the database and the files are the same before and after every one of them."""

import json
import sqlite3
import time
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from harness import postgres, processes
from harness.contacts import by_email, by_external_id
from harness.people import first_owner
from harness.purchase_imports import PurchaseImports, csv_file
from harness.segments import Segments
from harness.server import Server
from harness.whole_store import everything, fill

# What a process notes by itself, whether or not it is asked anything: that it is there, and how often it was asked.
OF_PROCESSES = {"leases", "node_leases", "rate_counts"}
# Once a minute: when a key was used last, and that the database is in use.
NOTED = {("api_keys", "last_used_at"), ("sessions", "last_used_at"), ("outside_world", "seen_at")}
QUIET_SECONDS = 1.5  # Longer than the pause of whatever adds up what was done.
QUIET_SECONDS_MAX = 30


def sqlite_tables(server):
    with closing(sqlite3.connect(f"file:{server.data / 'tradewind.db'}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: [dict(row) for row in database.execute(f'SELECT * FROM "{name}"')] for name in names}


def postgres_tables(server):
    name = urlsplit(processes.database_address(server.data)).path.removeprefix("/")
    ask = lambda text: postgres.shared().sql(text, name)
    names = ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").splitlines()
    return {one: json.loads(ask(f"SELECT coalesce(json_agg(one), '[]') FROM {one} AS one")) for one in names}


def snapshot(server):
    """All that is kept, but for what processes note."""
    tables = sqlite_tables(server) if processes.ENGINE == "sqlite" else postgres_tables(server)
    kept = {table: sorted(str({name: value for name, value in row.items() if (table, name) not in NOTED})
                          for row in rows)
            for table, rows in tables.items() if table not in OF_PROCESSES}
    kept["files"] = sorted((path.name, path.stat().st_size) for path in (server.data / "files").iterdir())
    return kept


def quiet_snapshot(server):
    """Once everything that follows by itself has followed."""
    deadline = time.monotonic() + QUIET_SECONDS_MAX
    last = snapshot(server)
    while True:
        time.sleep(QUIET_SECONDS)  # Nobody tells when nothing is left to be done.
        found = snapshot(server)
        # What happened at the nodes of workflows is added up every ten seconds.
        if found == last and not found["node_number_changes"]:
            return found
        assert time.monotonic() < deadline, f"it does not come to rest: {differing(last, found)}"
        last = found


def differing(before, after):
    return sorted(name for name in before if before[name] != after[name])


def readable_paths(server):
    """A path for every operation that reads, and more."""
    client, key = server.client(), server.admin_key
    get = lambda path: client.call("GET", path, key=key).json()
    paths = list(everything(server, key))
    person = next(one for one in get("/admin/v1/contacts/")["results"] if "_externalId" in one)
    product, purchase = get("/admin/v1/products/")["results"][0], get("/admin/v1/purchases/")["results"][0]
    paths += [f"/contacts/{person['_email']}", by_email(person["_email"]), by_external_id(person["_externalId"]),
              f"/products/{product['id']}", f"/products/product-id/{product['productId']}",
              f"/admin/v1/products/{product['id']}/buyers",
              f"/purchases/{purchase['id']}", f"/purchases/purchase-id/{purchase['purchaseId']}", "/openapi.json", "/docs"]
    for integration in get("/custom-integrations/")["results"]:
        beneath = f"/custom-integrations/{integration['id']}/custom-event-types/"
        for one in get(beneath)["results"]:
            paths += [beneath + one["id"], f"/admin/v1/custom-event-types/{one['id']}/hook",
                      f"/admin/v1/custom-event-types/{one['id']}/used-by",
                      f"/admin/v1/custom-event-types/{one['id']}/signing-secret"]
    everybody = next(one for one in get("/admin/v1/segments/")["results"] if one["name"] == "Everybody")
    paths += [f"/admin/v1/segments/{everybody['id']}/used-by", "/admin/v1/filters/vocabulary", "/admin/v1/custom-events/", "/admin/v1/live?topics=store,incidents",
              "/admin/v1/operations", "/admin/v1/operations/bundle",
              "/admin/v1/workflows/vocabulary", "/admin/v1/hold", "/admin/v1/sample-data",
              f"/admin/v1/contacts/{person['id']}/hold",
              f"/admin/v1/segments/{everybody['id']}/why/{person['id']}"]
    custom = next(one["id"] for one in get("/contact-fields/")["results"] if one["custom"])
    paths += [f"/admin/v1/contact-fields/{custom}/used-by",
              f"/admin/v1/coupon-sets/{get('/coupon-sets/')['results'][0]['id']}/used-by"]
    running = next(one for one in get("/admin/v1/workflows/")["results"] if one["status"] == "active")
    at_node = f"/admin/v1/workflows/{running['id']}/nodes/n1/runs/"
    paths += [f"/admin/v1/workflows/{running['id']}/{rest}" for rest in ("entering", f"why/{person['id']}")]
    paths += [at_node, f"/admin/v1/workflows/{running['id']}/runs/{get(at_node)['results'][0]['id']}"]
    paths += ["/admin/v1/me", "/admin/v1/setup", "/admin/v1/people/",
              f"/admin/v1/people/{get('/admin/v1/people/')['results'][0]['id']}"]
    imported = get("/admin/v1/purchase-imports/")["results"][0]["id"]
    paths += [f"/admin/v1/purchase-imports/{imported}/errors"]
    exported = next(one for one in get("/exports/")["results"] if one["status"] == "finished")
    return [*paths, urlsplit(exported["fileUrl"]).path]


@pytest.fixture(scope="module")
def filled():
    server = Server(owner="test_reads_change_nothing.py")
    fill(server)
    Segments(server.client(), server.admin_key).built({"field": "_points", "is": "isSet"}, name="Everybody")
    imports = PurchaseImports(server.client(), server.admin_key)
    imports.await_end(imports.upload(csv_file([("B-1", "nobody@example.org", 1, 1, "none", 1, 1)])).json()["id"])
    return server


def test_no_read_changes_anything(filled, document):
    client, key, owner = filled.client(document), filled.admin_key, first_owner(filled, document)
    paths = readable_paths(filled)
    before = quiet_snapshot(filled)
    assert len(before) > 20 and before["files"]
    read = set()
    for path in paths:
        for method in ("GET", "HEAD", "OPTIONS"):
            answer = client.call(method, path, key=key)
            if method == "GET" and answer.status == 200:
                read.add(document.template(path))
    for path in ("/admin/v1/sessions/", "/admin/v1/me", "/store/"):
        assert owner.call("GET", path).status == 200
        read.add(document.template(path))
    assert differing(before, snapshot(filled)) == []
    all_reads = {template for template, method, _ in document.operations() if method == "GET"}
    assert all_reads - read == set(), "nothing is said about these"


@pytest.mark.parametrize(("method", "path", "body", "changed"), [
    ("PATCH", "/contacts/email/ada@example.org", {"_name": "Ada"}, "contacts"),
    ("PATCH", "/admin/v1/store", {"name": "Another"}, "store"),
    ("POST", "/exports/", {"exportType": "contacts", "delimiter": ",", "dateFormat": "ISO"}, "exports"),
])
def test_a_change_would_be_seen(filled, method, path, body, changed):
    before = quiet_snapshot(filled)
    assert filled.client().call(method, path, json=body, key=filled.admin_key).status in (200, 201)
    assert changed in differing(before, snapshot(filled))

"""Reports over many purchases beside the count of `sqlite3` itself."""

import json
import time

from report import Row
from rig import start_tradewind, stop

PURCHASES = 1_000_000
DAYS = 366
FROM_DATE, TO_DATE, FROM = "2024-01-01", "2024-12-31", 1_704_067_200_000
DAY = 86_400_000
ROUNDS = 5

ITEMS = json.dumps([{"id": "6975db900b257eb0a0000000", "productId": "p-1", "quantity": 2, "price": 39.98,
                     "name": "Celadon mug", "productDetailUrl": "https://shop.example/p/mug-1", "unitPrice": 19.99,
                     "brand": "Brisa", "categories": ["/Kitchen/Mugs"],
                     "description": "A mug of green glaze, turned by hand and fired twice."}])
FILL_SQL = f"""
    WITH RECURSIVE number (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM number WHERE n + 1 < {PURCHASES})
    INSERT INTO purchases (id, purchase_id, total_price, total_quantity, purchased_at, created_at, updated_at, items)
    SELECT 500000000000000000 + n * 4096, 'B-' || n, 100000 + n % 900000, 2, {FROM} + n * {DAYS * DAY} / {PURCHASES},
           {FROM}, {FROM}, '{ITEMS}' FROM number;"""
PERIODS = f"""WITH RECURSIVE period (start) AS (
                  VALUES ({FROM}) UNION ALL
                  SELECT start + {DAY} FROM period WHERE start + {DAY} < {FROM + DAYS * DAY})"""
WITHIN = f"FROM purchases WHERE purchased_at >= start AND purchased_at < start + {DAY}"
COUNT_SQL = f"{PERIODS} SELECT start, (SELECT count(*) {WITHIN}) FROM period;"
AMOUNT_SQL = f"{PERIODS} SELECT start, (SELECT count(*) || ' ' || sum(total_price) {WITHIN}) FROM period;"


def measure_reports(rig):
    data = rig.new_folder("reports") / "data"
    stop(start_tradewind(rig, data).process)
    file = data / "tradewind.db"
    rig.run(["sqlite3", file, FILL_SQL])
    server = start_tradewind(rig, data)
    count, amount, units = (make(server, metrics) for metrics in (
        ["numberOfPurchases"], ["numberOfPurchases", "totalPurchaseAmount"], ["numberOfPurchases", "unitsSold"]))
    rounds = [{"count": run(server, count), "sqlite count": query(rig, file, COUNT_SQL),
               "amount": run(server, amount), "sqlite amount": query(rig, file, AMOUNT_SQL),
               "fold": run(server, units)} for _ in range(ROUNDS)]
    stop(server.process)
    what = (f"{PURCHASES:,} purchases of {DAYS} days, UTC; GET /admin/v1/reports/{{id}}/rows against the program "
            "sqlite3 on the same file.")
    return [
        Row("report of purchases by day", "s", of(rounds, "count"), of(rounds, "sqlite count"), "<= 3.0",
            "sqlite3, count by day", [what]),
        Row("report of purchases and amounts by day", "s", of(rounds, "amount"), of(rounds, "sqlite amount"), "<= 3.0",
            "sqlite3, count and sum by day",
            ["The sum of sqlite3 fails beyond 2^63; that of the service does not."]),
        Row("report of units by day", "s", of(rounds, "fold"), of(rounds, "sqlite count"), "", "sqlite3, count by day",
            ["Of what the index does not hold, each purchase is looked at, 2,000 a read."])]


def make(server, metrics):
    body = {"name": "Measured", "category": "purchases", "groupings": ["date"], "metrics": metrics}
    return json.loads(server.send("POST", "/admin/v1/reports/", body))["id"]


def run(server, report):
    began = time.monotonic()
    answer = server.get(f"/admin/v1/reports/{report}/rows?fromDate={FROM_DATE}&toDate={TO_DATE}")
    seconds = time.monotonic() - began
    check(row[1] for row in json.loads(answer)["rows"])
    return seconds


def query(rig, file, sql):
    began = time.monotonic()
    out = rig.run(["sqlite3", file, sql])
    seconds = time.monotonic() - began
    check(int(line.split("|")[1].split()[0]) for line in out.splitlines())
    return seconds


def check(counts):
    counts = list(counts)
    if len(counts) != DAYS or sum(counts) != PURCHASES:
        raise RuntimeError(f"{sum(counts)} purchases of {len(counts)} days were counted")


def of(rounds, name):
    return [round_[name] for round_ in rounds]

"""Past purchases in bulk, as tests use them."""

import csv
import io
import time

COLLECTION = "/admin/v1/purchase-imports/"
CSV, NDJSON = {"Content-Type": "text/csv"}, {"Content-Type": "application/x-ndjson"}
COLUMNS = ("purchaseId", "contactEmail", "totalPrice", "totalQuantity", "productId", "quantity", "price")
ENDED = ("finished", "error", "cancelled")
ENDED_SECONDS_MAX = 60


def csv_file(rows, columns=COLUMNS, delimiter=","):
    """The bytes of a file with these rows, each a dict or the cells."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row.get(name, "") for name in columns] if isinstance(row, dict) else row for row in rows)
    return out.getvalue().encode()


class PurchaseImports:
    """Calls with one key."""

    def __init__(self, client, key):
        self._client = client
        self._key = key

    def call(self, method, path, **more):
        return self._client.call(method, path, key=self._key, **more)

    def upload(self, body, headers=CSV, query="", **more):
        return self.call("POST", COLLECTION + query, body=body, headers={**headers, **more})

    def get(self, import_id):
        answer = self.call("GET", COLLECTION + import_id)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def await_end(self, import_id):
        deadline = time.monotonic() + ENDED_SECONDS_MAX
        while (found := self.get(import_id))["status"] not in ENDED:
            assert time.monotonic() < deadline, f"not ended within {ENDED_SECONDS_MAX} s: {found}"
            time.sleep(0.02)  # It works by itself; there is nothing to wait for but the time.
        return found

    def take_in(self, body, headers=CSV, query=""):
        """The import as it ended."""
        answer = self.upload(body, headers, query)
        assert answer.status == 201, answer.summary()
        return self.await_end(answer.json()["id"])

    def report(self, import_id):
        """The rows of the report, the header first."""
        answer = self.call("GET", f"{COLLECTION}{import_id}/errors")
        assert answer.status == 200, answer.summary()
        return list(csv.reader(io.StringIO(answer.body.decode())))

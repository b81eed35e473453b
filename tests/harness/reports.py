"""Reports as tests use them."""

from urllib.parse import urlencode

REPORTS = "/admin/v1/reports/"


class Reports:
    """Calls with one key. What it makes is taken away at the end."""

    def __init__(self, client, key):
        self._client, self._key, self._made = client, key, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for report_id in self._made:
            self.call("DELETE", report_id)

    def call(self, method, path="", **more):
        return self._client.call(method, REPORTS + path, **{"key": self._key, **more})

    def post(self, body, **more):
        answer = self.call("POST", json=body, **more)
        if answer.status == 201:
            self._made.append(answer.json()["id"])
        return answer

    def make(self, category="purchases", metrics=("numberOfPurchases",), groupings=(), **more):
        answer = self.post({"name": "Made by a test", "category": category, "metrics": list(metrics),
                            "groupings": list(groupings), **more})
        assert answer.status == 201, answer.summary()
        return answer.json()

    def run(self, report_id, from_date, to_date, **more):
        query = urlencode({"fromDate": from_date, "toDate": to_date, **more})
        return self.call("GET", f"{report_id}/rows?{query}")

    def table(self, report, from_date, to_date, **more):
        """What a run that must succeed finds."""
        answer = self.run(report["id"], from_date, to_date, **more)
        assert answer.status == 200, answer.summary()
        found = answer.json()
        assert found["columns"] == report["groupings"] + report["metrics"]
        assert all(len(row) == len(found["columns"]) for row in found["rows"])
        return found

    def rows(self, category, metrics, groupings, from_date, to_date, **more):
        """The rows of a new report."""
        return self.table(self.make(category, metrics, groupings, **more), from_date, to_date, limit=10_000)["rows"]

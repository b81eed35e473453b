"""Exports as tests use them."""

import csv
import io
import time
import zipfile
from urllib.parse import urlsplit

COLLECTION, MANAGED = "/exports/", "/admin/v1/exports/"
ENDED = ("finished", "error")
ENDED_SECONDS_MAX = 60
CONTACTS = {"exportType": "contacts", "delimiter": ",", "dateFormat": "ISO"}


class Exports:
    """Calls with one key."""

    def __init__(self, client, key, collection=COLLECTION):
        self._client = client
        self._key = key
        self._collection = collection

    def call(self, method, path="", **more):
        return self._client.call(method, self._collection + path, key=self._key, **more)

    def create(self, body=None, **more):
        """The answer to what is asked for: contacts, unless the body says so."""
        return self.call("POST", json={**CONTACTS, **(body or {}), **more})

    def get(self, export_id):
        answer = self.call("GET", export_id)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def await_end(self, export_id, seen=None):
        """The export as it ended; every status on the way goes to `seen`."""
        deadline = time.monotonic() + ENDED_SECONDS_MAX
        while True:
            found = self.get(export_id)
            if seen is not None:
                seen.append(found["status"])
            if found["status"] in ENDED:
                return found
            assert time.monotonic() < deadline, f"not ended within {ENDED_SECONDS_MAX} s: {found}"
            time.sleep(0.02)  # It works by itself; there is nothing to wait for but the time.

    def made(self, body=None, **more):
        """The export as it ended."""
        answer = self.create(body, **more)
        assert answer.status == 201, answer.summary()
        return self.await_end(answer.json()["id"])

    def download(self, done):
        """The bytes of a finished export, fetched without a key."""
        answer = self._client.call("GET", urlsplit(done["fileUrl"]).path)
        assert answer.status == 200, answer.summary()
        return answer.body

    def files(self, done):
        """{name: bytes} of what is in the ZIP."""
        with zipfile.ZipFile(io.BytesIO(self.download(done))) as archive:
            assert archive.testzip() is None
            return {name: archive.read(name) for name in archive.namelist()}

    def tables(self, done):
        """Rows as dicts for each file in the ZIP, as Python's own reader reads them."""
        return [read_csv(text, done["delimiter"]) for text in self.files(done).values()]

    def rows(self, body=None, **more):
        """The rows of the first file of an export that is made for this."""
        return self.tables(self.made(body, **more))[0]


def read_csv(text, delimiter=","):
    return list(csv.DictReader(io.StringIO(text.decode(), newline=""), delimiter=delimiter, strict=True))

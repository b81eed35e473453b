"""Imports of contacts, products and coupons, as tests use them."""

import csv
import io
import time

PUBLIC, MANAGEMENT = "/imports/", "/admin/v1/imports/"
ENDED = ("finished", "error", "cancelled")
ENDED_SECONDS_MAX = 60
BOUNDARY = "a-boundary"
FORM = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
FIELDS = {"type": "contacts", "delimiter": ",", "overrideExisting": "false", "updateOnlyEmptyFields": "false"}


def part(name, content, more=""):
    content = content if isinstance(content, bytes) else content.encode()
    return f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + content + b"\r\n"


def form_of(*parts):
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()


def form(file, **fields):
    """A form with this file and what a test says beside it; None leaves a field out."""
    said = {name: text for name, text in {**FIELDS, **fields}.items() if text is not None}
    parts = [part(name, text) for name, text in said.items()]
    if file is not None:
        parts.append(part("file", file, '; filename="file.csv"\r\nContent-Type: text/csv'))
    return form_of(*parts)


def rows_of(*rows, delimiter=","):
    """The bytes of a CSV file, its header first."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


class Imports:
    """Calls with one key, through one of the two doors."""

    def __init__(self, client, key, door=PUBLIC):
        self._client = client
        self._key = key
        self.door = door

    def call(self, method, path, **more):
        return self._client.call(method, path, key=self._key, **more)

    def upload(self, file, headers=None, **fields):
        return self.send(form(file, **fields), headers)

    def send(self, body, headers=None):
        return self.call("POST", self.door, body=body, headers={**FORM, **(headers or {})})

    def get(self, import_id):
        answer = self.call("GET", self.door + import_id)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def await_end(self, import_id):
        deadline = time.monotonic() + ENDED_SECONDS_MAX
        while (found := self.get(import_id))["status"] not in ENDED:
            assert time.monotonic() < deadline, f"not ended within {ENDED_SECONDS_MAX} s: {found}"
            time.sleep(0.02)  # It works by itself; there is nothing to wait for but the time.
        return found

    def take_in(self, file, **fields):
        """The import as it ended."""
        answer = self.upload(file, **fields)
        assert answer.status == 201, answer.summary()
        return self.await_end(answer.json()["id"])

    def report(self, done):
        """The rows of the report, the header first, by its link and without a key."""
        path = "/files/" + done["errorReportFileUrl"].rpartition("/files/")[2]
        answer = self._client.call("GET", path)
        assert answer.status == 200, answer.summary()
        return list(csv.reader(io.StringIO(answer.body.decode(), newline="")))

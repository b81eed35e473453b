"""Contacts and their custom fields as tests use them."""

import uuid
from urllib.parse import quote

BY_EMAIL, BY_EXTERNAL_ID, OLD = "/contacts/email/", "/contacts/external-id/", "/contacts/"
FAMILIES = (BY_EMAIL, BY_EXTERNAL_ID, OLD)
IN_USE = "Value already in use"


def fresh_email():
    return f"{uuid.uuid4().hex}@example.org"


def fresh_id():
    """An external id, or the id of a field, that nobody has yet."""
    return f"x{uuid.uuid4().hex}"


def by_email(address):
    return BY_EMAIL + quote(address, safe="")


def by_external_id(external_id):
    return BY_EXTERNAL_ID + quote(external_id, safe="")


def fresh(family):
    """A path of this family that names nobody yet."""
    return family + (fresh_id() if family == BY_EXTERNAL_ID else fresh_email())


def options(*ids):
    return [{"id": one, "label": one.upper()} for one in ids]


class Contacts:
    """Calls with one key. Fields that it makes are taken away at the end."""

    def __init__(self, client, key):
        self._client = client
        self._key = key
        self._fields = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for field_id in self._fields:
            self.delete_field(field_id)

    def call(self, method, path, **more):
        return self._client.call(method, path, key=self._key, **more)

    def patch(self, path, body, **more):
        return self.call("PATCH", path, json=body, **more)

    def get(self, path):
        return self.call("GET", path)

    def delete(self, path):
        return self.call("DELETE", path)

    def patched(self, path, body, **more):
        """The contact after a change that must succeed and that a reader must see just so."""
        answer = self.patch(path, body, **more)
        assert answer.status == 200, answer.summary()
        read = self.get(path)
        assert read.status == 200 and read.json() == answer.json(), f"{read.summary()}\nafter\n{answer.summary()}"
        return answer.json()

    def read(self, path):
        """The contact that must be there."""
        answer = self.get(path)
        assert answer.status == 200, answer.summary()
        return answer.json()

    def make_field(self, kind, **more):
        """The id of a new custom field of this type."""
        body = {"id": fresh_id(), "name": "Made by a test", "type": kind, **more}
        answer = self.call("POST", "/contact-fields/", json=body)
        assert answer.status == 201, answer.summary()
        if body["id"] not in self._fields:
            self._fields.append(body["id"])
        return body["id"]

    def delete_field(self, field_id):
        return self.call("DELETE", f"/contact-fields/{quote(field_id, safe='')}")

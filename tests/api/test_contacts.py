"""Contacts in their three families: made and changed by PATCH, read, deleted."""

import uuid

import pytest

FAMILIES = ("/contacts/email/", "/contacts/external-id/", "/contacts/")


@pytest.fixture
def contacts(client, admin):
    """Calls with a key that may do everything."""

    def call(method, path, json=None, **more):
        return client.call(method, path, json=json, key=admin, **more)

    return call


def fresh(family):
    """A path of this family that names nobody yet."""
    name = uuid.uuid4().hex
    return family + (name if "external" in family else f"{name}@example.org")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_contact_is_made_changed_read_and_deleted(contacts, family):
    path = fresh(family)
    assert contacts("GET", path).status == 404
    made = contacts("PATCH", path, json={"_name": "Ada"})
    assert made.status == 200 and made.json()["_name"] == "Ada"
    changed = contacts("PATCH", path, json={"_surname": "Lovelace"})
    assert changed.json()["id"] == made.json()["id"]
    assert contacts("GET", path).json() == changed.json()
    assert contacts("DELETE", path).status == 204
    assert contacts("GET", path).status == 404
    assert contacts("DELETE", path).status == 204


@pytest.mark.parametrize("family", FAMILIES)
def test_the_old_family_tells_its_successor_and_the_others_nothing(contacts, client, server, family):
    path = fresh(family)
    answers = [contacts("PATCH", path, json=[]), contacts("GET", path), contacts("PATCH", path, json={"x": 1}),
               contacts("PATCH", path, body=b"{", headers={"Content-Type": "application/json"}),
               client.call("GET", path), contacts("DELETE", path)]
    assert [answer.status for answer in answers] == [200, 200, 422, 400, 401, 204]
    successor = f'<{server.url}/contacts/email/{path.rsplit("/", 1)[1].replace("@", "%40")}>; rel="successor-version"'
    expected = ("@1767225600", successor) if family == "/contacts/" else (None, None)
    for answer in answers:
        assert (answer.header("Deprecation"), answer.header("Link")) == expected

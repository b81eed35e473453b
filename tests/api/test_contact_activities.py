"""What happened to a contact, and everything that is kept about one."""

import json
import uuid
from urllib.parse import parse_qs, urlsplit

import pytest

from harness.contacts import Contacts, by_email, fresh_email, options

CONTACTS = "/admin/v1/contacts/"


def timeline(contacts, contact):
    return contacts.get(f"{CONTACTS}{contact['id']}/activities/")


def export_of(contacts, contact):
    return contacts.get(f"{CONTACTS}{contact['id']}/export")


def with_points(contacts, count):
    """A contact with so many activities; the newest gave it `count - 1` points."""
    path = by_email(fresh_email())
    contact = contacts.patched(path, {"_name": "Ada"})
    for points in range(1, count):
        contact = contacts.patched(path, {"_points": points})
    return contact


def test_the_last_to_happen_comes_first(contacts):
    path = by_email(fresh_email())
    contacts.patched(path, {"_name": "Ada", "_newsletterSubscriptionStatus": "subscribed"})
    contact = contacts.patched(path, {"_name": None})
    answer = timeline(contacts, contact)
    assert answer.json()["links"] == {"prev": None}
    updated, subscribed, created = answer.json()["results"]
    assert [each["kind"] for each in (updated, subscribed, created)] == [
        "contact-updated", "newsletter-subscribe", "contact-created"]
    assert created["data"] == {"changes": {"_name": "Ada", "_newsletterSubscriptionStatus": "subscribed"}}
    assert created["at"] == contact["_createdAt"]
    assert updated["data"] == {"changes": {"_name": None}} and updated["at"] == contact["_updatedAt"]
    states = {"_emailStatus": "active", "_newsletterSubscriptionStatus": "subscribed", "_smsSubscriptionStatus": "none"}
    assert updated["moment"].items() >= states.items() and subscribed["data"] == {}


def test_fields_have_their_ids_and_deleted_ones_are_left_out(contacts):
    kept = contacts.make_field("radio", options=options("red", "blue"))
    gone = contacts.make_field("radio", options=options("red", "blue"))
    text = contacts.make_field("text")
    path = by_email(fresh_email())
    contact = contacts.patched(path, {kept: "red", gone: "blue", text: "f12"})
    activity, = timeline(contacts, contact).json()["results"]
    assert activity["data"] == {"changes": {kept: "red", gone: "blue", text: "f12"}}
    assert activity["moment"][kept] == "red" and activity["moment"][gone] == "blue" and text not in activity["moment"]
    assert contacts.delete_field(gone).status == 204
    # A new field of the same id is another one.
    assert contacts.call("POST", "/contact-fields/", json={
        "id": gone, "name": "Again", "type": "radio", "options": options("red", "blue")}).status == 201
    activity, = timeline(contacts, contact).json()["results"]
    assert activity["data"] == {"changes": {kept: "red", text: "f12"}}
    assert activity["moment"][kept] == "red" and gone not in activity["moment"]
    assert export_of(contacts, contact).json()["activities"] == [activity]


@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_links_lead_down_and_up_again_while_more_happens(contacts, server, size):
    contact = with_points(contacts, 7)
    whole = timeline(contacts, contact).json()["results"]
    assert len(whole) == 7
    pages, target = [], f"{CONTACTS}{contact['id']}/activities/?pageSize={size}&other=x"
    while target:
        page = contacts.get(target.removeprefix(server.url)).json()
        pages.append(page)
        target = page["links"].get("next")
        contacts.patched(by_email(contact["_email"]), {"_points": 100 + len(pages)})
    assert [each for page in pages for each in page["results"]] == whole
    back, target = [], pages[-1]["links"]["prev"]
    while target:
        page = contacts.get(target.removeprefix(server.url)).json()
        back = page["results"] + back
        target = page["links"]["prev"]
    assert (back + pages[-1]["results"])[-7:] == whole
    counted = contacts.get(f"{CONTACTS}{contact['id']}/activities/?pageSize=2&page=2").json()["results"]
    assert len(counted) == 2
    past = contacts.get(f"{CONTACTS}{contact['id']}/activities/?page=500").json()
    assert past["results"] == [] and "next" not in past["links"]


@pytest.mark.parametrize("what", ["activities/", "export"])
def test_who_is_not_there_has_nothing_to_show(contacts, what):
    contact = with_points(contacts, 2)
    path = f"{CONTACTS}{contact['id']}/{what}"
    assert contacts.get(path).status == 200
    assert contacts.delete(by_email(contact["_email"])).status == 204
    assert contacts.get(path).status == 404
    assert contacts.get(f"{CONTACTS}{'0' * 24}/{what}").status == 404
    assert contacts.get(f"{CONTACTS}{'f' * 24}/{what}").status == 404
    for bad in ("x", "0" * 23, "g" * 24):
        assert contacts.get(f"{CONTACTS}{bad}/{what}").status == 400


@pytest.mark.parametrize("query, paths", [
    ("?pageSize=0", ["/pageSize"]), ("?page=501", ["/page"]), ("?cursor=x", ["/cursor"]), ("?cursor=o.1.x", ["/cursor"]),
    ("?cursor=o.1." + "f" * 24, ["/cursor"]), ("?page=0&pageSize=101&cursor=n.1.1", ["/cursor", "/page", "/pageSize"])])
def test_bad_queries_are_refused(contacts, query, paths):
    contact = with_points(contacts, 1)
    for contact_id in (contact["id"], "0" * 24, "f" * 24):
        assert sorted(contacts.get(f"{CONTACTS}{contact_id}/activities/{query}").problem_paths) == paths


def test_the_export_is_a_file_with_everything(contacts):
    path = by_email(fresh_email())
    contacts.patched(path, {"_name": "Ada"})
    for points in (1, 2):
        contacts.patched(path, {"_points": points}, headers={"Idempotency-Key": uuid.uuid4().hex})
    contact = contacts.read(path)
    answer = export_of(contacts, contact)
    assert answer.status == 200, answer.summary()
    assert answer.header("Content-Disposition") == f'attachment; filename="contact-{contact["id"]}.json"'
    told = answer.json()
    assert list(told) == ["exportedAt", "contact", "segments", "keptAnswers", "coupons", "activities"]
    assert told["contact"] == contact
    assert told["activities"] == timeline(contacts, contact).json()["results"]
    assert told["keptAnswers"]["count"] == 2 and told["keptAnswers"]["keptUntil"] > told["exportedAt"]
    assert contacts.call("HEAD", f"{CONTACTS}{contact['id']}/export").status == 200


def test_an_export_of_many_activities_is_whole_and_in_order(contacts, server):
    """More than a page of the list; what one read takes is tested beside the code."""
    path = by_email(fresh_email())
    client = server.client()
    with client.connect() as connection:
        for points in range(1, 252):
            wanted = client.request("PATCH", path, json={"_points": points}, key=server.admin_key)
            answer = connection.exchange_patiently(wanted)
            assert answer.status == 200, answer.summary()
    told = export_of(contacts, contacts.read(path)).json()
    assert [each["data"]["changes"]["_points"] for each in told["activities"]] == list(range(251, 0, -1))
    assert told["keptAnswers"] == {"count": 0}


def test_a_contact_larger_than_what_one_read_takes_is_told_with_its_activities(start_server, document):
    server = start_server()
    with Contacts(server.client(document), server.admin_key) as contacts:
        fields = [contacts.make_field("text") for _ in range(56)]
        path = by_email(fresh_email())
        for some in (fields[:28], fields[28:]):
            contact = contacts.patched(path, {field: "\U0001f30a" * 5000 for field in some})
        told = export_of(contacts, contact).json()
        assert len(json.dumps(told["contact"], ensure_ascii=False).encode()) > 1024 * 1024
        assert told["contact"] == contact and "moreActivities" not in told
        assert told["activities"] == timeline(contacts, contact).json()["results"]
        assert [each["kind"] for each in told["activities"]] == ["contact-updated", "contact-created"]


def test_an_activity_is_shown_alike_by_both(contacts):
    contact = with_points(contacts, 3)
    link = timeline(contacts, contact).json()["links"]
    assert link == {"prev": None}
    page = contacts.get(f"{CONTACTS}{contact['id'].upper()}/activities/?pageSize=1").json()
    parts = urlsplit(page["links"]["next"])
    assert parts.path == f"{CONTACTS}{contact['id']}/activities/" and parse_qs(parts.query)["pageSize"] == ["1"]
    assert json.dumps(page["results"][0]) == json.dumps(export_of(contacts, contact).json()["activities"][0])

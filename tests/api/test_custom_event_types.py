"""Making, showing, listing and deleting custom event types."""

import re

import jsonschema
import pytest

from harness.client import all_secrets
from harness.custom_events import WHO, Integrations, options, receiving, sending
from harness.openapi import Document

TREE = Document().tree
FITS_CREATE = jsonschema.Draft202012Validator(TREE["components"]["schemas"]["CustomEventTypeCreate"],
                                              resolver=jsonschema.RefResolver("", TREE))
TYPES = ["text", "email", "phone", "integer", "decimal", "date", "checkbox", "radio", "boolean"]
UNKNOWN = "5f0000000000000000000000"


@pytest.fixture
def integrations(client, admin):
    found = Integrations(client, admin)
    yield found
    found.tidy()


@pytest.fixture
def integration_id(integrations):
    return integrations.make()["id"]


@pytest.fixture
def post(integrations, integration_id):
    return lambda body, **more: integrations.post_type(integration_id, body, **more)


def field(kind="text", **changes):
    made = {"id": "f", "name": "F", "type": kind}
    if kind in ("radio", "checkbox"):
        made["options"] = options("a", "b")
    if kind == "phone":
        made["defaultCountryCode"] = "34"
    return {name: value for name, value in {**made, **changes}.items() if value is not ...}


def test_a_type_that_receives_is_answered_whole(integrations, integration_id):
    made = integrations.make_type(receiving(alias="Workshop.booked_1-x", icon="i"), integration_id)
    assert re.fullmatch(r"[0-9a-f]{24}", made["id"])
    assert made == {"id": made["id"], "name": "Booked", "category": "receive", "alias": "Workshop.booked_1-x",
                    "receiveType": "api", "icon": "i", "fields": [WHO], "createdAt": made["createdAt"],
                    "updatedAt": made["createdAt"]}
    assert integrations.call_type("GET", integration_id, made["id"].upper()).json() == made


def test_a_type_that_sends_is_answered_whole(integrations, integration_id):
    made = integrations.make_type(sending(fields=[field("integer")]), integration_id)
    assert made == {"id": made["id"], "name": "Offered", "category": "send",
                    "webhookUrl": "https://bookings.example/hooks",
                    "fields": [{"id": "f", "name": "F", "type": "integer", "required": False, "isPrimaryKey": False}],
                    "createdAt": made["createdAt"], "updatedAt": made["createdAt"]}
    assert integrations.make_type(sending())["fields"] == []


@pytest.mark.parametrize("kind", TYPES)
def test_a_field_has_what_its_type_has(integrations, kind):
    given = field(kind, required=True, jsonPointerPath="/a~1b/0")
    made = integrations.make_type(receiving(given))
    assert made["fields"][1] == {**given, "isPrimaryKey": False}


def test_null_for_what_may_be_left_out_means_absent(integrations):
    field = {"id": "seats", "name": "Seats", "type": "integer", "required": None, "isPrimaryKey": None, "options": None,
             "defaultCountryCode": None, "jsonPointerPath": None}
    made = integrations.make_type(receiving(field, receiveType=None, icon=None, webhookUrl=None, webhookHeaders=None))
    assert made["receiveType"] == "api" and not {"icon", "webhookUrl", "webhookHeaders"} & made.keys()
    assert made["fields"][1] == {"id": "seats", "name": "Seats", "type": "integer", "required": False,
                                 "isPrimaryKey": False}
    sent = integrations.make_type(sending(alias=None, receiveType=None, icon=None, webhookHeaders=None, fields=None))
    assert sent["fields"] == [] and not {"alias", "receiveType", "icon"} & sent.keys()


@pytest.mark.parametrize("receive_type", ["api", "webhook", "web-mobile-app"])
def test_every_way_to_receive_is_kept(integrations, receive_type):
    assert integrations.make_type(receiving(receiveType=receive_type))["receiveType"] == receive_type


def test_from_an_app_no_primary_key_is_needed(integrations):
    made = integrations.make_type(receiving(receiveType="web-mobile-app", fields=...))
    assert made["fields"] == []


BAD = [
    ({}, ["/name", "/category"]),
    (receiving(name=""), ["/name"]), (receiving(name="n" * 501), ["/name"]), (receiving(icon="i" * 501), ["/icon"]),
    (receiving(category="both"), ["/category"]),
    (receiving(alias=...), ["/alias"]), (receiving(alias=None), ["/alias"]), (receiving(alias=""), ["/alias"]),
    (receiving(alias="a" * 101), ["/alias"]), (receiving(alias="a b"), ["/alias"]), (receiving(alias="é"), ["/alias"]),
    (receiving(receiveType="fax"), ["/receiveType"]),
    (receiving(webhookUrl="https://x.example"), ["/webhookUrl"]),
    (receiving(webhookHeaders=[]), ["/webhookHeaders"]),
    (receiving(fields=[]), ["/fields"]), (receiving(fields=...), ["/fields"]), (receiving(fields={}), ["/fields"]),
    (receiving(fields=[field("email")], receiveType="webhook"), ["/fields"]),
    (receiving(*(field(id=f"f{number}") for number in range(100))), ["/fields"]),
    (sending(webhookUrl=...), ["/webhookUrl"]), (sending(webhookUrl="ftp://x.example"), ["/webhookUrl"]),
    (sending(webhookUrl="https://x.example/" + "a" * 2000), ["/webhookUrl"]),
    (sending(alias="a", receiveType="api"), ["/alias", "/receiveType"]),
    (sending(fields=[WHO, {**WHO, "id": "second"}]), ["/fields/1/isPrimaryKey"]),
    (receiving({**WHO, "id": "x", "type": "text"}), ["/fields/1/type", "/fields/1/isPrimaryKey"]),
    (sending(fields=[{**WHO, "required": False}]), ["/fields/0/required"]),
    (sending(fields=[{}]), ["/fields/0/id", "/fields/0/name", "/fields/0/type"]),
    (sending(fields=["f"]), ["/fields/0"]),
    (receiving(field(id="guest")), ["/fields/1/id"]), (receiving(field(id="f" * 151)), ["/fields/1/id"]),
    (receiving(field(id="")), ["/fields/1/id"]), (receiving(field(id="a\0")), ["/fields/1/id"]),
    (receiving(field("url")), ["/fields/1/type"]), (receiving(field(required=1)), ["/fields/1/required"]),
    (receiving(field("radio", options=...)), ["/fields/1/options"]),
    (receiving(field("checkbox", options=[])), ["/fields/1/options"]),
    (receiving(field("radio", options=options("a", "a"))), ["/fields/1/options/1/id"]),
    (receiving(field("radio", options=options(*map(str, range(121))))), ["/fields/1/options"]),
    (receiving(field("text", options=options("a"))), ["/fields/1/options"]),
    (receiving(field("phone", defaultCountryCode=...)), ["/fields/1/defaultCountryCode"]),
    (receiving(field("phone", defaultCountryCode="+34")), ["/fields/1/defaultCountryCode"]),
    (receiving(field("text", defaultCountryCode="34")), ["/fields/1/defaultCountryCode"]),
    (receiving(field(jsonPointerPath="a/b")), ["/fields/1/jsonPointerPath"]),
    (receiving(field(jsonPointerPath="/a~2")), ["/fields/1/jsonPointerPath"]),
    (receiving(field(jsonPointerPath="/" + "a" * 1000)), ["/fields/1/jsonPointerPath"]),
    (sending(webhookHeaders=[{"name": "a b", "value": "x"}]), ["/webhookHeaders/0/name"]),
    (sending(webhookHeaders=[{"name": "", "value": "x"}]), ["/webhookHeaders/0/name"]),
    *((sending(webhookHeaders=[{"name": name, "value": "1"}]), ["/webhookHeaders/0/name"])
      for name in ("Content-length", "content-type", "CONTENT-", "Webhook-Id", "webhook-signature", "webhook-x", "HOST")),
    *((sending(webhookHeaders=[{"name": "X-A", "value": value}]), ["/webhookHeaders/0/value"])
      for value in ("é", "a\tb", "a\x7f", "\x80", "\u202e")),
    (sending(webhookUrl="https://user:word@bookings.example/"), ["/webhookUrl"]),
    (sending(webhookUrl="https://user@bookings.example/"), ["/webhookUrl"]),
    (sending(webhookHeaders=[{"name": "X-A", "value": "v" * 1201}]), ["/webhookHeaders/0/value"]),
    (sending(webhookHeaders=[{"name": "X-A", "value": "a\r\nX-B: b"}]), ["/webhookHeaders/0/value"]),
    (sending(webhookHeaders=[{"name": "X-A"}]), ["/webhookHeaders/0/value"]),
    (sending(webhookHeaders=[{"name": "X-A", "value": "b"}] * 51), ["/webhookHeaders"]),
]


@pytest.mark.parametrize("body, paths", BAD, ids=lambda value: str(value)[:60])
def test_all_that_is_wrong_is_told_at_once(post, body, paths):
    assert post(body).problem_paths == paths


@pytest.mark.parametrize("address", [
    "http://localhost/", "http://127.0.0.1:8080/x", "http://127.1", "http://2130706433/", "http://0x7f.1/",
    "http://10.1.2.3", "http://192.168.0.1", "http://169.254.169.254/latest/meta-data", "http://[::1]/",
    "http://[::ffff:10.0.0.1]/", "http://[fe80::1]/", "http://user@127.0.0.1/"])
def test_a_webhook_goes_to_no_private_address(post, address):
    assert post(sending(webhookUrl=address)).problem_paths == ["/webhookUrl"]


def test_a_webhook_does_not_come_back_here(start_server, document):
    server = start_server(config='public_address = "https://marketing.shop.example"\n')
    integrations = Integrations(server.client(document), server.admin_key)
    made = integrations.make()
    for address in ("https://marketing.shop.example/hooks/x", "https://MARKETING.shop.example:443"):
        assert integrations.post_type(made["id"], sending(webhookUrl=address)).problem_paths == ["/webhookUrl"]
    integrations.make_type(sending(webhookUrl="https://other.shop.example/hooks"), made["id"])


def test_private_addresses_can_be_allowed(start_server, document):
    server = start_server(config="[webhooks]\nprivate_addresses = true\n")
    integrations = Integrations(server.client(document), server.admin_key)
    assert integrations.make_type(sending(webhookUrl="http://127.0.0.1:9000/x"))["webhookUrl"] == "http://127.0.0.1:9000/x"


def test_an_alias_is_there_once_in_the_store(integrations, post):
    first = integrations.make_type(receiving(alias="taken"))
    assert post(receiving(alias="taken")).status == 409
    assert "taken" in post(receiving(alias="taken")).json()["detail"]
    integrations.make_type(receiving(alias="Taken"))
    assert first["alias"] == "taken"


def test_header_values_are_shown_to_those_who_may_write(integrations, integration_id, make_key):
    headers = [{"name": "X-Shop", "value": "brisa-9d1f8a7c"}, {"name": "X-Shop", "value": ""}]
    all_secrets.add("brisa-9d1f8a7c")
    made = integrations.make_type(sending(webhookHeaders=headers), integration_id)
    assert made["webhookHeaders"] == headers
    reader, writer = make_key(["custom-integration:read"]), make_key(["custom-integration:read", "custom-integration:write"])
    hidden = [{"name": "X-Shop", "value": "***"}] * 2
    path = integrations.types_path(integration_id)
    for key, shown in ((reader, hidden), (writer, headers)):
        assert integrations.call_type("GET", integration_id, made["id"], key=key).json()["webhookHeaders"] == shown
        listed = integrations.client.call("GET", path, key=key).json()["results"]
        assert [one["webhookHeaders"] for one in listed] == [shown]


@pytest.mark.only_sqlite
def test_header_values_are_in_no_file(start_server, document):
    server = start_server()
    integrations = Integrations(server.client(document), server.admin_key)
    secret = "a-very-peculiar-value-5f1c"
    integrations.make_type(sending(name="peculiar-name-5f1c", webhookHeaders=[{"name": "X-Shop", "value": secret}]))
    contents = b"".join(path.read_bytes() for path in server.data.iterdir() if path.is_file())
    assert secret.encode() not in contents and b"peculiar-name-5f1c" in contents


def test_the_list_holds_the_types_of_one_integration(integrations, client, admin):
    one, other = integrations.make()["id"], integrations.make()["id"]
    made = [integrations.make_type(receiving(), one)["id"] for _ in range(3)][::-1]
    integrations.make_type(receiving(), other)
    path = integrations.types_path(one)
    first = client.call("GET", path + "?pageSize=2", key=admin).json()
    assert [each["id"] for each in first["results"]] == made[:2] and first["links"]["prev"] is None
    following = first["links"]["next"]
    second = client.call("GET", following[following.index(path):], key=admin).json()
    assert [each["id"] for each in second["results"]] == made[2:] and "next" not in second["links"]
    assert client.call("GET", path + "?pageSize=0", key=admin).problem_paths == ["/pageSize"]


def test_a_type_belongs_to_its_integration(integrations, client, admin):
    one, other = integrations.make()["id"], integrations.make()["id"]
    made = integrations.make_type(receiving(), one)["id"]
    for method in ("GET", "DELETE"):
        assert integrations.call_type(method, other, made).status == 404
        assert integrations.call_type(method, UNKNOWN, made).status == 404
        assert integrations.call_type(method, "f" * 24, made).status == 404
        assert integrations.call_type(method, one, UNKNOWN).status == 404
        assert integrations.call_type(method, one, "f" * 24).status == 404
        assert integrations.call_type(method, "x", made).status == 400
        assert integrations.call_type(method, one, "x").status == 400
    for unknown, status in ((UNKNOWN, 404), ("f" * 24, 404), ("x", 400)):
        assert client.call("GET", integrations.types_path(unknown), key=admin).status == status
        assert integrations.post_type(unknown, receiving()).status == status
    assert integrations.post_type(UNKNOWN, {}).status == 422


def test_a_deleted_type_is_gone_and_its_alias_free(integrations, integration_id):
    body = receiving()
    made = integrations.make_type(body, integration_id)["id"]
    assert integrations.call_type("DELETE", integration_id, made).status == 204
    assert integrations.call_type("GET", integration_id, made).status == 404
    assert integrations.call_type("DELETE", integration_id, made).status == 404
    integrations.make_type(body, integration_id)


def test_there_are_500_at_most(start_server, document):
    server = start_server()
    integrations = Integrations(server.client(document), server.admin_key)
    one, other = integrations.make()["id"], integrations.make()["id"]
    for number in range(500):
        integrations.make_type(sending(name=f"T{number}"), one if number % 2 else other)
    refused = integrations.post_type(one, sending())
    assert refused.problem_paths == ["/name"]
    assert "500 custom event types" in refused.json()["validationErrors"][0]["reason"]


@pytest.mark.parametrize("body, paths", [case for case in BAD if case[1] not in (
    ["/fields/1/jsonPointerPath"], ["/fields/1/isPrimaryKey"], ["/fields/1/id"], ["/fields/1/options/1/id"],
    ["/webhookHeaders/0/name"], ["/webhookHeaders/0/value"])], ids=lambda value: str(value)[:60])
def test_the_document_refuses_what_a_schema_can(body, paths):
    assert not FITS_CREATE.is_valid(body)


def test_the_document_allows_what_is_taken():
    for body in (receiving(), sending(), *(receiving(field(kind)) for kind in TYPES)):
        FITS_CREATE.validate(body)

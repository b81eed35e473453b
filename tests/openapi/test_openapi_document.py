"""The OpenAPI document itself: its shape, its examples, and that it says what the code says."""

import re
from copy import deepcopy

import pytest
from jsonschema import Draft202012Validator, RefResolver

from openapi_reference.document import operations, resolve
from openapi_shape import SHAPE
from openapi_tree import OPENAPI, ROOT, changeable

COMPONENTS = OPENAPI["components"]
ALWAYS = {"X-Request-Id", "Cache-Control", "X-Content-Type-Options"}
# Programs compare these letter by letter.
RATE = {"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset",
        "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"}


def told(validator, value):
    return [f"/{'/'.join(map(str, error.path))}: {error.message}" for error in validator.iter_errors(value)]


def complaints(schema, value):
    """What is wrong with a value by a schema of the document."""
    return told(Draft202012Validator(schema, resolver=RefResolver("", OPENAPI)), value)


def answers():
    """Every response of the document as (where, is with a key, status, response)."""
    for operation in operations(OPENAPI):
        for status, response in operation.definition["responses"].items():
            yield f"{operation.name} {status}", bool(operation.definition["security"]), status, resolve(OPENAPI, response)
    for status, response in OPENAPI["x-every-path"].items():
        yield f"any path {status}", False, status, resolve(OPENAPI, response)


def media_types():
    """Every body of the document as (where, media type object), shared ones once."""
    bodies = [(name, response) for name, response in COMPONENTS["responses"].items()]
    for operation in operations(OPENAPI):
        bodies += [(f"{operation.name} {status}", response)
                   for status, response in operation.definition["responses"].items() if "$ref" not in response]
        if "requestBody" in operation.definition:
            bodies.append((f"{operation.name} body", resolve(OPENAPI, operation.definition["requestBody"])))
    for where, body in bodies:
        for media in body.get("content", {}).values():
            yield where, media


def example_values():
    """Every example as a pytest parameter (schema, value)."""
    for where, media in media_types():
        for name, example in media["examples"].items():
            yield pytest.param(media["schema"], resolve(OPENAPI, example)["value"], id=f"{where}, {name}")
    for name, schema in COMPONENTS["schemas"].items():
        for index, value in enumerate(schema.get("examples", [])):
            yield pytest.param(schema, value, id=f"schema {name}, {index}")
        for field, inner in schema.get("properties", {}).items():
            for index, value in enumerate(inner.get("examples", [])):
                yield pytest.param(inner, value, id=f"schema {name}.{field}, {index}")
    for kind in ("parameters", "headers"):
        for name, component in COMPONENTS[kind].items():
            if "example" in component:
                yield pytest.param(component["schema"], component["example"], id=f"{kind} {name}")


# --- its shape

def test_it_has_the_shape_of_openapi_3_1():
    Draft202012Validator.check_schema(SHAPE)
    assert told(Draft202012Validator(SHAPE), OPENAPI) == []


@pytest.mark.parametrize("change", [
    lambda tree: tree.update(path={}),
    lambda tree: tree["info"].pop("title"),
    lambda tree: tree["paths"].update(store={}),
    lambda tree: tree["paths"]["/store/"].update(fetch={}),
    lambda tree: tree["paths"]["/store/"]["get"].update(sumary="Get"),
    lambda tree: tree["paths"]["/store/"]["get"]["responses"].update({"2000": {"description": "?"}}),
    lambda tree: tree["paths"]["/store/"]["get"]["responses"]["200"].pop("description"),
    lambda tree: tree["components"]["schemas"]["Store"].update(type="objekt"),
    lambda tree: tree["components"]["parameters"]["Page"].update({"in": "body"}),
    lambda tree: tree["components"]["parameters"]["ApiKeyId"].update(required=False),
    lambda tree: tree["components"]["headers"]["Allow"].update(name="Allow"),
    lambda tree: tree["components"]["securitySchemes"]["apiKey"].pop("in"),
])
def test_the_shape_notices_mistakes(change):
    broken = changeable()
    change(broken)
    assert not Draft202012Validator(SHAPE).is_valid(broken)


# --- its examples

@pytest.mark.parametrize(("schema", "value"), example_values())
def test_the_example_fits_its_schema(schema, value):
    assert complaints(schema, value) == []


@pytest.mark.parametrize(("name", "change"), [
    ("Store", lambda store: store.update(extra=1)),
    ("Store", lambda store: store.pop("allowedDomains")),
    ("Store", lambda store: store.update(id="6964BF180B14C8E370000000")),
    ("Store", lambda store: store.update(createdAt="2026-01-12T09:30:00Z")),
    ("Store", lambda store: store.update(defaultCountryCode=34)),
    ("Store", lambda store: store.update(currency=None)),
    ("ApiKey", lambda key: key.update(secret="a3dDVhYRnKTbxTNJFoBinF")),
    ("ApiKey", lambda key: key.update(id=key["id"][1:])),
    ("ApiKey", lambda key: key.update(expiresAt=None)),
    ("ApiKey", lambda key: key.update(scopes=["store:paint"])),
    ("ApiKey", lambda key: key.update(scopes=[])),
    ("HttpError", lambda error: error.pop("detail")),
    ("HttpError", lambda error: error.update(status="404")),
    ("ValidationError", lambda error: error.update(validationErrors=[])),
    ("ValidationError", lambda error: error.update(code="E0102")),
    ("ValidationError", lambda error: error["validationErrors"][0].update(path="currency")),
    ("ValidationError", lambda error: error["validationErrors"][0].pop("name")),
])
def test_the_schemas_notice_mistakes(name, change):
    schema = COMPONENTS["schemas"][name]
    value = deepcopy(schema["examples"][0])
    assert complaints(schema, value) == []
    change(value)
    assert complaints(schema, value)


def test_errors_may_carry_more():
    error = {**COMPONENTS["schemas"]["HttpError"]["examples"][0], "code": "E0102", "productIds": ["a"]}
    assert complaints(COMPONENTS["schemas"]["HttpError"], error) == []


# --- what every answer has in common

@pytest.mark.parametrize(("keyed", "status", "response"), [pytest.param(*rest, id=where) for where, *rest in answers()])
def test_the_answer_keeps_the_conventions(keyed, status, response):
    headers = {name for name, header in response["headers"].items() if resolve(OPENAPI, header).get("required")}
    assert ALWAYS <= headers
    assert headers & RATE == (RATE if keyed and status not in ("401", "431") else set())
    assert ("WWW-Authenticate" in headers) == (status == "401")
    assert ("Retry-After" in headers) == (status in ("429", "503"))
    assert ("Allow" in headers) == (not keyed and status in ("204", "405"))
    if status[0] in "45":
        (media_type, media), = response["content"].items()
        assert media_type == "application/json"
        expected = "ValidationError" if status == "422" else "HttpError"
        assert media["schema"]["$ref"] == f"#/components/schemas/{expected}"
        assert resolve(OPENAPI, media["schema"])["properties"]["status"]["const"] == int(status)
    elif status == "204":
        assert "content" not in response


ALL_OPERATIONS = [pytest.param(each, id=each.name) for each in operations(OPENAPI)]
# Deleting what is not there is no mistake here.
FORGIVING = re.compile(r"DELETE /(contacts|purchases|products)/")
# These create what is not there.
CREATING = re.compile(r"PATCH /(contacts|products)/")
SIGNING_IN = ("POST /admin/v1/sessions/", "POST /admin/v1/setup")
ERROR_CODES = {
    "POST /purchases/": ["E0101", "E0102", "E0103"],
    "PATCH /products/product-id/{id}": ["E0201"],
    "POST /exports/": ["E0301"],
    "POST /exports/type/data-explorer": ["E0301"],
    "POST /admin/v1/exports/": ["E0301"],
    "POST /admin/v1/exports/type/data-explorer": ["E0301"],
    "POST /imports/": ["E0401"],
    "POST /admin/v1/imports/": ["E0401"],
    "POST /admin/v1/purchase-imports/": ["E0401"],
    "POST /custom-events/alias/{alias}": ["E0501"],
    "POST /custom-events/id/{id}": ["E0501"],
}


@pytest.mark.parametrize("operation", ALL_OPERATIONS)
def test_the_operation_names_the_refusals_it_can_give(operation):
    statuses = set(operation.definition["responses"])
    assert {"400", "413", "415"} <= statuses
    assert "500" not in statuses
    is_keyed = bool(operation.definition["security"])
    # Without a key a webhook is called, which may have to be signed and may be called too often. Likewise people sign in.
    is_signing_in = operation.name in SIGNING_IN
    assert ("401" in statuses) == (is_keyed or operation.id == "createSession")
    assert ("403" in statuses) == ("429" in statuses) == (is_keyed or is_signing_in or operation.path.startswith("/hooks/"))
    is_once = bool(operation.definition.get("x-once"))
    assert ("507" in statuses) == (operation.can_repeat or operation.method == "delete" or is_once)
    if operation.method in ("post", "patch"):
        assert {"422", "503"} | ({"409"} if operation.can_repeat else set()) <= statuses
    is_excused = FORGIVING.match(operation.name) or CREATING.match(operation.name)
    is_followed = operation.name == "POST /admin/v1/setup"  # A link that is not there.
    assert ("404" in statuses) == ("{" in operation.path and not is_excused or is_followed)


@pytest.mark.parametrize("operation", ALL_OPERATIONS)
def test_the_operation_asks_for_the_scope_of_its_noun_and_method(operation):
    noun = operation.path.split("/")[1]
    verb = {"get": "read", "post": "write", "patch": "write", "delete": "delete"}[operation.method]
    nouns = {"store": "store", "coupon-sets": "coupon-set", "custom-events": "custom-event"}
    expected = [f"{nouns.get(noun, noun.removesuffix('s'))}:{verb}"]
    if noun == "admin":
        # Which it is of each, the authorization matrix lists by hand.
        assert len(operation.scopes) == (0 if operation.takes_any_key or operation.path == "/admin/v1/setup"
                                         or operation.name in SIGNING_IN else 1)
        assert "admin" not in operation.scopes
        return
    if noun in ("openapi.json", "docs", "hooks", "files"):
        expected = []
    assert operation.scopes == expected


@pytest.mark.parametrize("operation", ALL_OPERATIONS)
def test_the_operation_gives_the_codes_that_are_its_own(operation):
    response = resolve(OPENAPI, operation.definition["responses"]["400"])
    media = response["content"]["application/json"]
    examples = [resolve(OPENAPI, example)["value"] for example in media["examples"].values()]
    coded = [example for example in examples if "code" in example]
    assert [example["code"] for example in coded] == ERROR_CODES.get(operation.name, [])
    for example in coded:
        # Another code than the operation's own, or one without what it carries, does not fit.
        assert complaints(media["schema"], {**example, "code": "E0999"})
        for extra in set(example) - {"status", "title", "detail", "code"}:
            assert complaints(media["schema"], {name: value for name, value in example.items() if name != extra})


def test_the_guide_lists_every_code():
    # The last one is of a 401, when somebody signs in.
    codes = sorted({code for codes in ERROR_CODES.values() for code in codes}) + ["second-factor-needed"]
    assert COMPONENTS["schemas"]["HttpError"]["properties"]["code"]["enum"] == codes
    for code in codes:
        assert f"| `{code}` |" in OPENAPI["info"]["description"]


def test_the_old_contact_operations_tell_of_their_end():
    for method in ("get", "patch", "delete"):
        for status, response in OPENAPI["paths"]["/contacts/{email}"][method]["responses"].items():
            if "$ref" not in response:
                headers = {name for name in response["headers"] if COMPONENTS["headers"][name].get("required")}
                assert {"Deprecation", "Link"} <= headers, (method, status)


# --- that it says what the code says

def field_table(header, name):
    """The fields of a table in a header of the domain, as {name: text of its row}."""
    [path] = (ROOT / "src/domain").rglob(header)
    text = path.read_text(encoding="utf-8")
    table = re.search(rf"\b{name}\{{\{{(.*?)\n\}}\}};", text, re.DOTALL)[1]
    rows = re.split(r"\.name = ", table)[1:]
    return {re.match(r'"(\w+)"', row)[1]: row for row in rows}


# A resource may have its fields in several tables, one after the other.
@pytest.mark.parametrize(("tables", "read", "written"), [
    ([("store.h", "store_fields"), ("store.h", "store_management_fields")], "ManagedStore", "StorePatch"),
    ([("api_key.h", "api_key_fields")], "ApiKey", "ApiKeyCreate"),
    ([("person.h", "person_fields")], "Person", "PersonCreate"),
    ([("product.h", "product_identity_fields"), ("product_details.h", "product_detail_fields"),
      ("product.h", "product_offer_fields")], "Product", "ProductPatch"),
    ([("contact_field.h", "contact_field_fields")], "ContactField", "ContactFieldCreate"),
    ([("contact_field.h", "field_option_fields")], "FieldOption", "FieldOptionInput"),
    ([("custom_integration.h", "custom_integration_fields")], "CustomIntegration", "CustomIntegrationCreate"),
    ([("custom_integration.h", "custom_integration_fields")], "CustomIntegration", "CustomIntegrationPatch"),
    ([("custom_event_type.h", "custom_event_type_fields")], "CustomEventType", "CustomEventTypeCreate"),
    ([("custom_event_type.h", "custom_event_field_fields")], "CustomEventField", "CustomEventFieldCreate"),
    ([("custom_event_type.h", "webhook_header_fields")], "WebhookHeader", "WebhookHeaderCreate"),
    ([("segment.h", "segment_fields")], "Segment", "SegmentCreate"),
    ([("segment.h", "segment_fields")], "Segment", "SegmentPatch"),
], ids=lambda each: each if isinstance(each, str) else None)
def test_the_schemas_have_the_fields_of_the_field_table(tables, read, written):
    fields = {name: row for table in tables for name, row in field_table(*table).items()}
    schemas = COMPONENTS["schemas"]
    # What is always the same is in no table, nor is a list of objects that have a table of their own.
    assert [name for name, field in own_properties(read).items() if "const" not in field] == list(fields)
    writable = own_properties(written)
    assert set(writable) == {name for name, row in fields.items() if "ReadOnly" not in row}
    # A merge may leave out everything; what it must bring when it creates is what every object has.
    needed = {name for name, row in fields.items() if "Required" in row}
    is_merge = written.endswith("Patch")
    assert set(schemas[written].get("required", [])) == (set() if is_merge else needed)
    assert needed <= set(schemas[read]["required"])
    # In a merge null clears; in a create it is as good as nothing, wherever nothing will do.
    may_be_null = {name for name, field in writable.items() if "null" in resolve(OPENAPI, field)["type"]}
    clears = {name for name, row in fields.items() if "Null::Clears" in row}
    assert may_be_null == (clears if is_merge else writable.keys() - needed)
    assert clears <= may_be_null


def own_properties(schema):
    """The properties of a schema but for objects and lists of them that are described by a schema of their own."""
    apart = {f"#/components/schemas/{name}" for name in ("CustomEventField", "CustomEventFieldCreate", "WebhookHeader",
                                                         "WebhookHeaderCreate", "Filter", "FilterOrNothing",
                                                         "SegmentBuild", "SegmentLag", "SegmentIncident")}
    return {name: field for name, field in COMPONENTS["schemas"][schema]["properties"].items()
            if not {field.get("$ref"), field.get("items", {}).get("$ref")} & apart}


def test_the_system_fields_are_those_of_the_code():
    text = (ROOT / "src/domain/fields/contact_field.cpp").read_text(encoding="utf-8")
    writable = re.search(r"writable_fields\(\) \{(.*?)\n\}", text, re.DOTALL)[1]
    read_only = re.search(r"read_only_fields\(\) \{(.*?)\n\}", text, re.DOTALL)[1]
    schemas = COMPONENTS["schemas"]
    assert schemas["WritableFieldId"]["enum"] == re.findall(r'"(_\w+)"', writable)
    assert schemas["SystemFieldId"]["enum"] == re.findall(r'"(_\w+)"', writable + read_only)


def test_the_scopes_are_those_of_the_code():
    text = (ROOT / "src/domain/settings/scope.h").read_text(encoding="utf-8")
    words = re.search(r"scope_words\{(.*?)\};", text, re.DOTALL)[1]
    assert COMPONENTS["schemas"]["Scope"]["enum"] == re.findall(r'"([^"]+)"', words)


def test_the_guide_lists_every_scope():
    for scope in COMPONENTS["schemas"]["Scope"]["enum"]:
        assert f"`{scope}`" in OPENAPI["info"]["description"]


def test_the_version_is_that_of_the_program():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    assert OPENAPI["info"]["version"] == re.search(r"project\(tradewind VERSION ([\d.]+)", text)[1]


def schemas_of(part):
    """Every object of the document that may be a schema."""
    if isinstance(part, dict):
        yield part
        part = list(part.values())
    for each in part if isinstance(part, list) else []:
        yield from schemas_of(each)


def test_every_array_tells_its_items():
    arrays = [each for each in schemas_of(OPENAPI) if "array" in each.get("type", [])]
    assert len(arrays) > 50
    assert [each for each in arrays if "items" not in each] == []


def test_no_choice_is_only_between_required_properties():
    """Generators of clients make an unknown type of it."""
    choices = [each["anyOf"] for each in schemas_of(OPENAPI) if isinstance(each.get("anyOf"), list)]
    assert choices and not [each for each in choices if any(set(one) == {"required"} for one in each)]


def test_every_operation_tells_of_a_head_that_is_too_large():
    assert all("431" in operation.definition["responses"] for operation in operations(OPENAPI))


def test_null_is_as_good_as_nothing_for_every_optional_property_of_a_post():
    refused, looked_at = [], 0
    for operation in operations(OPENAPI):
        if operation.method != "post" or "requestBody" not in operation.definition:
            continue
        body = resolve(OPENAPI, operation.definition["requestBody"])
        for media in body["content"].values():
            schema = resolve(OPENAPI, media["schema"])
            for name, field in schema.get("properties", {}).items():
                if media is body["content"].get("application/json") and name not in schema.get("required", []):
                    looked_at += 1
                    refused += [f"{operation.name} {name}"] if complaints(field, None) else []
    assert looked_at > 50 and not refused

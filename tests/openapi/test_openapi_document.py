"""The OpenAPI document itself: its shape, its examples, and that it says what the code says."""

import re
from copy import deepcopy
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, RefResolver

from openapi_reference.checks import problems
from openapi_reference.document import load, operations, resolve
from openapi_shape import SHAPE

ROOT = Path(__file__).resolve().parents[2]
OPENAPI = load((ROOT / "openapi/openapi.yaml").read_text(encoding="utf-8"))
COMPONENTS = OPENAPI["components"]
ALWAYS = {"X-Request-Id", "Cache-Control", "X-Content-Type-Options"}


def told(validator, value):
    return [f"/{'/'.join(map(str, error.path))}: {error.message}" for error in validator.iter_errors(value)]


def complaints(schema, value):
    """What is wrong with a value by a schema of the document."""
    return told(Draft202012Validator(schema, resolver=RefResolver("", OPENAPI)), value)


def answers():
    """Every response of the document as (where, status, response)."""
    for operation in operations(OPENAPI):
        for status, response in operation.definition["responses"].items():
            yield f"{operation.name} {status}", status, resolve(OPENAPI, response)
    for status, response in OPENAPI["x-every-path"].items():
        yield f"any path {status}", status, resolve(OPENAPI, response)


def media_types():
    """Every body of the document as (where, media type object)."""
    for operation in operations(OPENAPI):
        if "requestBody" in operation.definition:
            for media in resolve(OPENAPI, operation.definition["requestBody"])["content"].values():
                yield f"{operation.name} body", media
    for where, _, response in answers():
        for media in response.get("content", {}).values():
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
    broken = deepcopy(OPENAPI)
    change(broken)
    assert not Draft202012Validator(SHAPE).is_valid(broken)


def test_the_build_finds_nothing_wrong():
    assert problems(OPENAPI) == []


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

@pytest.mark.parametrize(("status", "response"), [pytest.param(*rest, id=where) for where, *rest in answers()])
def test_the_answer_keeps_the_conventions(status, response):
    headers = {name for name, header in response["headers"].items() if resolve(OPENAPI, header).get("required")}
    assert ALWAYS <= headers
    assert ("WWW-Authenticate" in headers) == (status == "401")
    if status[0] in "45":
        (media_type, media), = response["content"].items()
        assert media_type == "application/json"
        expected = "ValidationError" if status == "422" else "HttpError"
        assert media["schema"]["$ref"] == f"#/components/schemas/{expected}"
        assert resolve(OPENAPI, media["schema"])["properties"]["status"]["const"] == int(status)
    elif status == "204":
        assert "content" not in response


@pytest.mark.parametrize("operation", [pytest.param(each, id=each.name) for each in operations(OPENAPI)])
def test_the_operation_names_the_refusals_it_can_give(operation):
    statuses = set(operation.definition["responses"])
    assert {"400", "413", "415"} <= statuses
    assert "500" not in statuses
    assert ("401" in statuses) == ("403" in statuses) == bool(operation.scopes)
    if operation.method in ("post", "patch", "delete"):
        assert {"503", "507"} <= statuses
    if operation.method in ("post", "patch"):
        assert "422" in statuses
    if operation.path.startswith("/admin/v1/"):
        assert operation.scopes == ["admin"]
    if "{id}" in operation.path:
        assert "404" in statuses


# --- that it says what the code says

def field_table(header, name):
    """The fields of a table in a header of the domain, as {name: text of its row}."""
    text = (ROOT / "src/domain" / header).read_text(encoding="utf-8")
    table = re.search(rf"\b{name}\{{\{{(.*?)\n\}}\}};", text, re.DOTALL)[1]
    rows = re.split(r"\.name = ", table)[1:]
    return {re.match(r'"(\w+)"', row)[1]: row for row in rows}


@pytest.mark.parametrize(("header", "table", "read", "written"), [
    ("store.h", "store_fields", "Store", "StorePatch"),
    ("api_key.h", "api_key_fields", "ApiKey", "ApiKeyCreate"),
])
def test_the_schemas_have_the_fields_of_the_field_table(header, table, read, written):
    fields = field_table(header, table)
    schemas = COMPONENTS["schemas"]
    assert list(schemas[read]["properties"]) == list(fields)
    assert set(schemas[written]["properties"]) == {name for name, row in fields.items() if "ReadOnly" not in row}
    assert set(schemas[written].get("required", [])) == {name for name, row in fields.items() if "Required" in row}
    may_be_null = {name for name, field in schemas[written]["properties"].items() if "null" in field["type"]}
    assert may_be_null == {name for name, row in fields.items() if "Null::Clears" in row}


def test_the_scopes_are_those_of_the_code():
    text = (ROOT / "src/domain/scope.h").read_text(encoding="utf-8")
    words = re.search(r"scope_words\{(.*?)\};", text, re.DOTALL)[1]
    assert COMPONENTS["schemas"]["Scope"]["enum"] == re.findall(r'"([^"]+)"', words)


def test_the_guide_lists_every_scope():
    for scope in COMPONENTS["schemas"]["Scope"]["enum"]:
        assert f"`{scope}`" in OPENAPI["info"]["description"]


def test_the_version_is_that_of_the_program():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    assert OPENAPI["info"]["version"] == re.search(r"project\(tradewind VERSION ([\d.]+)", text)[1]

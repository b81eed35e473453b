"""The shape of an OpenAPI 3.1 document, as far as ours goes, as a JSON Schema. Every object is closed, so that a
misspelt key is noticed. Schema Objects are left to their own meta-schema."""


def _object(needed=(), /, **properties):
    return {"type": "object", "required": list(needed), "properties": properties, "additionalProperties": False,
            "patternProperties": {"^x-": True}}


def _map(values, names=r"^[a-zA-Z0-9._-]+$"):
    return {"type": "object", "additionalProperties": values, "propertyNames": {"pattern": names}}


def _list(items):
    return {"type": "array", "items": items}


def _or_reference(name):
    reference = {"type": "object", "required": ["$ref"], "additionalProperties": False, "properties": {
        "$ref": {"type": "string", "pattern": "^#/components/"}, "summary": TEXT, "description": TEXT}}
    return {"if": {"type": "object", "required": ["$ref"]}, "then": reference, "else": {"$ref": f"#/$defs/{name}"}}


TEXT = {"type": "string", "minLength": 1}
FLAG = {"type": "boolean"}
SECURITY = _list(_map(_list(TEXT)))
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

INFO = _object(
    ("title", "version"), title=TEXT, version=TEXT, summary=TEXT, description=TEXT, termsOfService=TEXT,
    contact=_object((), name=TEXT, url=TEXT, email=TEXT),
    license={**_object(("name",), name=TEXT, identifier=TEXT, url=TEXT), "not": {"required": ["identifier", "url"]}})
SERVER = _object(
    ("url",), url=TEXT, description=TEXT,
    variables=_map(_object(("default",), default=TEXT, description=TEXT, enum=_list(TEXT))))
TAG = _object(("name",), name=TEXT, description=TEXT)

DEFINITIONS = {
    "schema": {"$ref": "https://json-schema.org/draft/2020-12/schema"},
    "example": {**_object((), summary=TEXT, description=TEXT, value=True, externalValue=TEXT),
                "not": {"required": ["value", "externalValue"]}},
    "header": _object(("schema",), description=TEXT, required=FLAG, deprecated=FLAG, example=True,
                      schema={"$ref": "#/$defs/schema"}),
    "parameter": {
        **_object(("name", "in", "schema"), name=TEXT, description=TEXT, required=FLAG, deprecated=FLAG, example=True,
                  schema={"$ref": "#/$defs/schema"}, **{"in": {"enum": ["query", "header", "path", "cookie"]}}),
        "if": {"properties": {"in": {"const": "path"}}},
        "then": {"required": ["required"], "properties": {"required": {"const": True}}}},
    "media": _object(("schema",), schema={"$ref": "#/$defs/schema"}, example=True,
                     examples=_map(_or_reference("example")), encoding=_map(_object((), contentType=TEXT))),
    "content": {**_map({"$ref": "#/$defs/media"}, r"^[a-z]+/[a-z0-9.+-]+$"), "minProperties": 1},
    "body": _object(("content",), description=TEXT, required=FLAG, content={"$ref": "#/$defs/content"}),
    "response": _object(("description",), description=TEXT, headers=_map(_or_reference("header")),
                        content={"$ref": "#/$defs/content"}),
    "responses": {**_map(_or_reference("response"), r"^([1-5]\d\d|default)$"), "minProperties": 1},
    "operation": _object(
        ("operationId", "responses"), operationId={"type": "string", "pattern": "^[a-z][A-Za-z0-9]*$"}, summary=TEXT,
        description=TEXT, tags=_list(TEXT), deprecated=FLAG, parameters=_list(_or_reference("parameter")),
        requestBody=_or_reference("body"), responses={"$ref": "#/$defs/responses"}, security=SECURITY),
    "path": _object((), summary=TEXT, description=TEXT, parameters=_list(_or_reference("parameter")),
                    **{method: {"$ref": "#/$defs/operation"} for method in METHODS}),
    "securityScheme": _object(("type", "in", "name"), type={"const": "apiKey"}, name=TEXT, description=TEXT,
                              **{"in": {"enum": ["query", "header", "cookie"]}}),
}

COMPONENTS = _object(
    (), schemas=_map({"$ref": "#/$defs/schema"}), responses=_map({"$ref": "#/$defs/response"}),
    parameters=_map({"$ref": "#/$defs/parameter"}), headers=_map({"$ref": "#/$defs/header"}),
    examples=_map({"$ref": "#/$defs/example"}), securitySchemes=_map({"$ref": "#/$defs/securityScheme"}))

SHAPE = {
    **_object(
        ("openapi", "info", "paths"), openapi={"type": "string", "pattern": r"^3\.1\.\d+$"}, info=INFO,
        servers=_list(SERVER), tags=_list(TAG), security=SECURITY, components=COMPONENTS,
        paths={"type": "object", "propertyNames": {"pattern": "^/"}, "additionalProperties": {"$ref": "#/$defs/path"}}),
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": DEFINITIONS,
}

"""What must hold of the document before anything is made from it. All problems are reported at once."""

import re

from openapi_reference.document import operations, resolve
from openapi_reference.operation_checks import operation_problems

# Below these keys lies data, in which "$ref" is a word like any other.
DATA_KEYS = ("example", "default", "const", "enum")


def problems(document):
    """Sentences, each naming its place; empty when all is well."""
    found = _header_problems(document) + _reference_problems(document)
    if found:
        return found  # The other checks follow references.
    for operation in operations(document):
        found += [f"{operation.name}: {problem}" for problem in operation_problems(document, operation)]
    return (found + _tag_problems(document) + _duplicate_problems(document) + _unused_problems(document)
            + _schema_problems(document))


def _header_problems(document):
    found = []
    if not re.fullmatch(r"3\.1\.\d+", str(document.get("openapi", ""))):
        found.append("openapi: must be 3.1.x")
    info = document.get("info", {})
    found += [f"info: {name} is missing" for name in ("title", "version", "description") if not info.get(name)]
    found += [f"{name}: is missing" for name in ("servers", "tags", "paths", "components") if not document.get(name)]
    return found


def references(part, place="#"):
    """Every reference below this part, with the place where it stands."""
    if isinstance(part, list):
        for index, item in enumerate(part):
            yield from references(item, f"{place}/{index}")
    elif isinstance(part, dict):
        for name, value in part.items():
            if name == "$ref":
                yield place, value
            elif name == "properties":
                for property_name, schema in value.items():
                    yield from references(schema, f"{place}/properties/{property_name}")
            elif name == "examples":
                yield from _example_references(value, f"{place}/examples")
            elif name not in DATA_KEYS:
                yield from references(value, f"{place}/{name}")


def _example_references(examples, place):
    # Of a schema they are a list of data; elsewhere Example Objects by name.
    if isinstance(examples, dict):
        for name, example in examples.items():
            if "$ref" in example:
                yield f"{place}/{name}", example["$ref"]


def _reference_problems(document):
    found = []
    for place, reference in references(document):
        try:
            resolve(document, {"$ref": reference})
        except (KeyError, TypeError, AttributeError):
            found.append(f"{place}: the reference {reference} points nowhere")
    return found


def _tag_problems(document):
    schemas = document["components"].get("schemas", {})
    used = {tag for operation in operations(document) for tag in operation.definition.get("tags", [])}
    found = [f"the tag {tag['name']} has no operation" for tag in document["tags"] if tag["name"] not in used]
    found += [f"the tag {tag['name']} has no description" for tag in document["tags"] if not tag.get("description")]
    return found + [f"the tag {tag['name']} shows the object {name}, which is not a schema"
                    for tag in document["tags"] for name in tag.get("x-objects", []) if name not in schemas]


def _duplicate_problems(document):
    found = []
    known = operations(document)
    for what, names in (("operationId", [operation.id for operation in known]),
                        ("summary", [operation.definition.get("summary") for operation in known]),
                        ("tag", [tag["name"] for tag in document["tags"]])):
        twice = sorted({name for name in names if name and names.count(name) > 1})
        found += [f"the {what} {name} appears twice" for name in twice]
    return found


def _unused_problems(document):
    used = {"/".join(reference.split("/")[:4]) for _, reference in references(document)}
    places = [f"#/components/{kind}/{name}" for kind, components in document["components"].items()
              if kind != "securitySchemes" for name in components]
    return [f"{place}: nothing refers to it" for place in places if place not in used]


def _schema_problems(document):
    found = []
    for name, schema in document["components"].get("schemas", {}).items():
        place = f"#/components/schemas/{name}"
        found += [f"{place}: {problem}" for problem in _properties_problems(document, schema, "")]
        if not schema.get("description"):
            found.append(f"{place}: has no description")
    return found


def _properties_problems(document, schema, prefix):
    properties = schema.get("properties", {})
    found = [f"requires {prefix}{name}, which it does not describe"
             for name in schema.get("required", []) if name not in properties]
    for name, inner in properties.items():
        if not resolve(document, inner).get("description"):
            found.append(f"the property {prefix}{name} has no description")
        found += _properties_problems(document, inner, f"{prefix}{name}.")
        found += _properties_problems(document, inner.get("items", {}), f"{prefix}{name}[].")
    return found

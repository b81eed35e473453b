"""What must hold of the document before anything is made from it. All problems are reported at once."""

import re

from openapi_reference.document import operations, resolve

# Below these keys lies data, in which "$ref" is a word like any other.
DATA_KEYS = ("example", "default", "const", "enum")


def problems(document):
    """Sentences, each naming its place; empty when all is well."""
    found = _header_problems(document) + _reference_problems(document)
    if found:
        return found  # The other checks follow references.
    for operation in operations(document):
        found += [f"{operation.name}: {problem}" for problem in _operation_problems(document, operation)]
    return found + _tag_problems(document) + _duplicate_problems(document) + _unused_problems(document)


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


def _operation_problems(document, operation):
    definition = operation.definition
    needed = ("operationId", "summary", "description", "tags", "responses")
    found = [f"{name} is missing" for name in needed if not definition.get(name)]
    declared_tags = {tag["name"] for tag in document["tags"]}
    found += [f"the tag {tag} is not declared" for tag in definition.get("tags", []) if tag not in declared_tags]
    return (found + _security_problems(document, definition) + _parameter_problems(operation)
            + _response_problems(document, definition) + _example_problems(document, definition))


def _security_problems(document, definition):
    if "security" not in definition:
        return ["security is missing; public operations say security: []"]
    schemes = document["components"].get("securitySchemes", {})
    known = document["components"].get("schemas", {}).get("Scope", {}).get("enum", [])
    found = []
    for requirement in definition["security"]:
        for scheme, scopes in requirement.items():
            if scheme not in schemes:
                found.append(f"the security scheme {scheme} is not declared")
            if not scopes:
                found.append(f"security names no scope for {scheme}")
            found += [f"the scope {scope} is not one of the schema Scope" for scope in scopes if scope not in known]
    return found


def _parameter_problems(operation):
    in_path = set(re.findall(r"\{([^}]+)\}", operation.path))
    declared = {each.get("name") for each in operation.parameters if each.get("in") == "path"}
    found = [f"the path parameter {name} is not declared" for name in sorted(in_path - declared)]
    found += [f"the path has no parameter {name}" for name in sorted(declared - in_path)]
    for each in operation.parameters:
        name = each.get("name", "?")
        needed = ("name", "in", "schema", "description")
        found += [f"the parameter {name} has no {key}" for key in needed if key not in each]
        if each.get("in") == "path" and each.get("required") is not True:
            found.append(f"the path parameter {name} must be required")
    return found


def _response_problems(document, definition):
    statuses = definition.get("responses", {})
    found = [f"{status} is not a response status" for status in statuses if not re.fullmatch(r"[1-5]\d\d", status)]
    if not any(status.startswith("2") for status in statuses):
        found.append("no response tells of success")
    if not any(status.startswith("4") for status in statuses):
        found.append("no response tells of an error")
    needed = ["401", "403"] if definition.get("security") else []
    needed += ["400", "413", "415"] if "requestBody" in definition else []
    found += [f"the response {status} is missing" for status in needed if status not in statuses]
    for status, response in statuses.items():
        if not resolve(document, response).get("description"):
            found.append(f"the response {status} has no description")
    return found


def _example_problems(document, definition):
    found = []
    bodies = [("the request body", definition["requestBody"])] if "requestBody" in definition else []
    bodies += [(f"the response {status}", response) for status, response in definition.get("responses", {}).items()]
    for what, body in bodies:
        for media_type, media in resolve(document, body).get("content", {}).items():
            if "schema" not in media:
                found.append(f"{what} has no schema for {media_type}")
            if not media.get("examples") and "example" not in media:
                found.append(f"{what} has no example for {media_type}")
    return found


def _tag_problems(document):
    schemas = document["components"].get("schemas", {})
    return [f"the tag {tag['name']} shows the object {name}, which is not a schema"
            for tag in document["tags"] for name in tag.get("x-objects", []) if name not in schemas]


def _duplicate_problems(document):
    found = []
    for what, names in (("operationId", [operation.id for operation in operations(document)]),
                        ("tag", [tag["name"] for tag in document["tags"]])):
        twice = sorted({name for name in names if names.count(name) > 1})
        found += [f"the {what} {name} appears twice" for name in twice]
    return found


def _unused_problems(document):
    used = {reference for _, reference in references(document)}
    found = []
    for kind, components in document["components"].items():
        if kind != "securitySchemes":
            for name in components:
                place = f"#/components/{kind}/{name}"
                if not any(reference == place or reference.startswith(place + "/") for reference in used):
                    found.append(f"{place}: nothing refers to it")
    return found

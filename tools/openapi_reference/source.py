"""The source of the document: a folder of YAML files, each a part of it, put together into the one that is served.

Nothing may be said in two files. `x-every-operation` lists what operations have in common; it is worked into each of
them here and is not part of the served document."""

from copy import deepcopy

from openapi_reference.document import METHODS, BrokenDocument, load

MAIN_FILE = "openapi.yaml"


def read_document(folder):
    """The whole document, from every YAML file of the folder. A BrokenDocument names the file."""
    files = sorted(folder.glob("*.yaml"), key=lambda file: (file.name != MAIN_FILE, file.name))
    if not files or files[0].name != MAIN_FILE:
        raise BrokenDocument(f"{folder.name} has no {MAIN_FILE}")
    document = {}
    for file in files:
        try:
            _join(document, _separate(load(file.read_text(encoding="utf-8"))), ("paths", "components"))
        except BrokenDocument as error:
            raise BrokenDocument(f"{file.name}: {error}") from error
    _work_in(document, document.pop("x-every-operation", []))
    return document


def _separate(part):
    """A copy in which what YAML took from one anchor stands in each place for itself."""
    if isinstance(part, dict):
        return {name: _separate(value) for name, value in part.items()}
    return [_separate(item) for item in part] if isinstance(part, list) else deepcopy(part)


def _join(whole, part, shared):
    """Puts the entries of a part into the whole; only what `shared` names may be in both, and is joined likewise."""
    for name, value in part.items():
        if name not in whole:
            whole[name] = value
        elif name in shared and isinstance(value, dict) and isinstance(whole[name], dict):
            _join(whole[name], value, tuple(value) if name == "components" else ())
        else:
            raise BrokenDocument(f"{name} is in another file already")


def _work_in(document, rules):
    """Adds what the rules give to the operations that they are for. What an operation says itself stays."""
    operations = [(method, operation) for item in document.get("paths", {}).values()
                  for method, operation in item.items() if method in METHODS]
    for method, operation in operations:
        for rule in rules:
            if _is_for(rule, method, operation):
                _add_parts(rule, operation)
        operation["responses"] = dict(sorted(operation.get("responses", {}).items()))
    for method, operation in operations:
        for rule in rules:
            if _is_for(rule, method, operation):
                _add_headers(document, rule, operation["responses"])
    for rule in rules:
        if "for" not in rule:
            _add_headers(document, rule, document.get("x-every-path", {}))


MARKS = {"deprecated": "deprecated", "tagged": "x-tagged", "if-match": "x-if-match"}


def _is_for(rule, method, operation):
    # A POST that only asks is like a GET with a body.
    method = "get" if operation.get("x-asks-only") else "once" if operation.get("x-once") else method
    kinds = {method, "key" if operation.get("security") else "public"}
    kinds |= {kind for kind, key in MARKS.items() if operation.get(key)}
    return "for" not in rule or bool(kinds & set(rule["for"]))


def _add_parts(rule, operation):
    for name in rule.get("parameters", []):
        operation.setdefault("parameters", []).append({"$ref": f"#/components/parameters/{name}"})
    for status, name in rule.get("responses", {}).items():
        operation.setdefault("responses", {}).setdefault(status, {"$ref": f"#/components/responses/{name}"})


def _add_headers(document, rule, responses):
    for status, response in list(responses.items()):
        names = [] if status in rule.get("headersNotOn", []) else rule.get("headers", [])
        names = names + (rule.get("successHeaders", []) if status.startswith("2") else [])
        if "$ref" in response:
            place = response["$ref"].removeprefix("#/components/responses/")
            response = document.get("components", {}).get("responses", {}).get(place, {})
        if "ownHeaders" in rule:
            # Others share the response, and do not have these headers.
            response = responses[status] = deepcopy(response)
            names = names + rule["ownHeaders"]
        for name in names:
            response.setdefault("headers", {}).setdefault(name, {"$ref": f"#/components/headers/{name}"})

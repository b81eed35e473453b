"""What must hold of one operation, by the conventions that all of them share."""

import re

from openapi_reference.document import resolve

VERBS = {"get": ("get", "list"), "patch": ("update",), "delete": ("delete", "revoke"),
         "post": ("create", "cancel", "remove", "start", "stop", "skip", "publish", "pause", "resume", "finish")}
SUMMARY_CHARACTERS_MAX = 60
LIST_PARAMETERS = {"page", "pageSize", "cursor"}
# What is answered before the key is known.
UNCOUNTED = {"401", "431"}
RATE_HEADERS = {f"{prefix}RateLimit-{what}" for prefix in ("X-", "") for what in ("Limit", "Remaining", "Reset")}


def operation_problems(document, operation):
    """Phrases; empty when all is well. References must lead somewhere."""
    definition = operation.definition
    needed = ("operationId", "summary", "description", "tags", "responses")
    found = [f"{name} is missing" for name in needed if not definition.get(name)]
    return (found + _name_problems(document, operation) + _security_problems(document, definition)
            + _parameter_problems(operation) + _status_problems(operation) + _response_problems(document, operation)
            + _example_problems(document, definition) + _list_problems(document, operation)
            + _repetition_problems(document, operation))


def _name_problems(document, operation):
    definition, found = operation.definition, []
    verbs = VERBS.get("get" if operation.asks_only else operation.method, ())
    if operation.id and not re.fullmatch(rf"({'|'.join(verbs)})[A-Z][A-Za-z0-9]*", operation.id):
        found.append(f"the operationId must begin with {' or '.join(verbs) or 'no verb that we know'}, in camelCase")
    summary = definition.get("summary")
    if summary and not re.fullmatch(rf"[A-Z].{{1,{SUMMARY_CHARACTERS_MAX - 1}}}(?<!\.)", summary):
        found.append("the summary must begin with a capital, be short and have no full stop")
    if not re.fullmatch(r"(/([a-z0-9][a-z0-9.-]*|\{[a-z][A-Za-z]*\}))+/?", operation.path):
        found.append("the path must be of words in small letters and parameters in camelCase")
    tags = definition.get("tags", [])
    if len(tags) > 1:
        found.append("there must be one tag")
    declared = {tag["name"] for tag in document["tags"]}
    found += [f"the tag {tag} is not declared" for tag in tags if tag not in declared]
    if definition.get("x-served", False) is not False:
        found.append("x-served is either false or left out")
    return found


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
            if bool(scopes) == bool(definition.get("x-any-key")):
                found.append(f"security names no scope for {scheme}")
            found += [f"the scope {scope} is not one of the schema Scope" for scope in scopes if scope not in known]
    return found


def _parameter_problems(operation):
    in_path = set(re.findall(r"\{([^}]+)\}", operation.path))
    declared = {each.get("name") for each in operation.parameters if each.get("in") == "path"}
    found = [f"the path parameter {name} is not declared" for name in sorted(in_path - declared)]
    found += [f"the path has no parameter {name}" for name in sorted(declared - in_path)]
    places = [(each.get("in"), each.get("name")) for each in operation.parameters]
    found += [f"the parameter {name} is there twice" for place, name in sorted(set(places))
              if places.count((place, name)) > 1]
    for each in operation.parameters:
        name = each.get("name", "?")
        needed = ("name", "in", "schema", "description")
        found += [f"the parameter {name} has no {key}" for key in needed if key not in each]
        if each.get("in") == "path" and each.get("required") is not True:
            found.append(f"the path parameter {name} must be required")
        if each.get("in") == "path" and "example" not in each:
            found.append(f"the path parameter {name} has no example")
    return found


def _status_problems(operation):
    """Which answers must be told of."""
    statuses = operation.definition.get("responses", {})
    found = [f"{status} is not a response status" for status in statuses if not re.fullmatch(r"[1-5]\d\d", status)]
    tells_of_success = any(status.startswith("2") for status in statuses)
    if not tells_of_success:
        found.append("no response tells of success")
    needed = ["400", "413", "415", "431"]
    needed += ["401", "403", "429", "503"] if operation.definition.get("security") else []
    needed += ["404"] if operation.method == "get" and "{" in operation.path else []
    needed += ["422"] if operation.method in ("post", "patch") else []
    needed += ["409"] if operation.can_repeat else []
    needed += ["507"] if operation.can_repeat or operation.definition.get("x-once") or operation.method == "delete" else []
    return found + [f"the response {status} is missing" for status in needed if status not in statuses]


def _response_problems(document, operation):
    found = []
    is_keyed = bool(operation.definition.get("security"))
    for status, response in operation.definition.get("responses", {}).items():
        response = resolve(document, response)
        if not response.get("description"):
            found.append(f"the response {status} has no description")
        if status[0] in "45":
            found += _error_problems(status, response)
        rates = RATE_HEADERS & set(response.get("headers", {}))
        is_counted = is_keyed and status not in UNCOUNTED
        if rates != (RATE_HEADERS if is_counted else set()):
            found.append(f"the response {status} must have {'all' if is_counted else 'no'} rate-limit headers")
        if operation.definition.get("deprecated") and status[0] == "2":
            missing = {"Deprecation", "Link"} - set(response.get("headers", {}))
            found += [f"the response {status} lacks the header {name}" for name in sorted(missing)]
    return found


def _error_problems(status, response):
    """The one shape of errors."""
    content = response.get("content", {})
    if set(content) != {"application/json"}:
        return [f"the response {status} must be application/json"]
    expected = "ValidationError" if status == "422" else "HttpError"
    if content["application/json"].get("schema", {}).get("$ref") != f"#/components/schemas/{expected}":
        return [f"the response {status} must have the schema {expected}"]
    return []


def _example_problems(document, definition):
    found = []
    bodies = [("the request body", definition["requestBody"])] if "requestBody" in definition else []
    bodies += [(f"the response {status}", response) for status, response in definition.get("responses", {}).items()]
    for what, body in bodies:
        for media_type, media in resolve(document, body).get("content", {}).items():
            if "schema" not in media:
                found.append(f"{what} has no schema for {media_type}")
            if not media.get("examples"):
                found.append(f"{what} has no example for {media_type}")
    return found


def _list_problems(document, operation):
    """A list is what answers `results`."""
    success = resolve(document, operation.definition.get("responses", {}).get("200", {}))
    schema = resolve(document, success.get("content", {}).get("application/json", {}).get("schema", {}))
    # A preview is no page of anything.
    is_preview = operation.asks_only and "links" not in schema.get("properties", {})
    is_list = "results" in schema.get("properties", {}) and not is_preview
    if is_list != operation.id.startswith("list"):
        return ["an operation answers results if and only if its operationId begins with list"]
    if not is_list:
        return []
    query = {each.get("name") for each in operation.parameters if each.get("in") == "query"}
    found = [f"the list has no parameter {name}" for name in sorted(LIST_PARAMETERS - query)]
    if schema["properties"].get("links", {}).get("$ref") != "#/components/schemas/ListLinks":
        found.append("the list must answer links, by the schema ListLinks")
    if "422" not in operation.definition["responses"]:
        found.append("the response 422 is missing")
    return found


def _repetition_problems(document, operation):
    """POST and PATCH that change something, and they alone, can be sent again with an Idempotency-Key."""
    has_key = any(each.get("name") == "Idempotency-Key" for each in operation.parameters)
    found = []
    if has_key != operation.can_repeat:
        found.append(f"the parameter Idempotency-Key {'is missing' if operation.can_repeat else 'has no place here'}")
    for status, response in operation.definition.get("responses", {}).items():
        headers = resolve(document, response).get("headers", {})
        if ("Idempotency-Replayed" in headers) != (operation.can_repeat and status[0] == "2"):
            found.append(f"Idempotency-Replayed is a header of what POST and PATCH answer on success, not of {status}")
    return found

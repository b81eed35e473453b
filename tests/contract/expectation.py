"""What the document says must become of a request: the statuses that are possible, read from the request alone.

It goes through the refusals in the order of the document's section on errors, so that of several faults the first one
decides. Where the document leaves something open, everything is possible that the operation documents."""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

from openapi_reference.document import operations, reference_name

import json_text

HEAD_BYTES_MAX = 32 * 1024
# Where answers may tell of a contact, and are forgotten with it.
TELLING_OF_CONTACTS = ("/contacts", "/purchases", "/custom-events", "/hooks", "/admin/v1/coupon-sets/",
                       "/admin/v1/segments/", "/admin/v1/workflows/")
# The answers with 415 to nothing but a Content-Encoding.
TYPE_DOES_NOT_MATTER = {"EncodedContent", "PublicUnsupportedMediaType"}
# Refusals that only a fault of the request explains, and what must never be seen at all.
NEEDS_A_REASON = {400, 401, 403, 405, 408, 413, 415, 417, 429, 431}
# What they may be follows from all others; where one of those is wrong, nothing need be said of them.
JUDGED_LAST = {"defaultValue"}
# Whether there is what the path names is said before anything about the body.
NAMES_ITS_TYPE_FIRST = ("/custom-events/", "/hooks/")
# Where somebody may be given more than the caller has.
GIVING = ("createApiKey", "createPerson", "updatePerson", "deletePerson", "createResetLink")
# Only pages of the console can ask for these, and the fuzzer is none.
SIGN_IN_PATHS = ("/admin/v1/sessions/", "/admin/v1/setup")
KEY = re.compile(r"(?:(?:apikey|bearer) +)?([0-9A-Za-z]{22}):([0-9A-Za-z]{22})[ \t]*", re.IGNORECASE)


@dataclass
class Expectation:
    statuses: set
    operation: object = None  # None when no operation was reached.
    tells_rate: bool = False  # The key was good, so the answer tells how its rate stands.
    may_have_code: bool = False  # Also 400 with one of the operation's own codes.
    problems: set = field(default_factory=set)  # Where a 422 must find something: parts of the query and of the body.
    places: set | None = None  # Where a 422 may find anything; None: anywhere.
    kept: object = None  # The first answer to the same request under the same Idempotency-Key.
    may_be_kept: bool = False  # Whether there is such an answer is not known.


@dataclass
class KeptAnswer:
    request: tuple  # Call.what
    status: int
    body: bytes


@dataclass
class World:
    """What decides besides the request: the keys that exist, and what was done under an Idempotency-Key."""
    keys: dict  # {(id, secret): scopes}
    has_rate_limit: bool = False
    all_scopes: list = field(default_factory=list)
    kept: dict = field(default_factory=dict)  # {Idempotency-Key: KeptAnswer}
    doubtful: set = field(default_factory=set)  # Idempotency-Keys whose answer went with a contact, or did not.

    def note_erasure(self):
        """A contact was deleted, and with it the answers that tell of it; which those are is not known here."""
        gone = [key for key, kept in self.kept.items() if kept.request[1].startswith(TELLING_OF_CONTACTS)]
        for key in gone:
            del self.kept[key]
        self.doubtful |= set(gone)


class Oracle:
    def __init__(self, document, values, world):
        self._document = document
        self._values = values
        self._world = world
        self._operations = {(each.path, each.method.upper()): each for each in operations(document.tree)
                            if each.is_served}

    def expect(self, call, address):
        if len(call.head(address)) > HEAD_BYTES_MAX:
            return Expectation({431})
        expectations = [word.strip().lower() for value in call.all("Expect") for word in value.split(",")]
        if any(word not in ("", "100-continue") for word in expectations):
            return Expectation({417})
        template = self._document.template(call.target)
        if template is None:
            return Expectation({404})
        if call.method == "OPTIONS":
            return Expectation({204})
        if call.method not in self._document.methods(template):
            return Expectation({405})
        operation = self._operations[template, "GET" if call.method == "HEAD" else call.method]
        if operation.path in SIGN_IN_PATHS and operation.method == "post":
            return Expectation({403}, operation)
        if not operation.scopes and not operation.takes_any_key:
            return self._after_the_key(call, operation)
        scopes = self._scopes(call)
        if scopes is None:
            return Expectation({401}, operation)
        found = self._with_key(call, operation, scopes)
        found.tells_rate = True
        return found

    def _with_key(self, call, operation, scopes):
        is_managed = operation.path.startswith("/admin/v1/")
        if not operation.takes_any_key and operation.scopes[0] not in scopes and not (is_managed and "admin" in scopes):
            return Expectation({403}, operation)
        found = self._after_the_key(call, operation)
        if operation.takes_any_key and not found.statuses <= {400, 413, 415}:
            # A key is nobody.
            found.statuses = found.statuses & {400, 422} | {200 if operation.id == "getMe" else 403}
        if operation.id in GIVING and scopes != self._world.all_scopes:
            found.statuses |= {403}  # Nobody gives what they lack.
        if self._world.has_rate_limit:
            found.statuses |= {429}
        return found

    def _scopes(self, call):
        """The scopes of the key that came with the request; None without a good one."""
        values = call.all("Authorization")
        match = KEY.fullmatch(values[0].strip(" \t")) if len(values) == 1 else None
        return self._world.keys.get(match.groups()) if match else None

    def _after_the_key(self, call, operation):
        found = self._after_the_path(call, operation)
        if operation.path.startswith(NAMES_ITS_TYPE_FIRST):
            found.statuses |= {404}
        if operation.path.startswith("/hooks/"):
            found.statuses |= {403}  # Once a secret is set, and the fuzzer signs nothing.
        return found

    def _after_the_path(self, call, operation):
        refused = self._refused_unread(call, operation)
        if refused:
            return Expectation({refused}, operation)
        parameters = path_parameters(operation, call)
        query = _query(call)
        if parameters is None or query is None:
            return Expectation({400}, operation)
        misfits = {reference_name(each["schema"]) for each in operation.parameters
                   if each["in"] == "path" and not self._values.allows(each["schema"], parameters[each["name"]])}
        if "IdInput" in misfits:
            return Expectation({400}, operation)
        possible = {int(status) for status in operation.definition["responses"]}
        possible = {status for status in possible if status < 500} - NEEDS_A_REASON
        problems = self._query_problems(operation, query)
        media_type, media = self._media(operation)
        value = {}
        if media_type == "application/json":
            try:
                value = json_text.read(call.body or b"")
            except json_text.NotJson:
                return Expectation({400}, operation)
            is_allowed_list = isinstance(value, list) and "array" in self._values.resolve(media["schema"])["type"]
            if not isinstance(value, dict) and value != [] and not is_allowed_list:
                return Expectation({400}, operation)
            problems |= self._body_problems(media["schema"], value or {}) if not is_allowed_list else set()
        found = self._with_idempotency(call, operation, possible, problems)
        found.places = self._places(operation, media, value)
        if misfits or names_by_email(operation) or media_type not in ("application/json", None):
            found.statuses |= {400}
        return found

    def _with_idempotency(self, call, operation, possible, problems):
        keys = [value.strip(" \t") for value in call.all("Idempotency-Key")] if operation.can_repeat else []
        is_bad = len(keys) > 1 or keys and not re.fullmatch(r"[ -~]{1,255}", keys[0])
        kept = self._world.kept.get(keys[0]) if keys and not is_bad else None
        if keys and keys[0] in self._world.doubtful:
            return Expectation(possible | {422}, operation, may_have_code=True, may_be_kept=True)
        if is_bad:
            return Expectation({422}, operation)
        if kept and kept.request != call.what:
            if kept.request[:2] != call.what[:2] or self._media(operation)[0] != "multipart/form-data":
                return Expectation({422}, operation)
            # What a form says counts, not its bytes: whoever sends it again makes another boundary.
            return Expectation({422, kept.status}, operation, kept=kept)
        if problems:
            return Expectation({422}, operation, problems=problems - {None})
        if kept:
            return Expectation({kept.status}, operation, kept=kept)
        return Expectation(possible, operation, may_have_code=True)

    def _refused_unread(self, call, operation):
        """The status for a body that is not read: too large, or of a kind that is not taken."""
        is_too_large = len(call.body or b"") > self.body_bytes_max(operation)
        if is_too_large and call.chunk_bytes is None:
            return 413
        if call.all("Content-Encoding"):
            return 415
        types = self._content(operation)
        given = (call.header("Content-Type") or "").partition(";")[0].strip().lower()
        answer = _answer_name(operation, "415")
        # A file or a form tells by its type how to read it.
        takes_all_but_forms = answer == "UnsupportedMediaType" or "application/json" in types
        if types and answer not in TYPE_DOES_NOT_MATTER and (
                given.startswith("multipart/") if takes_all_but_forms else given not in types):
            return 415
        return 413 if is_too_large else None

    def body_bytes_max(self, operation):
        """The limit that the documented example of a 413 names."""
        answer = self._values.resolve(operation.definition["responses"]["413"])
        (media,) = answer["content"].values()
        details = [self._values.resolve(example)["value"]["detail"] for example in media["examples"].values()]
        return int(re.search(r"larger than (\d+) bytes", details[0])[1])

    def _media(self, operation):
        """(media type, its object) of the body that the operation reads."""
        return next(iter(self._content(operation).items()), (None, None))

    def _content(self, operation):
        return self._values.resolve(operation.definition.get("requestBody", {})).get("content", {})

    def _places(self, operation, media, value):
        """The first parts of what a 422 may point to; None when the names are not the document's alone."""
        schema = self._values.resolve(media["schema"]) if media else {}
        if "additionalProperties" in schema:
            return None
        # What stands before an id in the path may name it: productId in /products/product-id/{id}.
        named = {re.sub("-(.)", lambda found: found[1].upper(), part) for part in operation.path.split("/")}
        if schema.get("type") == "string":
            named.add("file")
        if operation.path.startswith("/admin/v1/workflows/{id}/"):
            named.add("definition")  # What keeps a draft from being published.
        return named | {each["name"] for each in operation.parameters} | {*schema.get("properties", ()), *value}

    def _query_problems(self, operation, query):
        """The parameters whose every value is one that the document does not allow."""
        found = set()
        for parameter in operation.parameters:
            given = [value for name, value in query if name == parameter["name"]] if parameter["in"] == "query" else []
            typed = [_typed(self._values.resolve(parameter["schema"]), value) for value in given]
            if given and not any(self._values.allows(parameter["schema"], value) for value in typed):
                found.add(parameter["name"])
        return found

    def _body_problems(self, schema, value):
        """The properties that the document does not allow as they are; None among them when it is the whole."""
        if value.get("filters") == []:
            value = {**value, "filters": {}}
        found = set()
        for problem in self._values.problems(schema, value):
            if {"then", "else"} & set(problem.schema_path):
                found.add(None)  # What another property asks for; where that is wrong itself, nothing follows from it.
            elif problem.validator == "required" and not problem.path:
                found |= set(problem.validator_value) - value.keys()
            else:
                found.add(problem.path[0] if problem.path else None)
        for name in value.keys() & self._values.resolve(schema).get("properties", {}).keys():
            texts = value[name] if isinstance(value[name], list) else [value[name]]
            found |= {name for text in texts if isinstance(text, str) and "\0" in text}
        return found - JUDGED_LAST or found


def names_by_email(operation):
    """An address has limits on its parts which no pattern of the document tells."""
    return any(each["in"] == "path" and each["name"] == "email" for each in operation.parameters)


def _answer_name(operation, status):
    """The name of the shared answer that the operation gives with this status."""
    return operation.definition["responses"].get(status, {}).get("$ref", "").rpartition("/")[2]


def _typed(schema, text):
    """The text of a query parameter as the value that it stands for; the text itself when it stands for none."""
    if schema.get("type") == "integer" and re.fullmatch(r"-?[0-9]{1,400}", text):
        return int(text)
    if schema.get("type") == "boolean":
        return {"true": True, "1": True, "false": False, "0": False}.get(text, text)
    return text


def path_parameters(operation, call):
    """The decoded parameters of the path by name; None when one of them cannot be decoded."""
    names, given = (path.strip("/").split("/") for path in (operation.path, call.path))
    decoded = {name[1:-1]: _decoded(part) for name, part in zip(names, given) if name.startswith("{")}
    return None if None in decoded.values() else decoded


def _query(call):
    """[(name, value)] of the query; None when a part of it cannot be decoded."""
    pairs = [part.partition("=") for part in "&".join(call.query).split("&") if part]
    decoded = [(_decoded(name.replace("+", " ")), _decoded(value.replace("+", " "))) for name, _, value in pairs]
    return None if any(None in pair for pair in decoded) else decoded


def _decoded(text):
    if re.search(r"%(?![0-9A-Fa-f]{2})", text):
        return None
    try:
        decoded = unquote_to_bytes(text.encode("utf-8", "surrogateescape")).decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in decoded else decoded

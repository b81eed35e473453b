"""Makes requests for the operations that are served: good ones, and good ones with a few mutations."""

import json
from urllib.parse import quote

from openapi_reference.document import operations

import json_text
from body_mutations import BODY_MUTATIONS
from call import Call
from memory import KEPT_MAX
from request_mutations import REQUEST_MUTATIONS

MUTATION_COUNTS = [0] * 8 + [1] * 8 + [2] * 3 + [3]
BOUNDARY = "----form-boundary"
FAVOUR = 25  # How many times as often what is favoured is asked for.


class Generator:
    """Everything that is decided by chance comes from `chance`, so that a seed gives the same requests again (as far
    as the answers, whose ids are remembered, are the same)."""

    def __init__(self, document, values, memory, keys, world, chance, operation_ids=None):
        """`keys` are the headers of keys: {"all": one with all scopes, scope: one with this scope alone}. Without
        `operation_ids` every operation is asked for."""
        self.document = document
        self.values = values
        self.memory = memory
        self.keys = keys
        self.chance = chance
        self.world = world
        self.calls_kept = []  # Calls whose answer is kept under their Idempotency-Key.
        self.operations = [each for each in operations(document.tree)
                           if each.is_served and (operation_ids is None or each.id in operation_ids)]
        self._weights = [_weight(each) for each in self.operations]

    def favour(self, operation_ids):
        """Asks for these far more often from now on, and for the others as before."""
        self._weights = [_weight(each) * (FAVOUR if each.id in operation_ids else 1) for each in self.operations]

    def next(self):
        operation, = self.chance.choices(self.operations, self._weights)
        call = self.valid(operation)
        for _ in range(self.chance.choice(MUTATION_COUNTS)):
            mutations = BODY_MUTATIONS if call.body and self.chance.random() < 0.5 else REQUEST_MUTATIONS
            mutation, = self.chance.choices(list(mutations), mutations.values())
            call = mutation(call, self)
        return call

    def valid(self, operation):
        """A request that nothing in the document speaks against."""
        headers = []
        if operation.scopes:
            headers.append(("Authorization", self.keys[self.chance.choice(["all", "all", operation.scopes[0]])]))
        elif operation.takes_any_key:
            headers.append(("Authorization", self.keys["all"]))
        body = None
        content = self.values.resolve(operation.definition.get("requestBody", {})).get("content", {})
        if content:
            content_type, body = self.body(*self.chance.choice(list(content.items())))
            headers.append(("Content-Type", content_type))
        if body is not None and self.chance.random() < 0.2:
            headers.append(("Idempotency-Key", f"{self.chance.getrandbits(64):x}"))
        return Call(operation.method.upper(), self._path(operation), self._query(operation), tuple(headers), body)

    def removal(self, operation):
        """The call of a deleting operation for the oldest object that is known to it; None while there are few."""
        path, known = operation.path, []
        for parameter in operation.parameters:
            if parameter["in"] == "path":
                known = self.memory.values(operation.path, parameter["name"])
                path = path.replace("{" + parameter["name"] + "}", quote(known[0], safe="") if known else "")
        is_full = len(known) == KEPT_MAX
        return Call("DELETE", path, headers=(("Authorization", self.keys["all"]),)) if is_full else None

    def body(self, media_type, media):
        """(content type, bytes) of a body that the document allows."""
        value = self._with_known(self.values.body(media))
        if media_type == "multipart/form-data":
            return f"{media_type}; boundary={BOUNDARY}", _form(value)
        if isinstance(value, str):
            return media_type, value.encode()
        spelt = json_text.respelt(value, self.chance) if self.chance.random() < 0.1 else value
        return media_type, json_text.write(spelt, is_ascii=self.chance.random() < 0.3)

    def _with_known(self, value, name=None):
        """The same body, mostly with objects that exist in the places that name one."""
        if isinstance(value, dict):
            return {key: self._with_known(part, key) for key, part in value.items()}
        if isinstance(value, list):
            return [self._with_known(part) for part in value]
        known = self.memory.referred(name) if isinstance(value, str) else []
        return self.chance.choice(known) if known and self.chance.random() < 0.9 else value

    def _path(self, operation):
        path, owners = operation.path, {}
        for parameter in reversed(operation.parameters):
            if parameter["in"] == "path":
                value = owners.get(parameter["name"]) or self.path_value(operation.path, parameter)
                owners = self.memory.within(value)
                path = path.replace("{" + parameter["name"] + "}", quote(value, safe="@:!$'()*+,;="))
        return path

    def path_value(self, template, parameter):
        """One that exists, mostly; or the one of the document's examples; or any that is allowed."""
        known = self.memory.values(template, parameter["name"])
        if known and self.chance.random() < 0.7:
            return self.chance.choice(known)
        if self.chance.random() < 0.5:
            return parameter["example"]
        return str(self.values.value(parameter["schema"])) or parameter["example"]

    def _query(self, operation):
        query = []
        for parameter in operation.parameters:
            if parameter["in"] == "query" and (parameter.get("required") or self.chance.random() < 0.4):
                value = self._query_value(operation.path, parameter)
                query += [] if value is None else [f"{parameter['name']}={quote(str(value))}"]
        return tuple(query)

    def _query_value(self, template, parameter):
        if parameter["name"] == "cursor":
            known = self.memory.cursors(template)
            return self.chance.choice(known) if known else None
        if parameter["name"] == "page":
            return self.chance.choice([1, 1, 2, 3, 100])
        value = self.values.value(parameter["schema"])
        return self.chance.choice([json.dumps(value), int(value)]) if isinstance(value, bool) else value


def _weight(operation):
    """How often an operation is asked for: more often the more there is to vary."""
    if not operation.scopes and operation.method == "get":
        return 1  # One large document; a few requests say all there is to say.
    if operation.method == "delete":
        return 4  # Or too little would be there.
    return 16 if "requestBody" in operation.definition else 10 if operation.parameters else 5


def _form(value):
    """A form with a part for each property; the one called file is sent as a file."""
    lines = []
    for name, text in value.items():
        file_name = f'; filename="{name}.csv"' if name == "file" else ""
        lines += [f"--{BOUNDARY}", f'Content-Disposition: form-data; name="{name}"{file_name}', "", str(text)]
    return "\r\n".join([*lines, f"--{BOUNDARY}--", ""]).encode()

"""Reads an OpenAPI document from YAML and gives access to its operations and references."""

from dataclasses import dataclass

import yaml

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


class BrokenDocument(Exception):
    """The text is not a document at all; the message says where it stops being one."""


class _StrictLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """YAML as JSON knows it: no key twice, no keys but texts, no dates."""

    def construct_mapping(self, node, deep=False):
        keys = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            line = key_node.start_mark.line + 1
            if not isinstance(key, str):
                raise BrokenDocument(f"line {line}: the key {key!r} must be a text; put it in quotes")
            if key in keys:
                raise BrokenDocument(f"line {line}: the key {key!r} appears twice")
            keys.add(key)
        return super().construct_mapping(node, deep)


def _refuse_timestamp(loader, node):
    raise BrokenDocument(f"line {node.start_mark.line + 1}: {node.value} would become a date; put it in quotes")


def _refuse_merge(loader, node):
    raise BrokenDocument(f"line {node.start_mark.line + 1}: the merge key << is not part of YAML 1.2")


_StrictLoader.add_constructor("tag:yaml.org,2002:timestamp", _refuse_timestamp)
_StrictLoader.add_constructor("tag:yaml.org,2002:merge", _refuse_merge)


def load(text):
    """The document as plain dictionaries, lists, texts, numbers and booleans."""
    try:
        document = yaml.load(text, Loader=_StrictLoader)
    except yaml.YAMLError as error:
        raise BrokenDocument(str(error)) from error
    if not isinstance(document, dict):
        raise BrokenDocument("the outermost level must be an object")
    return document


def follow(document, reference):
    """What a reference such as #/components/schemas/Store points to. KeyError when it points nowhere."""
    if not reference.startswith("#/"):
        raise KeyError(reference)
    place = document
    for part in reference[2:].split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(place, list):
            if not name.isdecimal() or int(name) >= len(place):
                raise KeyError(reference)
            place = place[int(name)]
        elif isinstance(place, dict) and name in place:
            place = place[name]
        else:
            raise KeyError(reference)
    return place


def resolve(document, part):
    """The part itself or, when it is a reference, what it points to; what stands beside the reference wins."""
    seen = set()
    while "$ref" in part:
        reference = part["$ref"]
        if reference in seen:
            raise KeyError(reference)
        seen.add(reference)
        beside = {name: value for name, value in part.items() if name != "$ref"}
        part = {**follow(document, reference), **beside}
    return part


def reference_name(part):
    """The last word of a reference, such as Store; None when the part is no reference."""
    return part["$ref"].rsplit("/", 1)[-1] if "$ref" in part else None


@dataclass(frozen=True)
class Operation:
    path: str
    method: str
    definition: dict
    parameters: list  # Resolved, those of the path first.

    @property
    def id(self):
        return self.definition.get("operationId", "")

    @property
    def name(self):
        return f"{self.method.upper()} {self.path}"

    @property
    def is_served(self):
        return self.definition.get("x-served", True)

    @property
    def asks_only(self):
        """Whether it changes nothing although it is a POST: what it asks is too long for a query."""
        return bool(self.definition.get("x-asks-only"))

    @property
    def can_repeat(self):
        """Whether it can be sent again with an Idempotency-Key."""
        return self.method in ("post", "patch") and not self.asks_only and not self.definition.get("x-once")

    @property
    def takes_any_key(self):
        """Whether whoever is known may ask for it, with whatever scopes."""
        return bool(self.definition.get("x-any-key"))

    @property
    def scopes(self):
        requirements = self.definition.get("security", [])
        return [scope for requirement in requirements for scopes in requirement.values() for scope in scopes]


def operations(document):
    """All operations, in the order of the document."""
    found = []
    for path, item in document.get("paths", {}).items():
        for method in item:
            if method in METHODS:
                definition = item[method]
                parameters = item.get("parameters", []) + definition.get("parameters", [])
                found.append(Operation(path, method, definition, [resolve(document, each) for each in parameters]))
    return found

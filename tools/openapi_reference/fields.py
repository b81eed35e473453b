"""Schemas as tables of fields: name and type on the left, meaning and limits on the right."""

import json
import re
from html import escape

from openapi_reference.document import follow, reference_name, resolve
from openapi_reference.markdown import inline, render
from openapi_reference.samples import code

ENUM_SHOWN_MAX = 8
# Numbers from here on are the bounds of every number, which the guide tells once.
NUMBER_SHOWN_MAX = 2**53 - 2


class FieldTables:
    """Makes tables; `linked` names the schemas that have a section of their own on the page."""

    def __init__(self, document, linked):
        self._document = document
        self._linked = linked

    def of_body(self, schema, caption):
        """What may be sent: the properties of an object, with those of objects inside it."""
        return _table(caption, self._rows(schema, "", _note_of_input))

    def of_answer(self, schema, caption):
        """What comes back, likewise."""
        return _table(caption, self._rows(schema, "", _note_of_answer))

    def of_parameters(self, parameters, caption):
        rows = []
        for each in parameters:
            schema = {**each["schema"], "description": each["description"]}
            description = render(each["description"]) + self._limits(schema)
            note = "required" if each.get("required") else ""
            rows.append(_row(each["name"], self.type_text(each["schema"]), note, description))
        return _table(caption, rows)

    def type_text(self, schema):
        """The type in words, with a link when the schema has its own section."""
        name = reference_name(schema)
        if name in self._linked:
            return f'<a href="#object-{escape(name)}">{escape(name)}</a>'
        schema = resolve(self._document, schema)
        types = schema.get("type", "null" if schema.get("const", 0) is None else _type_of(schema.get("const")))
        words = []
        for each in types if isinstance(types, list) else [types]:
            words.append("array of " + self.type_text(schema["items"]) if each == "array" else escape(each))
        return " or ".join(words)

    def is_linked(self, schema):
        return reference_name(schema) in self._linked

    def has_fields(self, schema):
        schema = resolve(self._document, schema)
        return bool(schema.get("properties") or _others(schema))

    def _rows(self, schema, prefix, note_for):
        schema = resolve(self._document, schema)
        required = schema.get("required", [])
        rows = []
        for name, field in schema.get("properties", {}).items():
            full = resolve(self._document, field)
            description = render(full.get("description", "")) + self._limits(field)
            rows.append(_row(prefix + name, self.type_text(field), note_for(full, name in required), description))
            inner, inner_prefix = (full["items"], name + "[].") if "items" in full else (field, name + ".")
            if not self.is_linked(inner):
                rows += self._rows(inner, prefix + inner_prefix, note_for)
        others = _others(schema)
        if others:
            name = f"{prefix}<{others.get('title', 'any name')}>"
            description = render(others["description"]) + self._limits(others)
            rows.append(_row(name, self.type_text(others), "", description))
        return rows

    def _limits(self, schema):
        full = resolve(self._document, schema)
        words = _bounds(full)
        # A description beside a reference hides the one it points to; that one says what values look like.
        target = follow(self._document, schema["$ref"]) if "$ref" in schema else {}
        if "description" in schema and "description" in target:
            words.append(inline(target["description"].strip()))
        elif "pattern" in full and not target:
            words.append(f"Pattern {code(full['pattern'])}.")
        words += _values(resolve(self._document, full["items"]) if "items" in full else full)
        return f'<div class="limits">{" ".join(words)}</div>' if words else ""


def _note_of_input(field, is_required):
    return "required" if is_required else ""


def _note_of_answer(field, is_required):
    notes = [] if is_required else ["may be missing"]
    return ", ".join(notes + (["read-only"] if field.get("readOnly") else []))


def _others(schema):
    """The schema of properties that have no name of their own; nothing when there are none."""
    others = schema.get("additionalProperties")
    return others if isinstance(others, dict) and "description" in others else None


def _type_of(value):
    return {bool: "boolean", int: "integer", float: "number", str: "string"}.get(type(value), "any")


def _bounds(schema):
    words = []
    bounds = (("minLength", "maxLength", "characters"), ("minItems", "maxItems", "items"), ("minimum", "maximum", ""))
    for least, most, unit in bounds:
        low, high = (_shown_bound(schema.get(name)) for name in (least, most))
        if low is not None and high is not None:
            words.append(f"{low} to {high} {unit}".strip() + ".")
        elif high is not None:
            words.append(f"At most {high} {unit}".strip() + ".")
        elif low is not None and (unit == "" or low > 1):
            words.append(f"At least {low} {unit}".strip() + ".")
        elif low == 1 and unit == "items":
            words.append("Not empty.")
    if schema.get("uniqueItems"):
        words.append("No item twice.")
    if "default" in schema:
        words.append(f"Default {code(_plain(schema['default']))}.")
    if "const" in schema:
        words.append(f"Always {code(_plain(schema['const']))}.")
    return words


def _shown_bound(number):
    return None if number is None or abs(number) > NUMBER_SHOWN_MAX else number


def _plain(value):
    return value if isinstance(value, str) else json.dumps(value)


def _values(schema):
    if "enum" not in schema:
        return []
    known = [value for value in schema["enum"] if value is not None]  # That null is allowed, the type says already.
    values = ", ".join(code(_plain(value)) for value in known)
    if len(known) <= ENUM_SHOWN_MAX:
        return [f"One of {values}."]
    return [f"<details><summary>One of {len(known)} values</summary>{values}</details>"]


def _row(name, type_text, note, description):
    note = f'<span class="note {note.split()[0]}">{note}</span>' if note else ""
    return (f'<tr><th scope="row"><code>{_breakable(name)}</code> <span class="type">{type_text}</span> {note}</th>'
            f"<td>{description}</td></tr>")


def _breakable(name):
    return "<wbr>".join(escape(part) for part in re.split(r"(?<=\.)|(?<=[a-z])(?=[A-Z])", name))


def _table(caption, rows):
    return (f'<table class="fields"><caption>{escape(caption)}</caption>'
            f'<thead class="hidden"><tr><th scope="col">Name</th><th scope="col">Meaning</th></tr></thead>'
            f'<tbody>{"".join(rows)}</tbody></table>')

"""Values that a schema of the document allows, made by chance."""

import re
import string
from decimal import Decimal

import jsonschema
from openapi_reference.document import resolve

from pattern_text import matching

ATTEMPTS_MAX = 12
WHOLE_MAX = 2**53 - 1
ODD_TEXTS = ["Ünïcödé", "日本語テキスト", "🙂🏳️‍🌈", "עברית", "a\u0301\u200d\ufeffb", "'; drop table x; --", "\\\"\\/",
             "<b>&amp;</b>", "\n\r\t\b\f", "\u0001\u001f\u007f\u0085", "%41%00", "null", "\U0010ffff\ufffe", "=1+1",
             "${x}{{y}}"]
LETTERS = string.ascii_letters + string.digits + " -_.,"


def _matches(_validator, pattern, text, _schema):
    """JSON Schema means the expressions of ECMAScript: `$` is the very end, and a digit is one of ten."""
    exact = re.sub(r"\$$", r"\\Z", pattern).replace(r"\d", "[0-9]")
    if isinstance(text, str) and not re.search(exact, text):
        yield jsonschema.ValidationError(f"{text!r} does not match {pattern!r}")


Validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": _matches})


class ValueSource:
    """Makes values for schemas of one document. Everything that is decided by chance comes from `chance`."""

    def __init__(self, tree, chance):
        self._tree = tree
        self._chance = chance
        self._resolver = jsonschema.RefResolver("", tree)

    def resolve(self, schema):
        return resolve(self._tree, schema) if isinstance(schema, dict) else {}

    def problems(self, schema, value):
        """What the schema has against the value."""
        return list(Validator(schema, resolver=self._resolver).iter_errors(value))

    def allows(self, schema, value):
        return Validator(schema, resolver=self._resolver).is_valid(value)

    def value(self, schema):
        """One that the schema allows; what conditions between properties ask for may be missed, so hold it against
        the schema when it matters."""
        chance, schema = self._chance, self.resolve(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return chance.choice(schema["enum"])
        if schema.get("examples") and chance.random() < 0.3:
            return chance.choice(schema["examples"])
        types = schema.get("type", "object" if "properties" in schema else "string")
        kind = types if isinstance(types, str) else chance.choice(types)
        return getattr(self, "_" + kind)(schema)

    def body(self, media):
        """A body that the media type allows: made up, or one of its examples with a few members made anew."""
        schema = self.resolve(media["schema"])
        examples = [self.resolve(example)["value"] for example in media.get("examples", {}).values()]
        for _ in range(ATTEMPTS_MAX):
            is_new = not examples or self._chance.random() < 0.3
            found = self.value(schema) if is_new else self._varied(schema, self._chance.choice(examples))
            if self.allows(schema, found):
                return found
        return self._chance.choice(examples) if examples else {}

    def _varied(self, schema, example):
        if not isinstance(example, dict):
            return example
        varied = dict(example)
        properties = schema.get("properties", {})
        for _ in range(self._chance.choice([0, 1, 1, 2, 3]) if properties else 0):
            name = self._chance.choice(list(properties))
            if name in varied and name not in schema.get("required", ()) and self._chance.random() < 0.4:
                del varied[name]
            else:
                varied[name] = self.value(properties[name])
        return varied

    def _object(self, schema):
        required = schema.get("required", ())
        made = {name: self.value(part) for name, part in schema.get("properties", {}).items()
                if name in required or self._chance.random() < 0.4}
        names = list(made)
        self._chance.shuffle(names)
        return {name: made[name] for name in names}

    def _array(self, schema):
        least = schema.get("minItems", 0)
        most = min(schema.get("maxItems", least + 6), least + 6)
        items = [self.value(schema.get("items", {})) for _ in range(self._chance.randint(least, most))]
        return [item for at, item in enumerate(items) if item not in items[:at]] if schema.get("uniqueItems") else items

    def _string(self, schema):
        least, most = schema.get("minLength", 0), schema.get("maxLength", 5000)
        for _ in range(ATTEMPTS_MAX):
            text = matching(schema["pattern"], self._chance) if "pattern" in schema else self._text(least, most)
            if least <= len(text) <= most:
                return text
        return next(iter(schema.get("examples", ())), text[:most])

    def _text(self, least, most):
        chance = self._chance
        if chance.random() < 0.2:
            text = chance.choice(ODD_TEXTS)
            return text if least <= len(text) <= most else text * most
        length = chance.choice([least, chance.randint(1, 24), 64, most])
        return "".join(chance.choices(LETTERS, k=max(least, min(most, length))))

    def _integer(self, schema):
        least, most = schema.get("minimum", -WHOLE_MAX), schema.get("maximum", WHOLE_MAX)
        near = max(least, min(most, self._chance.randint(-3, 30)))
        return self._chance.choice([near, near, least, most, self._chance.randint(least, most)])

    def _number(self, schema):
        least = schema.get("minimum", schema.get("exclusiveMinimum", -WHOLE_MAX))
        most = schema.get("maximum", schema.get("exclusiveMaximum", WHOLE_MAX))
        whole = max(least + 1, min(most - 1, self._chance.randint(-5, 500)))
        return self._chance.choice([whole, Decimal(f"{whole}.5"), Decimal(f"{whole}.00005"), most - 1])

    def _boolean(self, _schema):
        return self._chance.random() < 0.5

    def _null(self, _schema):
        return None

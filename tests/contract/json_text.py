"""JSON as the interface reads it: a strict reader that says what is none, and a writer that can also write such."""

import json
import re
from decimal import Decimal

DEPTH_MAX = 64
NUMBER_CHARACTERS_MAX = 400
EXPONENT_DIGITS_MAX = 9
WHOLE_EXPONENT_MAX = 1000  # Beyond it a number is compared but never written out as a whole one.


class NotJson(ValueError):
    """The text is refused before anybody looks at its values."""


class Raw(str):
    """A piece of JSON text that is written as it is, also when it is none."""


class Pairs(list):
    """An object as (name, value) pairs, so that a name can be there twice."""


def read(data, number=None):
    """The value of a body; NotJson when it must be refused. `number` makes a value of the digits of a number."""
    try:
        text = data.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_refuse, parse_int=number or _number,
                           parse_float=number or _number)
    except (ValueError, RecursionError) as problem:
        raise NotJson(str(problem)) from None
    _check(value, 1)
    return value


def write(value, is_ascii=False):
    """The text of a value in UTF-8. What stands in a Raw goes out as it is; surrogates stand for single bytes."""
    return _text(value, is_ascii).encode("utf-8", "surrogateescape")


def respelt(value, chance):
    """The same value, its whole numbers written in another of the ways that JSON has for them."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Raw(f"{value}{chance.choice(['.0', 'e0', '.000E+00', 'E-0'])}")
    if isinstance(value, dict):
        return {name: respelt(item, chance) for name, item in value.items()}
    return [respelt(item, chance) for item in value] if isinstance(value, list) else value


def _members(pairs):
    if len({name for name, _ in pairs}) != len(pairs):
        raise NotJson("a name is there twice")
    return dict(pairs)


def _refuse(word):
    raise NotJson(word)


def _number(digits):
    """Exact: 3.0 is the integer 3, and 0.1 is a tenth."""
    exponent = re.search(r"[eE][+-]?0*(\d*)$", digits)
    if len(digits) > NUMBER_CHARACTERS_MAX or exponent and len(exponent[1]) > EXPONENT_DIGITS_MAX:
        raise NotJson("a number that cannot be held")
    value = Decimal(digits)
    is_whole = value.adjusted() < WHOLE_EXPONENT_MAX and value == value.to_integral_value()
    return int(value) if is_whole else value


def _check(value, level):
    if isinstance(value, str):
        if any(0xD800 <= ord(character) <= 0xDFFF for character in value):
            raise NotJson("a lone surrogate")
    elif isinstance(value, (dict, list)):
        if level > DEPTH_MAX:
            raise NotJson("nested too deeply")
        for item in value:
            _check(item, level + 1)
        for item in value.values() if isinstance(value, dict) else ():
            _check(item, level + 1)


def _text(value, is_ascii):
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dict):
        value = Pairs(value.items())
    if isinstance(value, Pairs):
        members = (f"{json.dumps(name, ensure_ascii=is_ascii)}:{_text(item, is_ascii)}" for name, item in value)
        return "{" + ",".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_text(item, is_ascii) for item in value) + "]"
    return json.dumps(value, ensure_ascii=is_ascii)

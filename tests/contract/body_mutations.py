"""Mutations of a JSON body: of its value, and of its bytes. Like those of the rest of a request, they do not know
whether the result is still good. How often each is used stands beside it in the table at the end."""

from dataclasses import replace

import json_text
from json_text import Pairs, Raw

VALUES = [
    None, True, False, 0, 1, -1, 2**31, 2**53 - 1, 2**53, -2**53, 2**63, 10**14, 10**30, "", " ", "x", "0", "true",
    "null", "a" * 51, "a" * 101, "a" * 151, "a" * 201, "a" * 301, "a" * 501, "a" * 5001, "a" * 10001, "é" * 200,
    "🙂" * 100, [], [[]], [None], ["x", "x"], ["x"] * 121, [1, "x"], {}, {"": ""}, {"id": "x"}, {"x": {"y": []}},
    "2026-01-01", "2026-02-30", "2026-01-01T00:00:00", "2026-01-01T00:00:00Z", "2026-01-01T24:00:00+25:00",
    "9999-12-31T23:59:59.999999999Z", "0000-00-00", "http://127.0.0.1", "javascript:x", "a@b", "=cmd", "\ufeff",
    "\u2028"]
NUMBERS = [Raw(digits) for digits in (
    "-0", "0.0", "-0.0", "3.0", "3.5", "1E+2", "1e-2", "0.1e1", "0.00005", "0.1" + "0" * 300 + "1",
    "99999999999999.99995", "-99999999999999.9999", "100000000000000", "9007199254740993", "1e14", "1e400", "-1e400",
    "1e-400", "1e999999999", "1e-999999999", "1e9999999999", "1e0000000000001", "1" * 400, "1" * 401, "0." + "3" * 399)]
NO_JSON = [Raw(text) for text in (
    "01", "+1", ".5", "1.", "1e", "--1", "0x10", "1_000", "NaN", "Infinity", "-Infinity", "undefined", "True", "nul",
    "'x'", "[1,]", "[,1]", '{"a":1,}', '{"a"}', "{a:1}", "{1:1}", '"\t"', '"\\x41"', '"\\u12"', '"', '"\\"', "[", "{",
    "]", "/**/1", '"\\ud800"', '"\\udc00"', '"\\ud83dx"', '"\\udc00\\ud800"')]
TEXTS = [Raw(text) for text in (
    '"a\\u0000b"', '"\\u0000"', '"\\ud83d\\ude42"', '"\\/\\b\\f\\n\\r\\t"', '"\\u001f"', '"\udcff"', '"\udcc0\udc80"',
    '"\udce2\udc82"', '"\udced\udca0\udc80"', '"\udcf4\udc90\udc80\udc80"', '"\udcfe"', '"\x7f"', '"\u0085"')]
DEPTHS = [10, 61, 62, 63, 64, 65, 100, 5000]
NOT_OBJECTS = [b"", b" ", b"[]", b" [ ] ", b"{}", b"[{}]", b"[1]", b'"x"', b"1", b"null", b"true", b"x"]


def value_dropped(call, generator):
    return _at_a_place(call, generator, _without)


def value_replaced(call, generator):
    chance = generator.chance
    values, = chance.choices([VALUES, NUMBERS, TEXTS, NO_JSON], [10, 4, 3, 3])
    return _at_a_place(call, generator, lambda container, key: _with(container, key, chance.choice(values)))


def value_of_another_place(call, generator):
    """One value of the body once more where another one stands."""
    value = _value(call)
    found = [container[key] for container, key in _places(value)]
    return _at_a_place(call, generator, lambda container, key: _with(container, key, generator.chance.choice(found)))


def name_twice(call, generator):
    def doubled(container, key):
        is_object = isinstance(container, dict)
        return Pairs([*container.items(), (key, container[key])] if is_object else [("a", 1), ("a", 2)])

    return _at_a_place(call, generator, doubled)


def unknown_property(call, generator):
    chance, value = generator.chance, _value(call)
    name = chance.choice(["unknown", "id", "createdAt", "", "a b", "__proto__", "é", "_x", "a/b~c", "\0", "$ref"])
    if not isinstance(value, dict):
        return call
    return replace(call, body=json_text.write({**value, name: chance.choice([*VALUES, *TEXTS])}))


def nested_deeply(call, generator):
    """In a property that nobody reads, and then only too deep a body is refused."""
    value, depth = _value(call), generator.chance.choice(DEPTHS)
    opening, closing = generator.chance.choice([("[", "]"), ('{"a":', "}")])
    inner = Raw(opening * depth + "1" + closing * depth)
    return replace(call, body=json_text.write({**value, "unknown": inner})) if isinstance(value, dict) else call


def not_an_object(call, generator):
    return replace(call, body=generator.chance.choice(NOT_OBJECTS))


def bytes_around(call, generator):
    before, after = generator.chance.choice([
        (b"\xef\xbb\xbf", b""), (b"\xff\xfe", b""), (b" \t\r\n", b" \n"), (b"", b"x"), (b"", b"{}"), (b"", b","),
        (b"", b"\0"), (b"\0", b""), (b"/**/", b""), (b"", b"//"), (b"\x0b", b""), (b"\xc2\xa0", b""), (b")]}',\n", b""),
        (b"[", b"]")])
    return replace(call, body=before + call.body + after)


def other_encoding(call, generator):
    text = call.body.decode("utf-8", "replace")
    return replace(call, body=text.encode(generator.chance.choice(["utf-16", "utf-32-le"])))


def cut_short(call, generator):
    return replace(call, body=call.body[:generator.chance.randrange(len(call.body))])


def bytes_changed(call, generator):
    chance, changed = generator.chance, bytearray(call.body)
    for _ in range(chance.randint(1, 3)):
        at = chance.randint(0, len(changed))
        changed[at:at + 1] = chance.choice([b"", bytes([chance.randrange(256)]), b'"', b"\\", b"\0", b"{"])
    return replace(call, body=bytes(changed))


def _value(call):
    """The value of the body, its numbers as they are written; None when it is no JSON any more."""
    try:
        return json_text.read(call.body or b"", number=Raw)
    except json_text.NotJson:
        return None


def _places(value):
    """Every (container, key or index) inside the value."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in [(value, key), *_places(value[key])]]


def _at_a_place(call, generator, change):
    """The body with one of its containers changed; members of the outermost object are chosen most."""
    value = _value(call)
    places = _places(value)
    if not places:
        return call
    outer = [place for place in places if place[0] is value]
    container, key = generator.chance.choice(outer if generator.chance.random() < 0.6 else places)
    changed = _exchanged(value, container, change(container, key))
    return replace(call, body=json_text.write(changed, is_ascii=False))


def _exchanged(value, container, changed):
    """The value with another container in the place of one."""
    if value is container:
        return changed
    if isinstance(value, dict):
        return {name: _exchanged(item, container, changed) for name, item in value.items()}
    return [_exchanged(item, container, changed) for item in value] if isinstance(value, list) else value


def _with(container, key, new):
    changed = container.copy()
    changed[key] = new
    return changed


def _without(container, key):
    changed = container.copy()
    del changed[key]
    return changed


BODY_MUTATIONS = {
    value_dropped: 10, value_replaced: 40, value_of_another_place: 4, name_twice: 4, unknown_property: 6,
    nested_deeply: 3, not_an_object: 3, bytes_around: 4, other_encoding: 1, cut_short: 4, bytes_changed: 4}

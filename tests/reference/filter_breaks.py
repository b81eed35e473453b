"""Filters with one mistake, and the paths at which a reader may tell of it."""

import copy

import filter_reference as reference
from filter_generator import OPERATORS, UNKNOWN_ID

SHAPES = ["all", "any", "not", "field", "purchases", "event", "activity", "segment"]
BOUNDS = ["count", "amount", "units"]


def break_somewhere(chance, filter_json, store):
    """A copy with a mistake somewhere, and the paths that tell of it."""
    while True:
        broken = copy.deepcopy(filter_json)
        mistakes = [mistake for place in places(broken, "", store) for mistake in mistakes_at(*place, store)]
        break_it, paths = chance.choice(mistakes)
        break_it()
        if broken != filter_json:
            return broken, paths


def places(node, path, store):
    """(what stands there, the object, its path) of everything in a filter."""
    yield "node", node, path
    for parts in ("all", "any"):
        for index, part in enumerate(node.get(parts, [])):
            yield from places(part, f"{path}/{parts}/{index}", store)
    if "not" in node:
        yield from places(node["not"], f"{path}/not", store)
    if "field" in node:
        yield reference.contact_value(node["field"], store, {"fields": {}, "custom": {}})[0], node, path
    inner, inner_path = (node["purchases"], f"{path}/purchases") if "purchases" in node else (node, path)
    if "within" in inner:
        yield "within", inner["within"], f"{inner_path}/within"
    for index, test in enumerate(inner.get("where", [])):
        yield kind_of_where(node, test, store), test, f"{inner_path}/where/{index}"
    for name in BOUNDS:
        if name in node:
            yield "bound", node[name], f"{path}/{name}"


def kind_of_where(node, test, store):
    if "item" in test:
        return reference.ITEM_KINDS[test["item"]]
    if "purchase" in test:
        return reference.PURCHASE_KINDS[test["purchase"]]
    fields = reference.event_type(node["event"], store)["fields"]
    return next(field["type"] for field in fields if field["id"] == test["field"])


def mistakes_at(place, target, path, store):
    """(a function that makes the mistake, the paths that tell of it)."""

    def put(name, value, *others):
        paths = {f"{path}/{name}", *(path + other for other in others)}
        return lambda: target.__setitem__(name, value), paths

    def drop(name):
        return lambda: target.__delitem__(name), {f"{path}/{name}"}

    if place == "node":
        yield from mistakes_of_node(put, target)
    elif place == "within":
        yield from mistakes_of_within(put, target)
    elif place == "bound":
        yield from mistakes_of_bound(put, target)
    else:
        yield from mistakes_of_value(put, drop, place, target, path)


def mistakes_of_node(put, node):
    yield put("nonsense", 1)
    for parts in ("all", "any"):
        if parts in node:
            yield put(parts, [])
            yield put(parts, {})
            yield put(parts, "all of them")
    if "not" in node:
        yield put("not", [])
    for name in ("field", "event", "activity", "segment"):
        if name in node:
            yield put(name, "no-such-thing")
            yield put(name, 5)
    for name in ("event", "segment", "couponSetId"):
        if name in node:
            yield put(name, UNKNOWN_ID)
    shape = next(name for name in SHAPES if name in node)
    other = "segment" if shape != "segment" else "activity"
    yield put(other, UNKNOWN_ID, "", f"/{shape}")
    yield put("path", "nodes.cart.total", "")
    if shape in ("event", "activity"):
        yield put("amount", {"atLeast": 1})
        yield put("within", "P1D")
    if shape == "event":
        yield put("where", {})
        yield put("where", [7], "/where/0")
    if node.get("activity") in ("login", "register"):
        yield put("couponSetId", "x")
        yield put("where", [{"field": "x", "is": "isSet"}])
    if shape == "purchases":
        yield put("purchases", "all of them")
        yield put("purchases", {"whenever": 1}, "/purchases/whenever")
        yield put("purchases", {"where": [{"item": "colour", "is": "isSet"}]}, "/purchases/where/0/item")
        yield put("purchases", {"where": [{"purchase": "colour", "is": "isSet"}]}, "/purchases/where/0/purchase")
        if "count" in node:
            yield put("units", {"atLeast": 1}, "", "/count")


def mistakes_of_within(put, within):
    yield put("nonsense", 1)
    yield put("since", "start", "")
    if "last" in within:
        for period in ("1 day", "", "P", "PT", "P1.5D", "-P1D", 7):
            yield put("last", period)
        yield put("from", "2020-01-01", "", "/last")
    for end in ("from", "to"):
        if end in within:
            yield put(end, "tomorrow")
            yield put(end, "2023-02-29")
    if "from" in within and "to" in within:
        yield put("from", "9000-01-01", "", "/to")


def mistakes_of_bound(put, bound):
    (comparison, _), = bound.items()
    yield put("nonsense", 1, "")
    yield put(comparison, "1")
    yield put(comparison, None)
    yield put("atMost" if comparison == "atLeast" else "atLeast", 1, "", f"/{comparison}")


def mistakes_of_value(put, drop, kind, test, path):
    operator = test["is"]
    others = sorted({name for names in OPERATORS.values() for name in names} - set(OPERATORS[kind]))
    yield put("nonsense", 1)
    yield put("is", "resembles")
    yield put("is", others[len(path) % len(others)])
    yield put("is", 1)
    yield drop("is")
    if "purchase" in test or "item" in test:
        name = "item" if "item" in test else "purchase"
        yield put(name, "colour")
    if operator in ("isSet", "isNotSet", "isTrue", "isFalse"):
        yield put("value", "x")
        return
    for name in ("value", "values", "from", "to", "period"):
        if name in test:
            yield drop(name)
            yield put(name, {})
            yield put(name, None)
    if "period" not in test:
        yield put("period", "P1D")
    else:
        yield put("period", "1 day")
        if operator == "anniversaryInNext":
            yield put("period", "PT1H")
    if "value" in test:
        yield put("value", "")
        if kind == "date":
            yield put("value", "tomorrow")
        if kind in ("integer", "decimal"):
            yield put("value", "5")
        if kind == "integer":
            yield put("value", 1.5)
        if kind == "phone" and operator in ("equals", "notEquals"):
            yield put("value", "abc")
        if test.get("purchase") == "sourceType" and operator in ("equals", "notEquals"):
            yield put("value", "moon")
    if "values" in test:
        yield put("values", [])
        yield put("values", "x")
        for wrong in (7, "", {}):
            yield put("values", [*test["values"], wrong], f"/values/{len(test['values'])}")
        if kind in ("radio", "checkbox"):
            yield put("values", ["no-such-option"], "/values/0")

"""Makes a request smaller as long as it still does what it is kept for."""

from dataclasses import replace

import json_text
from json_text import Raw

ATTEMPTS_MAX = 600


def shrink(call, still_fails, attempts_max=ATTEMPTS_MAX):
    """The smallest call that was found for which `still_fails(call)` is true, as it is for the one given."""
    attempts, tried = 0, {call}
    while True:
        for candidate in _smaller_calls(call):
            if candidate in tried:
                continue
            if attempts == attempts_max:
                return call
            attempts += 1
            tried.add(candidate)
            if still_fails(candidate):
                call = candidate
                break
        else:
            return call


def _smaller_calls(call):
    """Calls with a little less, the largest steps first."""
    if call.body is not None:
        yield replace(call, body=None, chunk_bytes=None)
        yield replace(call, chunk_bytes=None)
    for headers in _smaller_lists(call.headers):
        yield replace(call, headers=headers)
    for query in _smaller_lists(call.query):
        yield replace(call, query=query)
    if call.body is not None:
        for body in _smaller_bodies(call.body):
            yield replace(call, body=body)
    for path in _smaller_paths(call.path):
        yield replace(call, path=path)
    for at, part in enumerate(call.query):
        for smaller in _smaller_texts(part):
            yield replace(call, query=(*call.query[:at], smaller, *call.query[at + 1:]))
    for at, (name, value) in enumerate(call.headers):
        for smaller in _smaller_texts(value):
            yield replace(call, headers=(*call.headers[:at], (name, smaller), *call.headers[at + 1:]))


def _smaller_lists(items):
    """Without a half of them, without a quarter, ..., without a single one."""
    size = (len(items) + 1) // 2
    while items and size:
        for at in range(0, len(items), size):
            yield items[:at] + items[at + size:]
        size //= 2


def _smaller_paths(path):
    parts = path.split("/")[1:]
    for smaller in _smaller_lists(parts):
        yield "/" + "/".join(smaller)
    for at, part in enumerate(parts):
        for smaller in _smaller_texts(part):
            yield "/" + "/".join([*parts[:at], smaller, *parts[at + 1:]])


def _smaller_texts(text):
    size = len(text)
    while size:
        for at in range(0, len(text), size):
            yield text[:at] + text[at + size:]
        size //= 2


def _smaller_bodies(body):
    try:
        value = json_text.read(body, number=Raw)
    except json_text.NotJson:
        yield from _smaller_texts(body)
        return
    yield json_text.write(value)
    for smaller in _smaller_values(value):
        yield json_text.write(smaller)


def _smaller_values(value):
    if isinstance(value, Raw):
        yield from (Raw("0"), Raw("1"))
    elif isinstance(value, str):
        yield from _smaller_texts(value)
    elif isinstance(value, dict):
        yield from (item for item in value.values() if isinstance(item, dict))
        for names in _smaller_lists(list(value)):
            yield {name: value[name] for name in names}
        for name, item in value.items():
            for smaller in _smaller_values(item):
                yield {**value, name: smaller}
    elif isinstance(value, list):
        yield from _smaller_lists(value)
        for at, item in enumerate(value):
            for smaller in _smaller_values(item):
                yield [*value[:at], smaller, *value[at + 1:]]

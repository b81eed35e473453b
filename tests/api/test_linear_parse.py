"""What comes over the wire is read in a time that grows with its size and no faster, however it is made up."""

import json
import os
from pathlib import Path

import pytest

pytestmark = pytest.mark.only_sqlite  # Nothing here comes as far as the database.

LARGE = 768 * 1024
SMALL = LARGE // 16
ROUNDS = 4
# The same bytes in 16 requests or in one. In a parse that takes the square of the size, the one costs 16 times as much.
RATIO_MAX = 4
SECONDS_MIN = 0.1  # Whatever takes less for all rounds is quick enough.

STORE, KEYS, WORKFLOWS = "/admin/v1/store", "/admin/v1/api-keys/", "/admin/v1/workflows/"
COUPON_SETS, REPORTS = "/admin/v1/coupon-sets/", "/admin/v1/reports/"


def listed(size, make):
    """As many things as make up the size."""
    found, bytes_ = [], 0
    while bytes_ < size:
        found.append(make(len(found)))
        bytes_ += len(json.dumps(found[-1])) + 2
    return found


def graph(size):
    """A workflow of so many nodes in a row."""
    count = size // 90
    nodes = [{"id": f"n{number}", "kind": "start" if number == 0 else "give"} for number in range(count)]
    edges = [{"from": f"n{number}", "to": f"n{number + 1}"} for number in range(count - 1)]
    return {"name": 0, "definition": {"formatVersion": 1, "nodes": nodes, "edges": edges}}


# Each is refused by what it says, so that nothing is changed.
BODIES = {
    "many names": ("PATCH", STORE, lambda size: {"name": 0, **{f"k{number}": 0 for number in range(size // 12)}}),
    "names that begin alike": ("PATCH", STORE, lambda size: {
        "name": 0, **{"a" * 200 + str(number): 0 for number in range(size // 212)}}),
    "many numbers": ("PATCH", STORE, lambda size: {"name": 0, "x": [1] * (size // 3)}),
    "deep lists": ("PATCH", STORE, lambda size: {"name": 0, "x": [[[[[[[[]]]]]]]] * (size // 18)}),
    "one long text": ("PATCH", STORE, lambda size: {"name": 0, "x": "a" * size}),
    "escapes": ("PATCH", STORE, lambda size: {"name": 0, "x": "\n\\\"" * (size // 6)}),
    "many domains": ("PATCH", STORE, lambda size: {
        "name": 0, "allowedDomains": listed(size, lambda number: f"d{number}.example")}),
    "many scopes": ("POST", KEYS, lambda size: {"name": 0, "scopes": listed(size, lambda number: f"s{number}")}),
    "one scope many times": ("POST", KEYS, lambda size: {"name": 0, "scopes": ["admin"] * (size // 9)}),
    "a long workflow": ("POST", WORKFLOWS, graph),
    "many codes": ("POST", COUPON_SETS, lambda size: {
        "name": 0, "type": "multiple", "codes": listed(size, lambda number: f"C-{number}")}),
    "many groupings": ("POST", REPORTS, lambda size: {
        "name": 0, "category": "purchases", "metrics": listed(size, lambda number: f"m{number}"), "groupings": []}),
    "many options": ("POST", "/contact-fields/", lambda size: {
        "id": "x", "name": 0, "type": "radio",
        "options": listed(size, lambda number: {"id": f"o{number}", "label": f"L{number}"})}),
    "many fields of a contact": ("PATCH", "/contacts/email/ada@example.org", lambda size: {
        "_points": "x", **{f"f{number}": 0 for number in range(size // 12)}}),
}


def cpu_seconds(server):
    """What the process has used so far."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cost(server, request, times):
    client, before = server.client(), cpu_seconds(server)
    with client.connect() as connection:
        for _ in range(times):
            answer = connection.exchange(request)
            assert answer.status in (400, 413, 422), answer.summary()[:300]
    return cpu_seconds(server) - before


def problem(server, kind):
    method, path, make = BODIES[kind]
    client = server.client()
    small, large = (client.request(method, path, key=server.admin_key, body=json.dumps(make(size)).encode(),
                                   headers={"Content-Type": "application/json"}) for size in (SMALL, LARGE))
    times = len(large) // len(small)
    assert times >= 12, "the one is hardly larger"
    of_small = of_large = 0
    for _ in range(ROUNDS):
        of_small += cost(server, small, times)
        of_large += cost(server, large, 1)
    if of_large > max(SECONDS_MIN, RATIO_MAX * of_small):
        return f"{kind}: {of_large:.2f} s in one request, {of_small:.2f} s in {times}"
    return None


@pytest.mark.parametrize("kind", BODIES)
def test_what_is_larger_takes_longer_only_by_its_size(server, kind):
    assert problem(server, kind) is None


def test_a_service_that_reads_a_body_again_and_again_is_noticed(start_server):
    assert problem(start_server(env={"TRADEWIND_FAULT": "read-again"}), "one long text") is not None

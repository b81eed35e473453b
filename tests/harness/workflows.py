"""Definitions of workflows for tests."""

from harness.coupons import WORKFLOWS

VOCABULARY = WORKFLOWS + "vocabulary"


def graph(nodes, edges, **settings):
    """A definition; an edge is "from to" or "from.port to"."""
    return {"formatVersion": 2, "nodes": nodes, "edges": [edge(one) for one in edges],
            **({"settings": settings} if settings else {})}


def edge(text):
    source, target = text.split()
    node, _, port = source.partition(".")
    return {"from": node, "to": target, **({"port": port} if port else {})}


def chain(*nodes, **settings):
    """One node behind the other, by the first port of each."""
    named = [{"id": f"n{number}", **node} for number, node in enumerate(nodes)]
    return graph(named, [f"{one['id']} {other['id']}" for one, other in zip(named, named[1:])], **settings)


def abandoned_cart(event, coupon_set):
    """Whoever leaves a cart worth 50 behind gets a code, unless they buy within an hour."""
    return graph(
        [{"id": "begin", "kind": "start", "audience": "all"},
         {"id": "cart", "kind": "on-event", "event": event, "where": [{"field": "total", "is": "atLeast", "value": 50}]},
         {"id": "bought", "kind": "wait-for", "trigger": {"kind": "on-purchase"}, "limit": "PT1H"},
         {"id": "gift", "kind": "assign-coupon", "couponSetId": coupon_set, "keep": True, "limits": {"perContact": 1}},
         {"id": "mark", "kind": "set-field", "field": "_points", "add": 5},
         {"id": "done", "kind": "stop", "converted": True}],
        ["begin cart", "cart bought", "bought.happened done", "bought.timeout gift", "gift.assigned mark"],
        reentry="after:P7D", goal={"purchases": {}})


def simulations(workflow_id):
    return f"{WORKFLOWS}{workflow_id}/simulations"

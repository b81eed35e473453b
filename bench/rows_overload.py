"""More clients than the service can serve: what is accepted is done as fast and as soon as before, the rest is turned
away, and whoever sends little notices nothing."""

import json
import threading

from report import Row
from rig import MemoryWatch, start_tradewind, stop

ROUNDS, SECONDS = 5, 3
NORMAL = 256  # As many connections as one address may have, unless it is set otherwise.
FLOOD = 4 * NORMAL
FEW = 8


def measure_overload(rig):
    """By turns as many clients as one address may have, four times as many, and these beside a few with another key."""
    data = rig.new_folder("data") / "data"
    server = start_tradewind(rig, data, arguments=["--limits-connections-per-address", 2 * FLOOD])
    other_key = make_key(server)
    crowd(rig, server, NORMAL, "normal")  # The contacts are there from now on.
    crowd(rig, server, FEW, "few", other_key)
    rounds = []
    for _ in range(ROUNDS):
        normal, normal_bytes = watched(rig, server, NORMAL)
        flood, flood_bytes = watched(rig, server, FLOOD)
        rounds.append({"normal": normal, "flood": flood, "few": beside_a_flood(rig, server, other_key),
                       "memory": (flood_bytes / 1e6, normal_bytes / 1e6)})
    stop(server.process)
    if any(round_["few"]["shed"] for round_ in rounds):
        raise RuntimeError("requests of a key that sends little were shed beside a flood of another")
    return rows_of(rounds)


def rows_of(rounds):
    def of(which, figure):
        return [round_[which][figure] for round_ in rounds]

    shed = sum(of("flood", "shed")) / (sum(of("flood", "shed")) + sum(of("flood", "accepted")))
    how = (f"{FLOOD:,} connections of one key that change contacts and try again at once when they are turned away, "
           f"against {NORMAL} of them, the most that one address may have by default; {ROUNDS} rounds of {SECONDS} s each, "
           "the load on the same cores as the server.")
    return [
        Row("writes done under four times the load", "writes/s", [one / SECONDS for one in of("flood", "accepted")],
            [one / SECONDS for one in of("normal", "accepted")], ">= 0.7", "normal load",
            [how, f"{shed:.0%} of the requests were answered with 503; making and answering them takes its part of the "
             "cores."]),
        Row("p99 of accepted writes under four times the load", "ms", of("flood", "p99_ms"), of("normal", "p99_ms"),
            "<= 2.0", "normal load"),
        Row("p99 of another key beside such a flood", "ms", of("few", "p99_ms"), of("normal", "p99_ms"), "<= 2.0",
            "normal load", [f"{FEW} connections with a key of their own, none of whose requests was turned away."]),
        Row("memory under four times the load", "MB", [round_["memory"][0] for round_ in rounds],
            [round_["memory"][1] for round_ in rounds], "<= 1.5", "normal load", ["The most RssAnon that was seen."]),
    ]


def make_key(server):
    made = json.loads(server.send("POST", "/admin/v1/api-keys/", {"name": "few", "scopes": ["contact:write"]}))
    return f"{made['id']}:{made['secret']}"


def crowd(rig, server, connections, name, key=None):
    figures = json.loads(rig.run([rig.folder / "crowd_load", server.port, key or server.key, connections, SECONDS, name]))
    if figures["others"]:
        raise RuntimeError(f"answers that are neither done nor shed: {figures}")
    return figures


def watched(rig, server, connections):
    with MemoryWatch(server) as watch:
        figures = crowd(rig, server, connections, "normal")
    return figures, watch.peak


def beside_a_flood(rig, server, key):
    flood = threading.Thread(target=crowd, args=(rig, server, FLOOD, "normal"))
    flood.start()
    try:
        return crowd(rig, server, FEW, "few", key)
    finally:
        flood.join()

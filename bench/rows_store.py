"""GET /store/, and what the service costs before it does anything."""

import time

from report import Row
from rig import CONNECTIONS, start_nginx, start_tradewind, stop, wrk

READ_ROUNDS, READ_SECONDS = 9, 2
WARM_UP_SECONDS = 1
STARTS = 10
MEMORY_MEGABYTES_MAX = 40
START_SECONDS_MAX = 0.5


def measure_store_reads(rig):
    """GET /store/ against nginx with a static file of the same size: a core for the server, one for the load."""
    data = rig.new_folder("data") / "data"
    ours = start_tradewind(rig, data, rig.server_core)
    body = ours.get("/store/")
    nginx = start_nginx(rig, {"store": body}, rig.server_core)
    nginx.key = ours.key
    sides = [(ours, "/store/"), (nginx, "/store")]

    def load(side, seconds):
        server, path = side
        return wrk(rig, server, path, seconds, rig.load_core)

    for side in sides:
        load(side, WARM_UP_SECONDS)
    rounds = [[load(side, READ_SECONDS) for side in sides] for _ in range(READ_ROUNDS)]
    for server, _ in sides:
        stop(server.process)
    busy = [min(round_[side].server_busy for round_ in rounds) for side in (0, 1)]
    return [Row(
        "GET /store/", "requests/s", [one.per_second for one, _ in rounds], [other.per_second for _, other in rounds],
        ">= 1.0", "nginx",
        [f"The release binary, with a key, against nginx with a static file of the same {len(body)} bytes: one worker, "
         "sendfile, no access log, no open_file_cache.",
         f"`wrk -t1 -c{CONNECTIONS}` with the same request headers for both, {READ_ROUNDS} rounds of {READ_SECONDS} s.",
         "The server has one core, wrk the other.",
         f"The server used at least {busy[0]:.0%} of its core in every round, nginx {busy[1]:.0%}: where that is near "
         "100 %, the server and not the load was the limit."])]


def measure_start_and_memory(rig):
    """From exec to the first answer, on a data directory that exists; and the memory after that answer."""
    data = rig.new_folder("data") / "data"
    stop(start_tradewind(rig, data).process)
    seconds, megabytes = [], []
    for _ in range(STARTS):
        began = time.monotonic()
        server = start_tradewind(rig, data)
        server.get("/store/")
        seconds.append(time.monotonic() - began)
        megabytes.append(server.anonymous_bytes() / 1e6)
        stop(server.process)
    return [
        Row("idle memory", "MB", megabytes, [MEMORY_MEGABYTES_MAX] * STARTS, "<= 1.0", "limit",
            [f"RssAnon of the release binary after its start and one request, {STARTS} times."]),
        Row("start", "s", seconds, [START_SECONDS_MAX] * STARTS, "<= 1.0", "limit",
            ["From exec of the release binary to its first answered request, on an existing data directory, "
             f"{STARTS} times."]),
    ]

#!/usr/bin/env python3
"""Measures the service against its yardsticks; called by `make bench`.

Prints a line per row, writes build/bench.json and docs/performance.md. A bar that is missed is said plainly and is no
failure of the run; what cannot be measured at all is."""

import contextlib
import json
import os
import shutil
import sqlite3
import sys
import time
from pathlib import Path

import report
from report import Row
from rig import Rig, start_contact_server, start_nginx, start_tradewind, stop, wrk

ROOT = Path(__file__).resolve().parent.parent
RELEASE_BINARY = ROOT / "build/release/bin/tradewind"
BENCH_BINARIES = [ROOT / "build/bench/bin" / name for name in ("contact_server", "bare_loop", "micro_bench")]

READ_ROUNDS, READ_SECONDS = 15, 2
WRITE_ROUNDS, WRITE_SECONDS = 9, 4
WARM_UP_SECONDS = 1
CONNECTIONS = 64
EXISTING_CONTACTS = 20_000
STARTS = 10
MEMORY_MEGABYTES_MAX = 40
START_SECONDS_MAX = 0.5

# What of micro_bench is worth telling: its name there, what it is, and its yardstick if it has one.
PARTS = [
    ("ReadHead", "reading the head of a request", "BeastPut", "Boost.Beast's parser"),
    ("FindHeadEnd", "finding the end of a head", None, ""),
    ("PointRead", "a row by its key, through the database's door", None, ""),
    ("DatabaseWrites", "64 durable contact-shaped writes through the queue", "BareWrites", "a bare connection"),
]
PART_ROUNDS = 5


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
        return wrk(rig, server, path, seconds, server.headers, rig.load_core)

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


def measure_contact_writes(rig):
    """A durable contact-shaped write over HTTP against a bare SQLite loop that writes the same rows."""
    bodies = rig.folder / "bodies"
    bodies.write_text(rig.run([rig.folder / "bare_loop", "bodies"]))
    script = Path(shutil.copy(ROOT / "bench/contact_patch.lua", rig.folder))
    rounds = [(http_writes(rig, script, bodies), loop_writes(rig)) for _ in range(WRITE_ROUNDS)]
    rate = Row(
        "durable contact-shaped PATCH", "writes/s", [http.per_second for http, _ in rounds],
        [loop["writes"] / loop["seconds"] for _, loop in rounds], ">= 0.55", "bare SQLite loop",
        ["One transaction each: the contact is found by its address, inserted or updated (by turns) with ten fields, "
         "four of them in a JSON column, with an activity, its two indexes, and a row in a queue.",
         "Ours: JSON over HTTP through the real server, router, key, scope and database, answered with the whole "
         f"contact once it is durable, `wrk -t1 -c{CONNECTIONS}`; the load runs on the same cores as the server.",
         "The yardstick: the same rows and the same settings by the C interface of SQLite alone, "
         f"{CONNECTIONS} writes per durable commit, without any load beside it.",
         f"{WRITE_ROUNDS} rounds of {WRITE_SECONDS} s, each on a fresh database of {EXISTING_CONTACTS:,} contacts on "
         "the same file system. After each round the rows are counted: none that was answered may be missing."])
    latency = Row(
        "durable contact-shaped PATCH, 99th percentile", "ms", [http.p99_ms for http, _ in rounds],
        [loop["slow_commit_ms"] for _, loop in rounds], "<= 3.0", "COMMIT of the loop",
        ["From the same rounds: the time within which 99 of 100 requests were answered, and within which 99 of 100 "
         "COMMITs of the loop, checkpoints included, were done."])
    return [rate, latency]


def http_writes(rig, script, bodies):
    data = rig.new_folder("contacts") / "data"
    server = start_contact_server(rig, data, EXISTING_CONTACTS)
    headers = server.headers | {"Content-Type": "application/json"}
    os.sync()
    load = wrk(rig, server, "/", WRITE_SECONDS, headers, script=[script, bodies, EXISTING_CONTACTS])
    stop(server.process)
    with contextlib.closing(sqlite3.connect(f"file:{data}/tradewind.db?mode=ro", uri=True)) as database:
        activities = database.execute("SELECT count(*) FROM bench_activities").fetchone()[0]
    # When wrk stops, one request of each connection may have been done and not yet counted.
    answered = EXISTING_CONTACTS + load.requests
    if not answered <= activities <= answered + CONNECTIONS:
        raise RuntimeError(f"{load.requests} writes were answered, {activities - EXISTING_CONTACTS} were kept")
    shutil.rmtree(data.parent)
    return load


def loop_writes(rig):
    folder = rig.new_folder("loop")
    os.sync()
    printed = rig.run([rig.folder / "bare_loop", "run", folder / "loop.db", EXISTING_CONTACTS, WRITE_SECONDS])
    shutil.rmtree(folder)
    return json.loads(printed)


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


def measure_parts(rig):
    out = rig.run([rig.folder / "micro_bench", "--benchmark_format=json", "--benchmark_min_time=0.1",
                   f"--benchmark_repetitions={PART_ROUNDS}", "--benchmark_enable_random_interleaving=true"])
    times = {}
    for result in json.loads(out)["benchmarks"]:
        if result.get("error_occurred"):
            raise RuntimeError(f"{result['run_name']}: {result['error_message']}")
        if result["run_type"] == "iteration":
            microseconds = result["real_time"] * {"ns": 0.001, "us": 1, "ms": 1e3, "s": 1e6}[result["time_unit"]]
            times.setdefault(result["run_name"].partition("/")[0], []).append(microseconds)
    return [Row(what, "µs", times[name], times[yardstick] if yardstick else [], "", yardstick_name)
            for name, what, yardstick, yardstick_name in PARTS]


def main():
    began = time.monotonic()
    others = report.OthersWatch()
    rows = []
    with Rig([RELEASE_BINARY, *BENCH_BINARIES]) as rig:
        for measure in (measure_store_reads, measure_contact_writes, measure_start_and_memory, measure_parts):
            measured = measure(rig)
            report.print_rows(measured)
            rows += measured
    seconds = time.monotonic() - began
    others_share = others.share()
    report.write_json(rows, ROOT / "build/bench.json")
    report.write_page(rows, ROOT / "docs/performance.md", seconds, others_share)
    if others_share > report.OTHERS_SHARE_MAX:
        print(report.busy_warning(others_share).replace("**", ""))
    missed = [row.name for row in rows if not row.ok]
    print(f"MISSED: {', '.join(missed)}" if missed else "Every bar is met.", f"({seconds:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())

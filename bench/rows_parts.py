"""Parts of the service by themselves, measured by micro_bench. For information."""

import json

from report import Row

ROUNDS = 5
EVENT_MICROSECONDS_MAX = 5
WIPE_MILLISECONDS_MAX = 20

# What of micro_bench is worth telling: its name there, what it is, and its yardstick if it has one.
PARTS = [
    ("ReadHead", "reading the head of a request", "BeastPut", "Boost.Beast's parser"),
    ("FindHeadEnd", "finding the end of a head", None, ""),
    ("PointRead", "a contact by its address, through the database's door", None, ""),
    ("DatabaseWrites", "64 durable changes of contacts through the queue", "BareWrites", "without the queue"),
]


# Pages of the log that one durable PATCH may write: a page more is an index or a table more, and that is to be decided.
LOG_PAGES_MAX = {"two_fields": 3.2, "name": 5.8, "new_contact": 6.7}
MORE_ABOUT = {"new_contact": ["One in four contacts of a store of 20,000 goes into the sample by which segments are "
                              "estimated, 0.6 pages on average; of 1,000,000 it is fewer than one in a hundred."]}
PATCHES = {"two_fields": "two plain fields", "name": "a name", "new_contact": "a new contact"}


def patch_rows(results):
    """Rows about one durable PATCH alone: the count has a bar, the time is reported."""
    for name, what in PATCHES.items():
        told = [result for result in results if result["run_name"].startswith(f"DurablePatch/{name}")]
        pages = [result["log_pages"] for result in told]
        yield Row(f"log pages of a durable PATCH of {what}", "pages", pages, [LOG_PAGES_MAX[name]] * len(pages), "<= 1.0",
                  "limit", ["Counted by the writer; the same in every run.", *MORE_ABOUT.get(name, [])])
        yield Row(f"processor time of a durable PATCH of {what}, alone in its commit", "µs",
                  [result["processor_us"] for result in told])


def unheard_rows(results):
    """What a PATCH costs beside segments and workflows that wait for other things: nothing."""
    told = {count: [result for result in results if result["run_name"].startswith(f"UnheardPatch/{count}/")]
            for count in (0, 20)}
    for name, what, unit, bar in (("log_pages", "log pages", "pages", "<= 1.005"),
                                  ("processor_us", "processor time", "µs", "<= 1.05")):
        yield Row(f"{what} of a durable PATCH beside 20 segments and 20 workflows that wait for other things", unit,
                  [result[name] for result in told[20]], [result[name] for result in told[0]], bar, "without")


def wipe_rows(results):
    """For how long wiping after an erasure holds the writer, which must not depend on how large the database is."""
    for megabytes in (300, 600):
        told = [result["writer_ms"] for result in results if result["run_name"].startswith(f"Wipe/{megabytes}/")]
        yield Row(f"processor time for which wiping holds the writer, at {megabytes} MB", "ms", told,
                  [WIPE_MILLISECONDS_MAX] * len(told), "<= 1.0", "limit",
                  ["The longest of 5, all pieces of one together, with a log of 3,800 pages."])


def measure_parts(rig):
    out = rig.run([rig.folder / "micro_bench", "--benchmark_format=json", "--benchmark_min_time=0.1",
                   f"--benchmark_repetitions={ROUNDS}", "--benchmark_enable_random_interleaving=true"])
    times = {}
    results = json.loads(out)["benchmarks"]
    for result in results:
        if result.get("error_occurred"):
            raise RuntimeError(f"{result['run_name']}: {result['error_message']}")
        if result["run_type"] == "iteration":
            microseconds = result["real_time"] * {"ns": 0.001, "us": 1, "ms": 1e3, "s": 1e6}[result["time_unit"]]
            times.setdefault(result["run_name"].partition("/")[0], []).append(microseconds)
    event = Row("checking the values of an event of 20 fields", "µs", times["ReadEvent"],
                [EVENT_MICROSECONDS_MAX] * len(times["ReadEvent"]), "<= 1.0", "limit")
    single = [result for result in results if result["run_type"] == "iteration"]
    return [event, *patch_rows(single), *unheard_rows(single), *wipe_rows(single),
            *(Row(what, "µs", times[name], times[yardstick] if yardstick else [], "", yardstick_name)
              for name, what, yardstick, yardstick_name in PARTS)]

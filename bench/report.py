"""What was measured, as lines on the terminal, as JSON and as a page."""

import datetime
import json
import os
import platform
import re
import resource
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import sizes
from rig import disk_folder, file_system_of

OTHERS_SHARE_MAX = 0.1  # Beyond it the page warns.
COUNTED_UNITS = ("pages", "MB")  # The same on every machine, busy or not; all else is time.

# What was tried to make a durable write cheaper. Pages are those of the write-ahead log, counted by
# `micro_bench --benchmark_filter=DurablePatch`.
TRIED = (
    "**Kept: no index by time for rows whose id tells their time; only the search key that changed; moments as short "
    "numbers; the address of a contact once.** Pages of a PATCH of two fields 4.27 before, 3.09 after; of a name 7.79 "
    "and 5.55; of a new contact 7.28 and 5.96, before the sample by which segments are estimated. A new contact writes into "
    "five trees, and each needs its row.",
    "**Kept: to PostgreSQL, what nobody waits for travels with what comes next.** A PATCH takes 4 round trips, counted "
    "by `tradewind_database_round_trips_total`; it took 6.",
    "**Kept: to PostgreSQL, INSERTs that wait together are one of up to 64 rows, and it works while more is put together.** "
    "Imports of 20,000 new people with nine columns went from 7,700 and 8,100 rows a second to 13,800, 14,200 and 14,700 with "
    "builds for tests and a server whose commits are durable. The server's own work is the limit: `COPY` of the same rows into "
    "the same tables, without a look at anybody, does 28,700 to 33,100.",
    "**Kept: to PostgreSQL, two slices of a file at once.** By turns with a build that waits for the server at each "
    "statement, with PostgreSQL's own size of memory: 20,000 new people at 27,100 to 33,200 rows a second, 4.4 to 6.3 "
    "times as many, median 5.4; 60,000 at 25,300 to 26,500, 4.7 to 5.0 times; 5,000, in which each connection meets its "
    "statements for the first time, at 18,000 to 21,900, 2.8 to 3.7 times. Two cores are busy nine tenths of the time "
    "then, a quarter of it with our side. Slices of 2,000, and three at once, gained nothing.",
    "**Left: to PostgreSQL, COPY or arrays in place of such INSERTs.** The server took as much processor time for each row, and "
    "we more: what is left are its indexes, 14 entries for a new contact, and reading JSON.",
    "**Left: activities in the order of their contacts.** An insert took 40 % more processor time, and a walk by time "
    "four times as much.",
    "**Left: no savepoint for a request.** It is 2 to 4 µs of the 14 to 18 µs of a request's rows, and without it one "
    "request that fails late would undo all others of its transaction.",
    "**Kept: a page cache of 32 MB for the writer,** where SQLite has 2. A PATCH gained nothing by 256 MB, but 100,000 "
    "contacts in a workflow read 2,020,000 pages from the log again, and with 16 MB 194,000: 16.3 and 13.9 s of processor "
    "time. Both sides of each comparison have it.",
    "**Kept: transactions of up to 100 ms while nobody waits for the writer,** 4 ms when somebody does, and batches of 1,024 "
    "contacts in place of 256. A commit writes each page once, so that fewer commits write fewer: 100,000 contacts through "
    "a workflow took 3.5 times the bare rows before, 3.15 with this, and 2.37, 2.53 and 2.53 with the "
    "cache, too, in three runs. On a machine that is one and a half times as fast it was 2.95 and 2.9.",
    "**Kept: timers by their time, whatever their bucket.** While each of the 64 buckets gave its own earliest ones, the buckets "
    "drifted apart, and 1,000 contacts that went on together lay on 600 pages of each table in place of 100. 100,000 contacts "
    "through a workflow wrote 482,000 times before and 209,000 after.",
    "**Kept: SQLite does not count its memory.** It does so under one lock for all threads, and nobody reads it. It had to be told "
    "before anything else, and was told second: 100,000 contacts through a workflow took 2.95 times the bare rows before and "
    "2.4 to 2.8 after, and 2.18 with the timers, too.",
    "**Not gained: imports by that cache.** The bare loop, which has it as well, does a quarter more rows a second with it, and "
    "an import as many as before.",
    "**Not tried: waiting 300 µs after a full batch for the clients that were just answered.**",
)


@dataclass
class Row:
    """One measurement: ours against a yardstick, taken by turns. `bar` is `>= x` or `<= x` of the ratio, or nothing
    when the row is only for information. The ratio is the median of the rounds' own ratios."""

    name: str
    unit: str
    ours: list
    yardstick: list = field(default_factory=list)
    bar: str = ""
    yardstick_name: str = ""
    notes: list = field(default_factory=list)

    @property
    def ratios(self):
        return [one / other for one, other in zip(self.ours, self.yardstick)]

    @property
    def ratio(self):
        return statistics.median(self.ratios) if self.yardstick else None

    @property
    def ok(self):
        if not self.bar:
            return True
        sign, limit = self.bar.split()
        return self.ratio >= float(limit) if sign == ">=" else self.ratio <= float(limit)

    @property
    def counts(self):
        """A bar that is missed by a count ends the run with a failure; one missed by time is reported."""
        return self.unit in COUNTED_UNITS

    @property
    def verdict(self):
        return "" if not self.bar else "ok" if self.ok else "MISSED"

    def as_json(self):
        return {
            "row": f"{self.name}, {self.unit}",
            "ours": rounded(statistics.median(self.ours)),
            "yardstick": rounded(statistics.median(self.yardstick)) if self.yardstick else None,
            "ratio": rounded(self.ratio),
            "bar": self.bar or None,
            "ok": self.ok,
        }


def rounded(number):
    """To what can be told apart: three or four digits."""
    if number is None:
        return None
    short = round(number) if abs(number) >= 1000 else float(f"{number:.3g}")
    return int(short) if short == int(short) else short


def shown(number):
    return f"{rounded(number):,}"


def cell(text):
    """Within a table of Markdown."""
    return text.replace("|", "\\|")


def spread(numbers):
    """Median, and the range when there is one: `52,113 (50,870 to 53,204)`."""
    if not numbers:
        return ""
    median = shown(statistics.median(numbers))
    return median if min(numbers) == max(numbers) else f"{median} ({shown(min(numbers))} to {shown(max(numbers))})"


def print_rows(rows):
    for row in rows:
        line = f"{row.name}, {row.unit}: {spread(row.ours)}"
        if row.yardstick:
            line += f"; {row.yardstick_name}: {spread(row.yardstick)}; ratio {spread(row.ratios)}"
        if row.bar:
            line += f"; bar {row.bar}: {row.verdict}"
        print(line, flush=True)


def write_json(rows, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([row.as_json() for row in rows], indent=2) + "\n")


def write_page(rows, path, seconds, others_share):
    judged = [row for row in rows if row.bar]
    informative = [row for row in rows if not row.bar]
    missed = [row for row in judged if not row.ok]
    lines = [
        "# Performance",
        "",
        f"Written by `make {'bench-full' if sizes.IS_FULL else 'bench'}`, which measures everything again. It takes "
        f"about {round(seconds / 60)} minutes, on a machine with at least two cores that does nothing else; no service "
        "needs to run beforehand.",
        "",
        "Each number is the median of its rounds, with the lowest and the highest. Ours and the yardstick are measured "
        "by turns in one run, and a ratio is the median of the rounds' own ratios: a machine that is slow today is "
        "slow for both. The ratios can be compared between machines, the numbers cannot.",
        "",
        f"**{len(judged) - len(missed)} of {len(judged)} bars are met.**"
        + "".join(f" MISSED: {row.name}." for row in missed),
        "",
        *([busy_warning(others_share), ""] if others_share > OTHERS_SHARE_MAX else []),
        "| what | ours | yardstick | ratio | bar | |",
        "|---|---|---|---|---|---|",
    ]
    for row in judged:
        yardstick = cell(f"{row.yardstick_name}: {spread(row.yardstick)}")
        lines.append(f"| {row.name}, {row.unit} | {spread(row.ours)} | {yardstick} | {spread(row.ratios)} | {row.bar} "
                     f"| {row.verdict} |")
    lines += ["", "## How it is measured", ""]
    lines += [f"- **{row.name}.** " + " ".join(row.notes) for row in rows if row.notes]
    lines += ["", "## What was tried", "", *(f"- {tried}" for tried in TRIED)]
    lines += ["", "## For information", "", "| what | ours | yardstick | ratio |", "|---|---|---|---|"]
    for row in informative:
        yardstick = cell(f"{row.yardstick_name}: {spread(row.yardstick)}") if row.yardstick else ""
        lines.append(f"| {row.name}, {row.unit} | {spread(row.ours)} | {yardstick} | {spread(row.ratios)} |")
    lines += ["", "## The machine", "", "| | |", "|---|---|"]
    this_run = {"this run": f"{seconds:.0f} s", "used by other processes": f"{others_share:.0%} of the processors"}
    lines += [f"| {name} | {value} |" for name, value in {**machine(), **this_run}.items()]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


def busy_warning(others_share):
    return (f"**The machine was busy: other processes used {others_share:.0%} of its processors during this run.** "
            "Then the numbers are low, and the ratios uncertain. Measure again when it is quiet.")


class OthersWatch:
    """How much of all processors went to processes that are not ours, from its making on."""

    def __init__(self):
        self._before = self._times()

    def share(self):
        busy, total, ours = (after - before for before, after in zip(self._before, self._times()))
        return max(0.0, (busy - ours) / total)

    @staticmethod
    def _times():
        """Seconds: busy, altogether, and ours (only those of children that ended). Interrupts count as nobody's:
        most are the packets of the load itself."""
        fields = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        user, nice, system, _, _, _, _, stolen = fields
        ours = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        ticks = os.sysconf("SC_CLK_TCK")
        return (user + nice + system + stolen) / ticks, sum(fields) / ticks, ours


def machine():
    memory_kib = int(re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text()).group(1))
    cpu = re.search(r"^(?:model name|CPU part)\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return {
        "date": datetime.date.today().isoformat(),
        "processor": f"{cpu.group(1) if cpu else 'unknown'}, {platform.machine()}",
        "cores": len(os.sched_getaffinity(0)),
        "memory": f"{memory_kib / 1024 / 1024:.1f} GiB",
        "kernel": platform.release(),
        "file system": file_system_of(disk_folder()),
        "compiler": first_line(["g++", "--version"]),
        "SQLite": first_line(["sqlite3", "--version"]).split()[0],
        "PostgreSQL": first_line(["pgbench", "--version"]).split()[2],
        "nginx": first_line(["/usr/sbin/nginx", "-v"]).rpartition("/")[2],
        "wrk": first_line(["wrk", "-v"]).split()[1],
    }


def first_line(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return (done.stdout + done.stderr).splitlines()[0].strip()

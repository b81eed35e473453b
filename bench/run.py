#!/usr/bin/env python3
"""Measures the service against its yardsticks; called by `make bench`.

Prints a line per row, writes build/performance.json and docs/performance.md. A bar that is missed is said plainly and is no
failure of the run; what cannot be measured at all is. With names of measures as arguments it runs only these, and
writes nothing."""

import sys
import time
from pathlib import Path

import report
import sizes
from rig import Rig
from rows_console import measure_console
from rows_contacts import measure_contacts
from rows_events import measure_events
from rows_exports import measure_exports
from rows_imports import measure_imports
from rows_overload import measure_overload
from rows_parts import measure_parts
from rows_postgres import measure_postgres_writes
from rows_reports import measure_reports
from rows_segments import measure_segments
from rows_store import measure_start_and_memory, measure_store_reads
from rows_workflows import measure_workflows

ROOT = Path(__file__).resolve().parent.parent
RELEASE_BINARY = ROOT / "build/release/bin/tradewind"
BENCH_BINARIES = [ROOT / "build/bench/bin" / name for name in ("contact_loop", "run_loop", "crowd_load", "micro_bench")]

MEASURES = {
    "store": measure_store_reads,
    "contacts": measure_contacts,
    "events": measure_events,
    "reports": measure_reports,
    "segments": measure_segments,
    "workflows": measure_workflows,
    "imports": measure_imports,
    "exports": measure_exports,
    "postgres": measure_postgres_writes,
    "overload": measure_overload,
    "start": measure_start_and_memory,
    "console": measure_console,
    "parts": measure_parts,
}


def main(names):
    began = time.monotonic()
    others = report.OthersWatch()
    rows = []
    with Rig([RELEASE_BINARY, *BENCH_BINARIES]) as rig:
        for name in names or MEASURES:
            measure_began = time.monotonic()
            measured = MEASURES[name](rig)
            report.print_rows(measured)
            print(f"({name}: {time.monotonic() - measure_began:.0f} s)", flush=True)
            rows += measured
    seconds = time.monotonic() - began
    others_share = others.share()
    if not names:
        name = "performance-full" if sizes.IS_FULL else "performance"
        report.write_json(rows, ROOT / f"build/{name}.json")
        report.write_page(rows, ROOT / f"docs/{name}.md", seconds, others_share)
    if others_share > report.OTHERS_SHARE_MAX:
        print(report.busy_warning(others_share).replace("**", ""))
    missed = [row.name for row in rows if not row.ok]
    print(f"MISSED: {', '.join(missed)}" if missed else "Every bar is met.", f"({seconds:.0f} s)")
    return 1 if any(row.counts and not row.ok for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

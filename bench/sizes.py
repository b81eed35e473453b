"""How large the stores are that are measured. BENCH_FULL=1, as `make bench-full` sets it, measures ten times as much."""

import os

IS_FULL = os.environ.get("BENCH_FULL") == "1"
CONTACTS = 10_000_000 if IS_FULL else 1_000_000
# An import of so many takes minutes, and so does its yardstick: there is time for one.
IMPORT_ROUNDS = 1
IMPORT_ROWS = int(os.environ.get("BENCH_IMPORT_ROWS", CONTACTS))

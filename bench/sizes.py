"""How large the stores are that are measured. BENCH_FULL=1, as `make bench-full` sets it, has ten times as many
contacts."""

import os

IS_FULL = os.environ.get("BENCH_FULL") == "1"
CONTACTS = 10_000_000 if IS_FULL else 1_000_000
# An import of a million takes minutes, and so does its yardstick; `make bench` has a quarter of an hour for everything.
# It imports fewer rather than once: of one round, a disk that is slow for a minute decides.
IMPORT_ROWS = int(os.environ.get("BENCH_IMPORT_ROWS", 1_000_000 if IS_FULL else 200_000))

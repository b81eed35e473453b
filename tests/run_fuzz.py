#!/usr/bin/env python3
"""Runs every fuzz target for a while: run_fuzz.py BUILD_FOLDER SECONDS. A crash leaves its input in tests/fuzz/corpus."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(build, seconds):
    targets = sorted(Path(build, "bin").glob("*_fuzz"))
    failed = 0
    for target in targets:
        corpus = ROOT / "tests" / "fuzz" / "corpus" / target.name
        with tempfile.TemporaryDirectory() as found:
            command = [str(target), f"-max_total_time={seconds}", f"-artifact_prefix={corpus}/", found, str(corpus)]
            done = subprocess.run(command)
        failed += done.returncode != 0
    print(f"{len(targets) - failed} passed, {failed} failed")
    return 1 if failed or not targets else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
"""Runs clang-tidy over the sources of a build, tests left out: run_tidy.py BUILD_FOLDER [FILE...]. Fails on any finding."""

import concurrent.futures
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def check(build, file):
    command = ["clang-tidy-14", "--quiet", "-p", str(build), str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    return file, done.returncode, done.stdout + ("" if done.returncode == 0 else done.stderr)


def main(arguments):
    build = Path(arguments[0]).resolve()
    wanted = [Path(name).resolve() for name in arguments[1:]]
    compiled = {Path(entry["file"]) for entry in json.loads((build / "compile_commands.json").read_text())}
    ours = (file for file in compiled if file.is_relative_to(ROOT / "src") and not file.stem.endswith("_test"))
    files = wanted or sorted(ours)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, code, output in pool.map(lambda file: check(build, file), files):
            if code != 0:
                failed += 1
                print(f"{file.relative_to(ROOT)}\n{output}")
    print(f"clang-tidy: {len(files)} files, {failed} with findings")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

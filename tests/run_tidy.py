#!/usr/bin/env python3
"""Runs clang-tidy over the pieces that a build compiles, tests left out: run_tidy.py BUILD_FOLDER. Fails on any finding.

A piece without findings is not looked at again until something that it is compiled from changes."""

import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tradewind/tidy"
CACHE_FILES_MAX = 5_000


class Clean:
    """Which sources were without findings, by everything that decides about it."""

    def __init__(self, build):
        self._build = build
        self._commands = {Path(entry["file"]): entry for entry in
                          json.loads((build / "compile_commands.json").read_text())}
        version = subprocess.run(["clang-tidy-14", "--version"], capture_output=True, text=True, check=True).stdout
        rules = b"".join(path.read_bytes() for path in sorted(ROOT.rglob(".clang-tidy")) if "build" not in path.parts)
        self._common = version.encode() + rules
        self._headers = self._read_headers()

    def sources(self):
        pieces = self._build / "src/pieces"
        return sorted(file for file in self._commands
                      if file.is_relative_to(pieces) and not file.relative_to(pieces).parts[0].endswith("_test"))

    def _read_headers(self):
        """What each object is compiled from, as the build itself knows it."""
        told = subprocess.run(["ninja", "-C", self._build, "-t", "deps"], capture_output=True, text=True, check=True)
        headers = {}
        for block in told.stdout.split("\n\n"):
            first, *lines = block.strip().splitlines() or [""]
            if re.search(r"\(VALID\)$", first):
                headers[first.split(":")[0]] = [(self._build / line.strip()).resolve() for line in lines]
        return headers

    def _mark(self, file):
        """Where it is noted that the source is clean as it is now; None when the build does not know it."""
        entry = self._commands.get(file)
        made_of = entry and self._headers.get(re.search(r" -o (\S+)", entry["command"]).group(1))
        if not made_of:
            return None
        digest = hashlib.sha256(self._common)
        digest.update(entry["command"].replace(str(ROOT), "").encode())
        for path in made_of:
            digest.update(content_of(path))
        return CACHE / digest.hexdigest()

    def has(self, file):
        mark = self._mark(file)
        if mark is None or not mark.exists():
            return False
        mark.touch()
        return True

    def add(self, file):
        mark = self._mark(file)
        if mark is not None:
            CACHE.mkdir(parents=True, exist_ok=True)
            mark.touch()

    @staticmethod
    def prune():
        marks = sorted(CACHE.glob("*"), key=lambda mark: mark.stat().st_mtime)
        for mark in marks[:-CACHE_FILES_MAX]:
            mark.unlink(missing_ok=True)


@lru_cache(maxsize=None)
def content_of(path):
    """Headers of the system stay as they are while they have one size."""
    if not path.is_relative_to(ROOT):
        return f"{path} {path.stat().st_size}".encode()
    return hashlib.sha256(path.read_bytes()).digest()


def check(build, file):
    # A piece includes sources, and nothing else does.
    command = ["clang-tidy-14", "--quiet", "--checks=-bugprone-suspicious-include", "-p", str(build), str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    return file, done.returncode, done.stdout + ("" if done.returncode == 0 else done.stderr)


def main(arguments):
    build = Path(arguments[0]).resolve()
    clean = Clean(build)
    files = clean.sources()
    looked_at = [file for file in files if not clean.has(file)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, code, output in pool.map(lambda file: check(build, file), looked_at):
            if code == 0:
                clean.add(file)
            else:
                failed += 1
                print(f"{file.name}\n{output}")
    clean.prune()
    print(f"clang-tidy: {len(files)} files, {failed} with findings; {len(files) - len(looked_at)} had not changed")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

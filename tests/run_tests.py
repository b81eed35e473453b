#!/usr/bin/env python3
"""Runs the tests of one build and counts them.

run_tests.py PRESET PART...         runs the parts: unit, replay, or a folder of tests/ with pytest files; api:sqlite
                                    runs such a folder on one engine alone
run_tests.py --total PRESET...      prints the sum of what was counted last for these builds

The last line is `N passed, N failed` (with skipped ones named), and the exit code says whether all passed.
"""

import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNIT_SECONDS_MAX = 1800
# Their tests use a database without saying which; those of storage itself name both engines.
RUN_ON_BOTH_ENGINES = ("operations_test", "api_test", "jobs_test", "api", "races", "contract")


class Counts(dict):
    def __init__(self, passed=0, failed=0, skipped=0):
        super().__init__(passed=passed, failed=failed, skipped=skipped)

    def add(self, other):
        for name in self:
            self[name] += other[name]

    def line(self):
        text = f"{self['passed']} passed, {self['failed']} failed"
        return text + (f", {self['skipped']} skipped" if self["skipped"] else "")


def environment(preset):
    """Sanitizers report through the exit code; tests find the binaries."""
    return os.environ | {
        "TRADEWIND_BIN_DIR": str(ROOT / "build" / preset / "bin"),
        "ASAN_OPTIONS": "detect_stack_use_after_return=1:strict_string_checks=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "TSAN_OPTIONS": "halt_on_error=0:second_deadlock_stack=1",
    }


def run_within_time(command, variables):
    """The exit code; that of a kill for one that had no end, so that the others still run."""
    try:
        return subprocess.run(command, env=variables, timeout=UNIT_SECONDS_MAX).returncode
    except subprocess.TimeoutExpired:
        print(f"{Path(command[0]).name}: killed after {UNIT_SECONDS_MAX} s")
        return -signal.SIGKILL


def run_unit(preset):
    """Every unit test binary, one per room; those above storage on each engine."""
    counts = Counts()
    binaries = sorted((ROOT / "build" / preset / "bin").glob("*_test"))
    if not binaries:
        sys.exit(f"run_tests.py: build/{preset}/bin has no unit tests")
    runs = [(binary, "sqlite") for binary in binaries]
    runs += [(binary, "postgres") for binary in binaries if binary.name in RUN_ON_BOTH_ENGINES]
    for binary, engine in runs:
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            command = [str(binary), f"--gtest_output=json:{report}", "--gtest_brief=1"]
            variables = environment(preset) | {"TRADEWIND_TEST_ENGINE": engine}
            code = run_within_time(command, variables)
            if not report.exists():
                print(f"{binary.name}: ended with code {code} and no report")
                counts["failed"] += 1
                continue
            result = json.loads(report.read_text())
        counts["passed"] += result["tests"] - result["failures"] - result["disabled"]
        counts["failed"] += result["failures"]
        if code != 0 and result["failures"] == 0:
            print(f"{binary.name}: its tests passed but it ended with code {code}")
            counts["failed"] += 1
    return counts


def run_replay(preset):
    """Every input that a fuzzer once found interesting, through the same targets without the fuzzer."""
    counts = Counts()
    for binary in sorted((ROOT / "build" / preset / "bin").glob("*_replay")):
        target = binary.name.removesuffix("_replay")
        corpus = ROOT / "tests" / "fuzz" / "corpus" / target
        code = run_within_time([str(binary), str(corpus)], environment(preset))
        counts["passed" if code == 0 else "failed"] += 1
    if sum(counts.values()) == 0:
        sys.exit(f"run_tests.py: build/{preset}/bin has no fuzz targets to replay")
    return counts


def run_pytest(preset, part):
    counts = Counts()
    part, _, engine = part.partition(":")
    engines = (engine,) if engine else ("sqlite", "postgres") if part in RUN_ON_BOTH_ENGINES else ("sqlite",)
    # At the same time: most tests wait for something. Only the first one tells at once what it has to say.
    with concurrent.futures.ThreadPoolExecutor(len(engines)) as both:
        for found in both.map(lambda each: run_pytest_on(preset, part, each, is_quiet=each != engines[0]), engines):
            counts.add(found)
    return counts


def run_pytest_on(preset, part, engine, is_quiet):
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = ["/usr/bin/python3", "-m", "pytest", "-q", "-rs", f"--junitxml={report}", "-p", "no:cacheprovider"]
        variables = environment(preset) | {"TRADEWIND_TEST_ENGINE": engine}
        done = subprocess.run([*command, f"tests/{part}"], cwd=ROOT, env=variables,
                              stdout=subprocess.PIPE if is_quiet else None)
        sys.stdout.buffer.write(done.stdout or b"")
        sys.stdout.flush()
        if not report.exists():
            return Counts(failed=1)
        suite = xml.etree.ElementTree.parse(report).getroot().find("testsuite")
    total, skipped = int(suite.get("tests")), int(suite.get("skipped"))
    failed = int(suite.get("failures")) + int(suite.get("errors"))
    if done.returncode != 0 and failed == 0:
        failed = 1
    return Counts(total - skipped - failed, failed, skipped)


def counts_file(preset):
    return ROOT / "build" / preset / "test-counts.json"


def run_parts(preset, parts):
    counts = Counts()
    for part in parts:
        started = time.monotonic()
        print(f"== {preset}: {part}", flush=True)
        runner = {"unit": run_unit, "replay": run_replay}.get(part)
        found = runner(preset) if runner else run_pytest(preset, part)
        counts.add(found)
        print(f"== {preset}: {part}: {found.line()} in {time.monotonic() - started:.0f} s", flush=True)
    counts_file(preset).write_text(json.dumps(counts))
    return counts


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    counts = Counts()
    if arguments[0] == "--total":
        for preset in arguments[1:]:
            counts.add(json.loads(counts_file(preset).read_text()))
    else:
        counts.add(run_parts(arguments[0], arguments[1:]))
    print(counts.line())
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

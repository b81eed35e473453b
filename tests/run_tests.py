#!/usr/bin/env python3
"""Runs the tests of one build, counts them and says what they cost.

run_tests.py PRESET PART...         runs the parts: unit, replay, or a folder of tests/ with pytest files. `unit:storage,net`
                                    runs the unit tests of these rooms alone; `unit@sqlite` and `api@sqlite` run on one
                                    engine alone
run_tests.py --total PRESET...      prints what the parts of these builds cost when they last ran, and the sum of their tests

A test that fails is run once more, alone, after all parts. When it passes then, the run is green and lists it under FLAKY
with both outputs. NEVER_REPEATED names the parts in which one failure is red.

build/test-times.json keeps what was counted for each part, and its seconds by the clock and of processors. The last line is `N passed, N failed`
(with skipped ones named), and the exit code says whether all passed.
"""

import concurrent.futures
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIMES = ROOT / "build/test-times.json"
UNIT_SECONDS_MAX = 1800
# Their tests use a database without saying which; those of storage itself name both engines.
RUN_ON_BOTH_ENGINES = ("operations_test", "api_test", "delivery_test", "jobs_test", "api", "races")
# These are long and seldom find what is one engine's alone: each change has its engine, by the number of its commit.
RUN_ON_ONE_ENGINE_PER_CHANGE = ("contract",)
# Of the fault loops, a short round each; `make check` and `make faults` ask for more.
FAULT_ROUNDS = "10"
# What these look for is rare; a second try would hide it.
NEVER_REPEATED = ("faults", "races", "simulation", "replay")
# More than so many are no accident.
REPEATED_MAX = 5


class Counts(dict):
    def __init__(self, passed=0, failed=0, skipped=0):
        super().__init__(passed=passed, failed=failed, skipped=skipped)

    def add(self, other):
        for name in self:
            self[name] += other[name]

    def line(self):
        text = f"{self['passed']} passed, {self['failed']} failed"
        return text + (f", {self['skipped']} skipped" if self["skipped"] else "")


@dataclass(frozen=True)
class Failure:
    """One test that failed, how to run it alone, and what it said."""

    name: str
    command: list
    engine: str
    output: str


class Found(Counts):
    """What a part came to: its counts, and those failures that may be run again."""

    def __init__(self, **counts):
        super().__init__(**counts)
        self.failures = []

    def add(self, other):
        super().add(other)
        self.failures += other.failures


def environment(preset):
    """Sanitizers report through the exit code; tests find the binaries."""
    return {"FAULT_ROUNDS": FAULT_ROUNDS} | os.environ | {
        "PYTHONPATH": str(Path(__file__).parent),
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


def engine_of_this_change():
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    return "postgres" if commit and int(commit[-1], 16) % 2 else "sqlite"


def engines_for(name, engine):
    if engine:
        return (engine,)
    if name in RUN_ON_ONE_ENGINE_PER_CHANGE:
        return (engine_of_this_change(),)
    return ("sqlite", "postgres") if name in RUN_ON_BOTH_ENGINES else ("sqlite",)


def run_unit(preset, rooms, engine):
    """Every unit test binary, one per room; those above storage on each engine."""
    found = Found()
    binaries = [binary for binary in sorted((ROOT / "build" / preset / "bin").glob("*_test"))
                if not rooms or binary.name.removesuffix("_test") in rooms]
    if not binaries or (rooms and len(binaries) != len(rooms)):
        sys.exit(f"run_tests.py: build/{preset}/bin has no unit tests of {', '.join(rooms) or 'any room'}")
    for binary in binaries:
        for each in engines_for(binary.name, engine):
            found.add(run_unit_binary(preset, binary, each))
    return found


def run_unit_binary(preset, binary, engine):
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [str(binary), f"--gtest_output=json:{report}", "--gtest_brief=1"]
        code = run_within_time(command, environment(preset) | {"TRADEWIND_TEST_ENGINE": engine})
        if not report.exists():
            print(f"{binary.name}: ended with code {code} and no report")
            return Found(failed=1)
        result = json.loads(report.read_text())
    found = Found(passed=result["tests"] - result["failures"] - result["disabled"], failed=result["failures"])
    for suite in result["testsuites"]:
        for test in suite["testsuite"]:
            if "failures" in test:
                name = f"{test['classname']}.{test['name']}"
                said = "\n".join(failure["failure"] for failure in test["failures"])
                found.failures.append(Failure(f"{binary.name} {name} on {engine}",
                                              [str(binary), "--gtest_brief=1", f"--gtest_filter={name}"], engine, said))
    if code != 0 and result["failures"] == 0:
        print(f"{binary.name}: its tests passed but it ended with code {code}")
        found["failed"] += 1
    return found


def run_replay(preset):
    """Every input that a fuzzer once found interesting, through the same targets without the fuzzer."""
    found = Found()
    for binary in sorted((ROOT / "build" / preset / "bin").glob("*_replay")):
        target = binary.name.removesuffix("_replay")
        corpus = ROOT / "tests" / "fuzz" / "corpus" / target
        code = run_within_time([str(binary), str(corpus)], environment(preset))
        found["passed" if code == 0 else "failed"] += 1
    if sum(found.values()) == 0:
        sys.exit(f"run_tests.py: build/{preset}/bin has no fuzz targets to replay")
    return found


def run_pytest(preset, part, engine):
    found = Found()
    engines = engines_for(part, engine)
    # At the same time: most tests wait for something. Only the first one tells at once what it has to say.
    with concurrent.futures.ThreadPoolExecutor(len(engines)) as both:
        for each in both.map(lambda one: run_pytest_on(preset, part, one, is_quiet=one != engines[0]), engines):
            found.add(each)
    return found


def pytest_command(*what):
    return ["/usr/bin/python3", "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-p", "harness.failed_tests", *what]


def run_pytest_on(preset, part, engine, is_quiet):
    with tempfile.TemporaryDirectory() as folder:
        report, failed_tests = Path(folder) / "report.xml", Path(folder) / "failed"
        failed_tests.touch()
        variables = environment(preset) | {"TRADEWIND_TEST_ENGINE": engine, "TRADEWIND_FAILED_TESTS": str(failed_tests)}
        done = subprocess.run(pytest_command(f"--junitxml={report}", f"tests/{part}"), cwd=ROOT, env=variables,
                              stdout=subprocess.PIPE if is_quiet else None)
        sys.stdout.buffer.write(done.stdout or b"")
        sys.stdout.flush()
        if not report.exists():
            return Found(failed=1)
        suite = xml.etree.ElementTree.parse(report).getroot().find("testsuite")
        told = [json.loads(line) for line in failed_tests.read_text().splitlines()]
    total, skipped = int(suite.get("tests")), int(suite.get("skipped"))
    failed = int(suite.get("failures")) + int(suite.get("errors"))
    if done.returncode != 0 and failed == 0:
        failed = 1
    found = Found(passed=total - skipped - failed, failed=failed, skipped=skipped)
    if part not in NEVER_REPEATED:
        # Names are told from the folder of pytest.ini.
        found.failures = [Failure(f"{one['test']} on {engine}", pytest_command(f"tests/{one['test']}"), engine,
                                  one["output"]) for one in told]
    return found


def repeat_failures(preset, parts):
    """Runs what failed once more, alone; what passes then counts as passed and is listed."""
    failed = sum(found["failed"] for found in parts)
    if not failed or failed > REPEATED_MAX:
        return
    print(f"== {preset}: once more, alone, what failed and may be tried again", flush=True)
    for found, failure in [(found, failure) for found in parts for failure in found.failures]:
        # A run inside of a run tells nobody but itself what failed.
        variables = environment(preset) | {"TRADEWIND_TEST_ENGINE": failure.engine, "TRADEWIND_FAILED_TESTS": os.devnull}
        again = subprocess.run(failure.command, cwd=ROOT, env=variables, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace")
        if again.returncode == 0:
            found["failed"] -= 1
            found["passed"] += 1
            print(f"FLAKY {failure.name}\n-- at first:\n{failure.output}\n-- alone:\n{again.stdout}", flush=True)
        else:
            print(f"FAILED TWICE {failure.name}\n{again.stdout}", flush=True)


class Meter:
    """Seconds since it was made, by the clock and of the processors: of what was started here and has ended."""

    def __init__(self):
        self._began, self._used = time.monotonic(), self._processor_seconds()

    @staticmethod
    def _processor_seconds():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def seconds(self):
        return {"wall": round(time.monotonic() - self._began, 1),
                "processor": round(self._processor_seconds() - self._used, 1)}


def kept_parts():
    return json.loads(TIMES.read_text()) if TIMES.exists() else {}


def keep_parts(preset, parts):
    kept = kept_parts()
    kept.setdefault(preset, {}).update(parts)
    TIMES.write_text(json.dumps(kept, indent=2) + "\n")


def run_part(preset, part):
    part, _, engine = part.partition("@")
    name, _, rooms = part.partition(":")
    if name == "unit":
        return run_unit(preset, [room for room in rooms.split(",") if room], engine)
    return run_replay(preset) if name == "replay" else run_pytest(preset, name, engine)


def run_parts(preset, parts):
    found, seconds = {}, {}
    for part in parts:
        meter = Meter()
        print(f"== {preset}: {part}", flush=True)
        found[part] = run_part(preset, part)
        seconds[part] = meter.seconds()
        print(f"== {preset}: {part}: {found[part].line()} in {seconds[part]['wall']:.0f} s, "
              f"{seconds[part]['processor']:.0f} s of processors", flush=True)
    repeat_failures(preset, found.values())
    keep_parts(preset, {part: seconds[part] | found[part] for part in parts})
    total = Counts()
    for each in found.values():
        total.add(each)
    return total


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    counts = Counts()
    if arguments[0] == "--total":
        kept = kept_parts()
        for preset in arguments[1:]:
            for part, told in kept[preset].items():
                counts.add(told)
                print(f"{preset:13} {part:32} {told['wall']:6.0f} s {told['processor']:6.0f} s of processors")
    else:
        counts.add(run_parts(arguments[0], arguments[1:]))
    print(counts.line())
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

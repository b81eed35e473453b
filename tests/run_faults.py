#!/usr/bin/env python3
"""Runs the fault tests of a build for as long as wanted, and writes docs/reliability.md; called by `make faults`.

run_faults.py PRESET

FAULT_ROUNDS (200) is how many rounds the longest loops have; the others have a part of that. FAULT_MINUTES: everything is
run again, with other seeds, until so many minutes are over. FAULT_DATABASE_MIB (1024) is how large the database is that
must be ready soon. SIMULATION_MINUTES (30) is how long lives of a store are simulated. The exit code says whether all
passed."""

import datetime
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
from collections import Counter, defaultdict
from pathlib import Path

import run_tests

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reliability.md"
DEFAULTS = {"FAULT_ROUNDS": "200", "FAULT_MINUTES": "0", "FAULT_DATABASE_MIB": "1024", "SIMULATION_MINUTES": "30"}


def asked():
    """{variable: what was asked for}."""
    return {name: os.environ.get(name, default) for name, default in DEFAULTS.items()}


class Findings:
    def __init__(self):
        self.rounds, self.acknowledged = Counter(), Counter()
        self.controls = defaultdict(Counter)  # {kind: {fault: how often it was noticed}}.
        self.tests, self.failed, self.skipped = 0, [], []
        self.runs = 0
        self.lives = ""  # What was simulated.

    def simulate(self, preset):
        """Lives of a store by chance."""
        program = Path(run_tests.environment(preset)["TRADEWIND_BIN_DIR"]) / "simulation"
        done = subprocess.run([program, "--minutes", asked()["SIMULATION_MINUTES"]], cwd=ROOT, capture_output=True, text=True)
        told = done.stdout.strip().splitlines() or [done.stderr.strip()[:300]]
        if done.returncode != 0:
            self.failed.append(" ".join(told)[:300])
        self.lives = told[-1]

    def run(self, preset):
        """Every fault test once."""
        with tempfile.TemporaryDirectory() as folder:
            entries, report = Path(folder) / "entries", Path(folder) / "report.xml"
            entries.touch()
            variables = {**run_tests.environment(preset), **asked(), "FAULT_REPORT": str(entries),
                         "TRADEWIND_TEST_ENGINE": "sqlite"}
            subprocess.run(["/usr/bin/python3", "-m", "pytest", "-q", "-rs", f"--junitxml={report}", "-p",
                            "no:cacheprovider", "tests/faults"], cwd=ROOT, env=variables)
            for line in entries.read_text().splitlines():
                self.add(json.loads(line))
            self.judge(report)
        self.runs += 1

    def add(self, entry):
        """What a test told."""
        if "fault" in entry:
            self.controls[entry["kind"]][entry["fault"]] += bool(entry["problem"])
        else:
            self.rounds[entry["kind"]] += entry["rounds"]
            self.acknowledged[entry["kind"]] += entry["acknowledged"]

    def judge(self, report):
        """By the report of pytest, once all that was told is added."""
        if not report.exists():
            self.failed.append("the tests did not run")
            return
        for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
            self.tests += 1
            name = f"{case.get('classname').rpartition('.')[2]}: {case.get('name')}"
            if (problem := case.find("failure")) is not None or (problem := case.find("error")) is not None:
                self.failed.append(f"{name}: {problem.get('message', '').splitlines()[0][:300]}")
            elif (reason := case.find("skipped")) is not None:
                self.skipped.append(f"{name}: {reason.get('message', '')[:300]}")
        self.failed += [f"{kind}: no fault was planted" for kind in sorted(self.rounds.keys() - self.controls.keys())]

    def table(self):
        rows = []
        for kind in sorted(self.rounds):
            controls = "; ".join(f"{fault} (noticed {times} of {self.runs})" if times != self.runs else fault
                                 for fault, times in sorted(self.controls[kind].items()))
            writes = f"{self.acknowledged[kind]:,}" if self.acknowledged[kind] else ""
            rows.append((kind, f"{self.rounds[kind]:,}", writes, controls))
        return rows

    def verdict(self):
        ran = self.tests - len(self.skipped)
        skipped = f" Skipped: {len(self.skipped)}." if self.skipped else ""
        if self.failed:
            return f"**{len(self.failed)} of {ran} checks failed.{skipped}**"
        return (f"**All {ran} checks passed: {sum(self.rounds.values()):,} rounds, "
                f"{sum(self.acknowledged.values()):,} acknowledged writes, none of them lost.{skipped}**")


def version():
    """Which commit this is, and whether something was changed since."""
    told = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return told.stdout.strip() or "an unknown version"


def machine():
    memory_kib = int(re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text()).group(1))
    cpu = re.search(r"^(?:model name|CPU part)\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return {
        "date": datetime.date.today().isoformat(),
        "processor": f"{cpu.group(1) if cpu else 'unknown'}, {platform.machine()}",
        "cores": len(os.sched_getaffinity(0)),
        "memory": f"{memory_kib / 1024 / 1024:.1f} GiB",
        "kernel": platform.release(),
    }


def write_page(findings, tested, seconds):
    lines = [
        "# Reliability",
        "",
        "Written by `make faults`, which does everything again. `FAULT_MINUTES=120 make faults` goes on for two hours; "
        "`make test` does the same with fewer rounds.",
        "",
        f"What was tested: {tested}, with `{' '.join(f'{name}={value}' for name, value in asked().items())}`.",
        "",
        findings.verdict(),
        "",
        "In a round the service is under load when something happens to it. Then it is started again, or goes on by "
        "itself, and everything that it had told its clients is held against what is there: what was acknowledged must be "
        "there, what was refused must not. A loop is worth something only if it notices a service that lies, so each is "
        "run again with a fault planted into the program, which it must find.",
        "",
        "| what happened | rounds survived | acknowledged writes | planted faults that were noticed |",
        "|---|---|---|---|",
        *(f"| {' | '.join(row)} |" for row in findings.table()),
        "",
        "## Simulated lives",
        "",
        "`tests/simulation` lets the real engine live through random workflows and histories with a clock that is turned, "
        "receivers that fail, kills between any two transactions, and several processes. After each life nothing was done "
        "twice, nothing was lost, every limit held, and the numbers were those of the records. Each of eleven planted "
        "faults is found by one of the first hundred lives.",
        "",
        f"{findings.lives}.",
        "",
        "## What was found",
        "",
        *([f"- FAILED {name}" for name in findings.failed] or ["Nothing was lost, and nothing came back that was gone."]),
        *(["", "Not run here:", "", *(f"- {name}" for name in sorted(set(findings.skipped)))] if findings.skipped else []),
        "",
        "## The machine",
        "",
        "| | |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in {**machine(), "this run": f"{seconds / 60:.0f} minutes"}.items()),
    ]
    PAGE.write_text("\n".join(lines) + "\n")


def main(preset):
    began, tested = time.monotonic(), version()
    seconds_wanted = 60 * float(asked()["FAULT_MINUTES"])
    findings = Findings()
    while findings.runs == 0 or time.monotonic() - began < seconds_wanted:
        findings.run(preset)
        if findings.failed:
            break
    findings.simulate(preset)
    write_page(findings, tested, time.monotonic() - began)
    for kind, rounds, writes, controls in findings.table():
        print(f"{kind}: {rounds} rounds survived{f', {writes} acknowledged writes' if writes else ''}"
              f"{f'; noticed: {controls}' if controls else ''}")
    for name in findings.failed:
        print(f"FAILED {name}")
    print(findings.verdict().strip("*"))
    return 1 if findings.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

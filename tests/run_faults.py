#!/usr/bin/env python3
"""Runs the fault tests of a build for as long as wanted, and writes docs/reliability.md; called by `make faults`.

run_faults.py PRESET

FAULT_ROUNDS (200) is how many rounds the longest loops have; the others have a part of that. FAULT_MINUTES: everything is
run again, with other seeds, until so many minutes are over. The exit code says whether all passed."""

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
ROUNDS = "200"


class Findings:
    def __init__(self):
        self.rounds, self.acknowledged = Counter(), Counter()
        self.controls = defaultdict(Counter)  # {kind: {fault: how often it was noticed}}.
        self.tests, self.failed, self.skipped = 0, [], []
        self.runs = 0

    def run(self, preset):
        """Every fault test once."""
        with tempfile.TemporaryDirectory() as folder:
            entries, report = Path(folder) / "entries", Path(folder) / "report.xml"
            entries.touch()
            variables = {"FAULT_ROUNDS": ROUNDS, **run_tests.environment(preset), "FAULT_REPORT": str(entries),
                         "TRADEWIND_TEST_ENGINE": "sqlite"}
            subprocess.run(["/usr/bin/python3", "-m", "pytest", "-q", "-rs", f"--junitxml={report}", "-p",
                            "no:cacheprovider", "tests/faults"], cwd=ROOT, env=variables)
            for line in entries.read_text().splitlines():
                self._add(json.loads(line))
            self._judge(report)
        self.runs += 1

    def _add(self, entry):
        if "fault" in entry:
            self.controls[entry["kind"]][entry["fault"]] += bool(entry["problem"])
        else:
            self.rounds[entry["kind"]] += entry["rounds"]
            self.acknowledged[entry["kind"]] += entry["acknowledged"]

    def _judge(self, report):
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

    def table(self):
        rows = []
        for kind in sorted(self.rounds):
            controls = "; ".join(f"{fault} (noticed {times} of {self.runs})" if times != self.runs else fault
                                 for fault, times in sorted(self.controls[kind].items()))
            writes = f"{self.acknowledged[kind]:,}" if self.acknowledged[kind] else ""
            rows.append((kind, f"{self.rounds[kind]:,}", writes, controls))
        return rows

    def verdict(self):
        if self.failed:
            return f"**{len(self.failed)} of {self.tests} checks failed.**"
        return (f"**All {self.tests} checks passed: {sum(self.rounds.values()):,} rounds, "
                f"{sum(self.acknowledged.values()):,} acknowledged writes, none of them lost.**")


def machine():
    memory_kib = int(re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text()).group(1))
    cpu = re.search(r"^(?:model name|CPU part)\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return {
        "date": datetime.date.today().isoformat(),
        "processor": f"{cpu.group(1) if cpu else 'unknown'}, {platform.machine()}",
        "cores": len(os.sched_getaffinity(0)),
        "memory": f"{memory_kib / 1024 / 1024:.1f} GiB",
        "kernel": platform.release(),
        "version": commit.stdout.strip() or "unknown",
    }


def write_page(findings, seconds):
    lines = [
        "# Reliability",
        "",
        "Written by `make faults`, which does everything again. `FAULT_MINUTES=120 make faults` goes on for two hours; "
        "`make test` does the same with fewer rounds.",
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
    began = time.monotonic()
    seconds_wanted = 60 * float(os.environ.get("FAULT_MINUTES", "0"))
    findings = Findings()
    while findings.runs == 0 or time.monotonic() - began < seconds_wanted:
        findings.run(preset)
        if findings.failed:
            break
    write_page(findings, time.monotonic() - began)
    for kind, rounds, writes, controls in findings.table():
        print(f"{kind}: {rounds} rounds survived{f', {writes} acknowledged writes' if writes else ''}"
              f"{f'; noticed: {controls}' if controls else ''}")
    for name in findings.failed:
        print(f"FAILED {name}")
    print(findings.verdict().strip("*"))
    return 1 if findings.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

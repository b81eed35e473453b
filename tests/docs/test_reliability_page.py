"""What `make faults` says about a run: given what its tests told, with a verdict that is known."""

import pytest

import run_faults
from run_faults import Findings

SURVIVED = {"kind": "power cut", "rounds": 50, "acknowledged": 1_234}
NOTICED = {"kind": "power cut", "fault": "a database that does not wait", "problem": "a write is lost"}
GOOD = '<testcase classname="faults.test_a" name="test_good"/>'
SKIPPED = '<testcase classname="faults.test_a" name="test_off"><skipped message="no loop device"/></testcase>'
FAILED = '<testcase classname="faults.test_a" name="test_bad"><failure message="a write is lost"/></testcase>'


@pytest.fixture
def findings_of(tmp_path):
    def find(cases, entries=(SURVIVED, NOTICED)):
        findings = Findings()
        for entry in entries:
            findings.add(entry)
        report = tmp_path / "report.xml"
        report.write_text(f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>")
        findings.judge(report)
        findings.runs += 1
        return findings

    return find


@pytest.mark.parametrize(("cases", "verdict"), [
    ([GOOD, GOOD], "**All 2 checks passed: 50 rounds, 1,234 acknowledged writes, none of them lost.**"),
    ([GOOD, SKIPPED], "**All 1 checks passed: 50 rounds, 1,234 acknowledged writes, none of them lost. Skipped: 1.**"),
    ([GOOD, SKIPPED, FAILED], "**1 of 2 checks failed. Skipped: 1.**"),
])
def test_what_was_skipped_has_not_passed(findings_of, cases, verdict):
    assert findings_of(cases).verdict() == verdict


def test_a_row_names_the_fault_that_was_noticed(findings_of):
    findings = findings_of([GOOD])
    assert findings.table() == [("power cut", "50", "1,234", "a database that does not wait")]
    assert not findings.failed


def test_a_loop_without_a_planted_fault_is_a_failure(findings_of):
    assert findings_of([GOOD], [SURVIVED]).failed == ["power cut: no fault was planted"]


def test_the_page_says_what_it_is_of(findings_of, tmp_path, monkeypatch):
    monkeypatch.setattr(run_faults, "PAGE", tmp_path / "page.md")
    monkeypatch.setenv("FAULT_ROUNDS", "7")
    monkeypatch.delenv("FAULT_MINUTES", raising=False)
    monkeypatch.delenv("FAULT_DATABASE_MIB", raising=False)
    monkeypatch.delenv("SIMULATION_MINUTES", raising=False)
    run_faults.write_page(findings_of([GOOD, SKIPPED]), "abc123", 60)
    page = (tmp_path / "page.md").read_text()
    assert ("\nWhat was tested: abc123, with `FAULT_ROUNDS=7 FAULT_MINUTES=0 FAULT_DATABASE_MIB=1024 "
            "SIMULATION_MINUTES=30`.\n") in page
    assert "\n- test_a: test_off: no loop device\n" in page

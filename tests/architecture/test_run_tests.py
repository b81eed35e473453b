"""What runs all tests: a test that fails only at first is listed and no failure; where chance is looked for, it is one."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import run_tests  # noqa: E402

FAILS_AT_FIRST = """
from pathlib import Path

def test_sometimes():
    mark = Path({mark!r})
    was_there = mark.exists()
    mark.touch()
    assert was_there, "at first"

def test_always():
    pass
"""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A tree with one part, whose test fails when it runs for the first time."""
    monkeypatch.setattr(run_tests, "ROOT", tmp_path)
    monkeypatch.setattr(run_tests, "TIMES", tmp_path / "build/test-times.json")
    (tmp_path / "build").mkdir()

    def make(part, text=FAILS_AT_FIRST):
        folder = tmp_path / "tests" / part
        folder.mkdir(parents=True)
        (tmp_path / "tests/pytest.ini").write_text("[pytest]\n")
        (folder / f"test_{part}.py").write_text(text.format(mark=str(tmp_path / "mark")))
        return part

    return make


def test_what_passes_alone_is_green_and_listed(tree, capfd):
    assert run_tests.main(["dev", tree("docs")]) == 0
    told = capfd.readouterr().out
    assert "FLAKY docs/test_docs.py::test_sometimes on sqlite" in told and "at first" in told
    assert told.endswith("2 passed, 0 failed\n")
    kept = json.loads(run_tests.TIMES.read_text())["dev"]["docs"]
    assert (kept["passed"], kept["failed"]) == (2, 0) and kept["processor"] > 0 and kept["wall"] > 0


@pytest.mark.parametrize("part", run_tests.NEVER_REPEATED[:2])
def test_where_chance_is_looked_for_one_failure_is_red(tree, capfd, monkeypatch, part):
    monkeypatch.setattr(run_tests, "RUN_ON_BOTH_ENGINES", ())
    assert run_tests.main(["dev", tree(part)]) == 1
    told = capfd.readouterr().out
    assert "FLAKY" not in told and told.endswith("1 passed, 1 failed\n")


def test_what_fails_twice_is_red(tree, capfd):
    assert run_tests.main(["dev", tree("docs", "def test_never():\n    assert False\n")]) == 1
    assert "FAILED TWICE docs/test_docs.py::test_never" in capfd.readouterr().out


def test_many_failures_are_not_tried_again(tree, capfd):
    many = "".join(f"def test_{number}():\n    assert False\n\n" for number in range(run_tests.REPEATED_MAX + 1))
    assert run_tests.main(["dev", tree("docs", many)]) == 1
    assert "FAILED TWICE" not in capfd.readouterr().out

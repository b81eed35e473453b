"""Every promise names the tests that would notice its breach and the control that shows that they can, and these exist."""

import re

import pytest

from harness import processes

ROOT = processes.ROOT
PAGE = ROOT / "docs/promises.md"
NAME = re.compile(r"`((?:src|tests)/[\w/]+\.(?:py|cpp))::([\w.]+)`")
FAULT = re.compile(r'NamedFault\{"([a-z-]+)"')


def exists(file, test):
    """Whether there is such a test in the file."""
    path = ROOT / file
    if not path.is_file():
        return False
    if file.endswith(".py"):
        return re.search(rf"^def {test}\(", path.read_text(), re.MULTILINE) is not None
    suite, _, name = test.partition(".")
    return re.search(rf"^TEST(?:_F|_P)?\({suite}, {name}\)", path.read_text(), re.MULTILINE) is not None


def promises(page):
    """{heading: {point: text}} of those that are kept today."""
    today = page.partition("\n## Later\n")[0]
    found = {}
    for section in re.split(r"^### ", today, flags=re.MULTILINE)[1:]:
        heading, _, text = section.partition("\n")
        text = re.split(r"^## ", text, flags=re.MULTILINE)[0]
        found[heading] = dict(re.findall(r"^- ([\w ]+): (.*?)(?=^- |\Z)", text, re.MULTILINE | re.DOTALL))
    return found


PROMISES = promises(PAGE.read_text())


def problems(points):
    if list(points) != ["Kept by", "Noticed by", "Control"]:
        yield f"it has {list(points)}"
    for point in ("Noticed by", "Control"):
        names = NAME.findall(points.get(point, ""))
        if not names:
            yield f"{point} names no test"
        yield from (f"there is no {file}::{test}" for file, test in names if not exists(file, test))


def test_there_are_promises():
    assert len(PROMISES) > 15


@pytest.mark.parametrize("heading", PROMISES)
def test_a_promise_has_its_tests_and_its_control(heading):
    assert not list(problems(PROMISES[heading]))


def test_no_other_test_is_named_that_is_not_there():
    assert [name for name in NAME.findall(PAGE.read_text()) if not exists(*name)] == []


@pytest.mark.parametrize(("points", "problem"), [
    ("- Kept by: x\n- Noticed by: `tests/docs/test_promises.py::test_there_are_promises`\n", "Control names no test"),
    ("- Kept by: x\n- Noticed by: y\n- Control: `tests/docs/test_promises.py::test_nothing`\n", "there is no"),
    ("- Kept by: x\n- Noticed by: y\n- Control: `src/base/log_test.cpp::Log.Nothing`\n", "there is no"),
    ("- Kept by: x\n- Noticed by: `tests/nowhere.py::test_x`\n- Control: y\n", "there is no"),
])
def test_a_promise_without_them_is_noticed(points, problem):
    assert any(problem in found for found in problems(promises(f"## A\n\n### B\n\nText.\n\n{points}")["B"]))


def test_every_planted_fault_is_planted_by_a_test():
    faults = set(FAULT.findall((ROOT / "src/base/fault.cpp").read_text()))
    texts = [path.read_text() for path in (ROOT / "tests").rglob("test_*.py")]
    assert len(faults) > 10
    assert {fault for fault in faults if not any(f'"{fault}"' in text for text in texts)} == set()

"""What others may try with the console is listed, and each row names a test that is there."""

import re
import subprocess

from harness import processes

PAGE = processes.ROOT / "docs/console-attacks.md"
ROW = re.compile(r"^\| (.+) \| (.+) \| `(tests/[\w/]+\.py)::([^`]+)` \|$", re.MULTILINE)
ROWS_MIN = 40


def collected(files):
    """The names of all tests in these files, with their cases."""
    done = subprocess.run(["/usr/bin/python3", "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider",
                           *sorted(files)], cwd=processes.ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return {tuple(line.removeprefix("tests/").split("::", 1)) for line in done.stdout.splitlines() if "::" in line}


def missing_tests(rows):
    found = collected({file for _, _, file, _ in rows})
    known = found | {(file, test.partition("[")[0]) for file, test in found}
    return [(file, test) for _, _, file, test in rows if (file.removeprefix("tests/"), test) not in known]


def test_every_row_names_a_test_that_is_there():
    text = PAGE.read_text()
    rows = ROW.findall(text)
    assert len(rows) == len(re.findall(r"^\| (?!Somebody)", text, re.MULTILINE))
    assert len({what for what, *_ in rows}) == len(rows) >= ROWS_MIN
    assert missing_tests(rows) == []


def test_a_row_with_a_test_that_is_not_there_is_found():
    file = "tests/api/test_people_security.py"
    rows = [("x", "y", file, "test_nothing"), ("x", "y", file, "test_a_page_of_another_site_signs_nobody_in[nobody]")]
    assert missing_tests(rows) == [(file, "test_nothing"), (file, "test_a_page_of_another_site_signs_nobody_in[nobody]")]

"""Our templates beside a suite of cases for Liquid that others keep: github.com/jg-rp/golden-liquid. The suite is not part
of this repository; GOLDEN_LIQUID names its file golden_liquid.json, and without it nothing is run."""

import json
import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest

SUITE = os.environ.get("GOLDEN_LIQUID")
REPOSITORY = Path(__file__).resolve().parents[2]
PROBE = REPOSITORY / os.environ.get("TRADEWIND_BIN_DIR", "build/dev/bin") / "liquid_probe"
# Tags that few templates use, by what the suite calls them.
RARE = {f"{name} tag" for name in ("#", "cycle", "decrement", "doc", "ifchanged", "include", "increment", "liquid",
                                   "render", "tablerow")}


def cases():
    return json.loads(Path(SUITE).read_text())["tests"] if SUITE else []


def answers_to(tests):
    questions = [json.dumps({"template": test["template"], "values": test.get("data") or {},
                             "partials": test.get("templates", {}),
                             "strict": bool({"strict", "strict2"} & set(test.get("tags", ())))}) for test in tests]
    done = subprocess.run([PROBE], input="\n".join(questions) + "\n", capture_output=True, text=True, check=True, timeout=60)
    return [json.loads(line) for line in done.stdout.splitlines()]


def what_is_wrong(test, answer):
    if test.get("invalid"):
        return None if answer["problems"] else f"should be refused, makes {answer['text']!r}"
    if answer["problems"]:
        return f"is refused: {answer['problems']}"
    wanted = test["results"] if "results" in test else [test["result"]]
    return None if answer["text"] in wanted else f"makes {answer['text']!r}, not {wanted!r}"


@pytest.mark.skipif(not SUITE, reason="GOLDEN_LIQUID names no suite")
def test_our_templates_do_as_the_suite_says():
    tests = cases()
    counts, wrong = Counter(), []
    for test, answer in zip(tests, answers_to(tests), strict=True):
        kind = "rare" if RARE & set(test.get("tags", ())) else "common"
        found = what_is_wrong(test, answer)
        counts[kind, "wrong" if found else "right"] += 1
        if found:
            wrong.append(f"{test['name']}: {test['template']!r} {found}")
    print("\n".join(f"{kind} {result}: {count}" for (kind, result), count in sorted(counts.items())))
    assert not wrong, "\n".join(wrong)

"""The service's evaluator agrees with the reference on generated stores, people, filters and moments: whether a filter
holds, when that changes although nothing happens, and where a filter is wrong.

FILTER_REFERENCE_SEED repeats a run; FILTER_CASES makes it longer.
"""

import itertools
import json
import os
import pathlib
import random
import subprocess

import filter_breaks
import filter_examples
import filter_generator as generator
import filter_reference as reference
import pytest
from filter_reference import DAY, instant, text_of

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROBE = REPOSITORY / os.environ.get("TRADEWIND_BIN_DIR", "build/dev/bin") / "filter_probe"
SEED = int(os.environ.get("FILTER_REFERENCE_SEED") or random.SystemRandom().getrandbits(32))
CASES = int(os.environ.get("FILTER_CASES") or 5_000)
LINES_PER_BATCH = 2_000
HISTORIES = CASES // 5
BROKEN_FILTERS = CASES // 5

YEAR = 365 * DAY
WAKE_UPS_PER_CHANGE_MAX = 3
# A wake-up that leads to the next one a moment later would go on for ever.
ROUNDS_MAX = 2_000


def probe(lines):
    """What the service answers to each line. Takes them as they come: all of them at once would not fit into memory."""
    lines = iter(lines)
    answers = []
    while batch := list(itertools.islice(lines, LINES_PER_BATCH)):
        finished = subprocess.run(
            [PROBE], input="\n".join(batch) + "\n", stdout=subprocess.PIPE, check=True, timeout=600, text=True
        )
        told = finished.stdout.splitlines()
        assert len(told) == len(batch)
        answers += map(json.loads, told)
    return answers


def tell(wrong):
    return f"FILTER_REFERENCE_SEED={SEED}, {len(wrong)} differ:\n" + "\n".join(wrong[:10])


def changes_at(answer):
    return None if answer["changesAt"] is None else instant(answer["changesAt"])


def complaint(now, told, truth, is_exact):
    """What is wrong with a moment at which the answer is said to change next, when the truth is this; None if nothing."""
    if told is not None and told <= now:
        return "is not later than now"
    if truth is not None and (told is None or told > truth):
        return "is later than the true change"
    if is_exact and told != truth and (truth is not None or told < now + reference.HORIZON):
        return "is not exact"
    return None


@pytest.fixture(scope="module")
def judged():
    """[(case, what the service says)]"""
    cases = [generator.Case(SEED, number) for number in range(CASES)]
    return list(zip(cases, probe(case.line() for case in cases)))


EXAMPLES = [(group, example) for group, examples in filter_examples.EXAMPLES.items() for example in examples]


def test_the_service_answers_as_the_documentation_says():
    questions = [
        {"store": filter_examples.store_in(example.zone), "person": example.person, "now": example.now, "filter": example.filter}
        for _, example in EXAMPLES
    ]
    wrong = []
    for (group, example), answer in zip(EXAMPLES, probe(json.dumps(question) for question in questions)):
        truth = example.changes and instant(example.changes)
        if answer.get("holds") is not example.answer:
            wrong.append(f"{group}: {example}: {answer}")
        elif problem := complaint(instant(example.now), changes_at(answer), truth, is_exact=False):
            wrong.append(f"{group}: {example}: {answer} {problem}")
    assert not wrong, tell(wrong)


def test_the_service_agrees_on_who_fits(judged):
    wrong = [f"{case}: {answer}, not {case.holds()}" for case, answer in judged if answer.get("holds") is not case.holds()]
    assert not wrong, tell(wrong)


def test_the_service_wakes_up_in_time(judged):
    wrong = []
    for case, answer in judged:
        truth = case.next_change()
        if problem := complaint(case.now, changes_at(answer), truth, case.is_one_count()):
            wrong.append(f"{case}: {answer['changesAt']} {problem}, {truth and text_of(truth)}")
    assert not wrong, tell(wrong)


def test_the_service_wakes_up_seldom(judged):
    """Follows cases from wake-up to wake-up for a year: no change is missed, and few wake-ups are in vain."""
    clocks = {case.number: (case, changes_at(answer), answer["holds"]) for case, answer in judged[:HISTORIES]}
    true_changes = sum(count_changes(case) for case, _, _ in clocks.values())
    wake_ups = seen_changes = rounds = 0
    wrong = []
    while clocks:
        clocks = {
            number: (case, now, before)
            for number, (case, now, before) in clocks.items()
            if now is not None and now <= case.now + YEAR
        }
        wake_ups += len(clocks)
        answers = probe(case.line(now) for case, now, _ in clocks.values())
        for (number, (case, now, before)), answer in zip(list(clocks.items()), answers):
            seen_changes += answer["holds"] is not before
            if answer["holds"] is not case.holds(now):
                wrong.append(f"{case}: at {text_of(now)} {answer}")
            clocks[number] = (case, changes_at(answer), answer["holds"])
        rounds += 1
        assert rounds <= ROUNDS_MAX, f"FILTER_REFERENCE_SEED={SEED}"
    assert not wrong, tell(wrong)
    assert seen_changes == true_changes, f"FILTER_REFERENCE_SEED={SEED}"
    assert wake_ups <= WAKE_UPS_PER_CHANGE_MAX * true_changes, f"FILTER_REFERENCE_SEED={SEED}, {wake_ups} for {true_changes}"


def count_changes(case):
    count = 0
    now = case.now
    while (now := case.next_change(now, case.now + YEAR - now)) is not None:
        count += 1
    return count


def test_a_wrong_filter_is_refused_where_it_is_wrong():
    broken = []
    for number in range(BROKEN_FILTERS):
        case = generator.Case(SEED, number)
        chance = generator.chance_of(SEED, "break", number)
        mistakes = [filter_breaks.break_somewhere(chance, case.filter, case.store) for _ in range(2)]
        case.filter = {"all": [filter_json for filter_json, _ in mistakes]}
        broken.append((case, [paths for _, paths in mistakes]))
    wrong = []
    for (case, mistakes), answer in zip(broken, probe(case.line() for case, _ in broken)):
        told = {problem["path"] for problem in answer.get("problems", [])}
        for index, paths in enumerate(mistakes):
            expected = {f"/filter/all/{index}{path}" for path in paths}
            if not told & expected:
                wrong.append(f"{case}: {answer}, none at {sorted(expected)}")
    assert not wrong, tell(wrong)


def nested(levels):
    inner = {"segment": generator.SEGMENTS[0]}
    for _ in range(levels - 1):
        inner = {"not": inner}
    return inner


@pytest.mark.parametrize(
    "filter_json, is_taken",
    [
        (nested(8), True),
        (nested(9), False),
        ({"all": [nested(1)] * 200}, True),
        ({"all": [nested(1)] * 201}, False),
        ([], False),
        (None, False),
        ({}, False),
    ],
)
def test_a_filter_has_bounds(filter_json, is_taken):
    case = generator.Case(SEED, 0)
    case.filter = filter_json
    (answer,) = probe([case.line()])
    assert ("problems" not in answer) is is_taken, answer


@pytest.mark.parametrize(
    "told, truth, is_exact, expected",
    [
        (None, None, False, None),
        (11, 12, False, None),
        (11, None, False, None),
        (12, 12, True, None),
        (10, 12, False, "is not later than now"),
        (13, 12, False, "is later than the true change"),
        (None, 12, False, "is later than the true change"),
        (11, 12, True, "is not exact"),
        (11, None, True, "is not exact"),
        (None, None, True, None),
    ],
)
def test_a_wrong_wake_up_is_noticed(told, truth, is_exact, expected):
    assert complaint(10, told, truth, is_exact) == expected

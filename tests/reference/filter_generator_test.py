"""Generated cases are of all sorts, the reference finds every change in them, and a service that forgot a rule of the
language would give other answers.
"""

import os
import random
from datetime import timedelta

import filter_examples
import filter_generator as generator
import filter_reference as reference
import pytest
from filter_reference import DAY, instant

SEED = int(os.environ.get("FILTER_REFERENCE_SEED") or random.SystemRandom().getrandbits(32))
CASES = 4_000
YEAR = 365 * DAY


@pytest.fixture(scope="module")
def made():
    """[(case, its answer, when that changes)]"""
    cases = [generator.Case(SEED, number) for number in range(CASES)]
    return [(case, case.holds(), case.next_change()) for case in cases]


def test_cases_are_of_all_sorts(made):
    true = sum(answer for _, answer, _ in made) / len(made)
    changing = sum(change is not None for _, _, change in made) / len(made)
    counts = sum(case.is_one_count() for case, _, _ in made)
    assert 0.35 <= true <= 0.65 and changing >= 0.15 and counts >= 100, f"FILTER_REFERENCE_SEED={SEED}"


def test_nothing_changes_before_the_next_change(made):
    """The reference finds the next change by a list of moments; here it is looked for at many others."""
    chance = generator.chance_of(SEED, "looks")
    for case, answer, change in made:
        end = change or case.now + YEAR
        looks = [chance.randint(case.now, end - 1) for _ in range(10)] + [end - 1]
        looks += [moment for moment in range(case.now, min(end, case.now + 3 * DAY), 1_800_000)][:20]
        assert all(case.holds(moment) is answer for moment in looks), f"FILTER_REFERENCE_SEED={SEED} {case}"


def clamped_to_march(day, months):
    """The next month instead of the end of the last one."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return day.replace(year=year, month=month + 1, day=1) + timedelta(days=day.day - 1)


def fits_same_item_or_not(tests, item, here, whole=reference.item_fits):
    return any(whole([test], item, here) for test in tests)


# What an evaluator could forget, each as another way of doing one thing.
FORGOTTEN = {
    "case and accents of texts": ("fold", lambda text: text),
    "accents": ("fold", lambda text: text.casefold()),
    "case of addresses": ("ascii_lower", lambda text: text),
    "form of phones": ("international", lambda phone, country_code: phone),
    "empty is missing": ("is_missing", lambda value: value is None),
    "calendar of the store": ("wall_of", lambda moment, zone, whole=reference.wall_of: whole(moment, "UTC")),
    "end of months": ("plus_months", clamped_to_march),
    "the same item": ("item_fits", fits_same_item_or_not),
    "end of the day of to": ("end_of", lambda text, zone: instant(text)),
    "zone of the end of a day": ("end_of", lambda text, zone, whole=reference.end_of: whole(text, "UTC")),
    "midnight of the store": ("midnight", lambda day, zone, whole=reference.midnight: whole(day, "UTC")),
    "what lies ahead": ("counts", lambda moment, within, zone, now, whole=reference.counts: whole(moment, within, zone, max(now, moment))),
    "exactness": ("number", float),
    "defaults": ("contact_value", lambda *facts, whole=reference.contact_value: whole(*facts) if facts[0].startswith("_") else (
        whole(*facts)[0], facts[2]["custom"].get(facts[0]), whole(*facts)[2])),
}


def count_differences(questions, monkeypatch, rule):
    """How many answers another way of doing one thing changes. A question is (filter, store, person, now, answer)."""
    forget_what_was_computed()
    monkeypatch.setattr(reference, *FORGOTTEN[rule])
    try:
        return sum(reference.holds(*question) is not answer for *question, answer in questions)
    finally:
        monkeypatch.undo()
        forget_what_was_computed()


@pytest.mark.parametrize("rule", FORGOTTEN)
def test_a_service_that_forgot_a_rule_would_be_caught_by_an_example(monkeypatch, rule):
    questions = [
        (example.filter, filter_examples.store_in(example.zone), example.person, instant(example.now), example.answer)
        for examples in filter_examples.EXAMPLES.values()
        for example in examples
    ]
    assert count_differences(questions, monkeypatch, rule)


def test_a_service_that_forgot_a_rule_would_be_caught_by_cases(made, monkeypatch):
    questions = [(case.filter, case.store, case.person, case.now, answer) for case, answer, _ in made]
    found = {rule: count_differences(questions, monkeypatch, rule) for rule in FORGOTTEN}
    unnoticed = [rule for rule, count in found.items() if count == 0]
    assert sum(found.values()) >= 100 and len(unnoticed) <= 2, f"FILTER_REFERENCE_SEED={SEED}, {found}"


def forget_what_was_computed():
    for name in ("plus", "anniversaries", "wall_of", "moment_of"):
        getattr(getattr(reference, name), "cache_clear", lambda: None)()

"""The judge is judged: histories whose verdict is known."""

import pytest

from history import Drawn, Register, RowSet, Thing, Write


def register(*writes):
    """A register with these (value, begun, acknowledged or None); the value "old" was there at 0."""
    made = Register("old")
    made.writes = {"old": Write("old", 0, 0)} | {value: Write(value, begun, acknowledged) for value, begun,
                                                 acknowledged in writes}
    return made


@pytest.mark.parametrize("writes, survivor, good", [
    ([], "old", True),
    ([], "never written", False),
    ([("a", 1, 2)], "a", True),
    ([("a", 1, 2)], "old", False),
    ([("a", 1, None)], "old", True),
    ([("a", 1, None)], "a", True),
    ([("a", 1, 2), ("b", 3, 4)], "b", True),
    ([("a", 1, 2), ("b", 3, 4)], "a", False),
    ([("a", 1, 2), ("b", 3, 4)], "old", False),
    ([("a", 1, 2), ("b", 3, None)], "a", True),
    ([("a", 1, 2), ("b", 3, None)], "b", True),
    ([("a", 1, 2), ("b", 3, None)], "old", False),
    ([("a", 1, 5), ("b", 2, 4)], "a", True),
    ([("a", 1, 5), ("b", 2, 4)], "b", True),
    ([("a", 1, 5), ("b", 2, 4), ("c", 6, 7)], "b", False),
    ([("a", 1, None), ("b", 2, 4), ("c", 6, 7)], "a", True),
    ([("a", 1, 3), ("b", 2, 4)], "old", False),
], ids=str)
def test_a_register_knows_what_may_have_survived(writes, survivor, good):
    assert (register(*writes).problem_with(survivor) is None) == good


def test_a_register_counts_what_was_acknowledged():
    made = Register("old")
    made.begin("a")
    assert made.acknowledged_count == 0
    made.acknowledge("a")
    assert made.acknowledged_count == 1


@pytest.mark.parametrize("rows, good", [
    ({"kept": "k"}, True),
    ({"kept": "k", "leaving": "l"}, True),
    ({"kept": "k", "unknown id": "half made"}, True),
    ({}, False),
    ({"leaving": "l"}, False),
    ({"kept": "k", "gone": "g"}, False),
    ({"kept": "k", "stranger": "s"}, False),
], ids=str)
def test_a_row_set_knows_what_must_be_there(rows, good):
    made = RowSet()
    for row_id, name in (("kept", "k"), ("leaving", "l"), ("gone", "g")):
        made.begin_making(name)
        made.acknowledge_making(name, row_id)
    made.begin_making("half made")
    made.begin_removal("leaving")
    made.begin_removal("gone")
    made.acknowledge_removal("gone")
    assert (made.problem_with(rows) is None) == good


@pytest.mark.parametrize("steps, survivor, good", [
    ([("begin", "a")], "a", True),
    ([("begin", "a")], None, True),
    ([("begin", "a")], "b", False),
    ([("acknowledge", "a")], None, False),
    ([("acknowledge", "a"), ("begin", "b")], "a", True),
    ([("acknowledge", "a"), ("begin", "b")], "b", True),
    ([("acknowledge", "a"), ("begin", "b")], None, False),
    ([("acknowledge", "a"), ("acknowledge", "b")], "a", False),
    ([("acknowledge", "a"), ("begin", None)], None, True),
    ([("acknowledge", "a"), ("acknowledge", None)], "a", False),
    ([("acknowledge", "a"), ("acknowledge", None)], None, True),
])
def test_a_thing_is_what_was_last_acknowledged_or_begun_since(steps, survivor, good):
    thing = Thing()
    for step, value in steps:
        getattr(thing, step)(value)
    assert (thing.problem_with(survivor) is None) == good
    if good:
        assert thing.possible == {survivor}, "what was seen is what was kept"


@pytest.mark.parametrize("steps, survivor, good", [
    ([], "a", True),
    ([], "z", False),
    ([("begin",)], "a", True),
    ([("begin",)], "z", True),
    ([("begin",), ("acknowledge", "b")], "b", True),
    ([("begin",), ("acknowledge", "b")], "a", False),
    ([("begin",), ("acknowledge", "b")], "z", False),
    ([("begin",), ("acknowledge", "b"), ("begin",)], "b", True),
    ([("begin",), ("acknowledge", "b"), ("begin",)], "z", True),
    ([("begin",), ("acknowledge", "b"), ("begin",)], "a", False),
])
def test_what_the_service_draws_is_what_it_told_last_or_new(steps, survivor, good):
    drawn = Drawn("a")
    for step, *value in steps:
        getattr(drawn, step)(*value)
    assert (drawn.problem_with(survivor) is None) == good
    if good:
        assert drawn.possible == {survivor}, "what was seen is what was kept"

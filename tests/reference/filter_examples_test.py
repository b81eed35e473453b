"""The reference gives the answers that were worked out by hand."""

import filter_examples
import filter_reference
import pytest

EXAMPLES = [
    pytest.param(example, id=f"{group}-{number}")
    for group, examples in filter_examples.EXAMPLES.items()
    for number, example in enumerate(examples)
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_reference_answers_as_the_documentation_says(example):
    store = filter_examples.store_in(example.zone)
    now = filter_reference.instant(example.now)
    assert filter_reference.holds(example.filter, store, example.person, now) is example.answer, example
    change = filter_reference.next_change(example.filter, store, example.person, now)
    assert (change and filter_reference.text_of(change)) == example.changes, example

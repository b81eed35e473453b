"""The page about sending events: its examples run as they are written, and give what it shows."""

from harness.example_page import run_examples


def shape(value):
    """What it is made of, whatever the texts in it say."""
    if isinstance(value, dict):
        return {name: shape(part) for name, part in value.items()}
    return [shape(part) for part in value] if isinstance(value, list) else type(value).__name__


def test_every_example_runs_and_gives_what_is_shown(start_server):
    shown = run_examples("sending-events.md", start_server())
    for found, wanted in shown:
        assert shape(found) == shape(wanted), found
    assert len(shown) == 5

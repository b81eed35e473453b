"""The page about reports: its examples run as they are written, and give just what it shows."""

from harness.example_page import run_examples

MADE_ANEW = ("id", "createdAt", "updatedAt")


def lasting(value):
    return {name: part for name, part in value.items() if name not in MADE_ANEW}


def test_every_example_runs_and_gives_what_is_shown(start_server):
    shown = run_examples("reports.md", start_server())
    for found, wanted in shown:
        assert lasting(found) == lasting(wanted) and found.keys() == wanted.keys()
    assert len(shown) == 2

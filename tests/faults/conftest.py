"""What the fault tests share."""

import os
import random

import pytest


@pytest.fixture
def say(capsys):
    """Prints past pytest's capture: whether and how often a fault test ran is told also when it passes."""

    def tell(text):
        with capsys.disabled():
            print(f"\n{text}", flush=True)

    return tell


@pytest.fixture
def seed(say):
    """FAULT_SEED repeats a run as far as chance goes; the machine's timing stays its own."""
    chosen = int(os.environ.get("FAULT_SEED", random.SystemRandom().randrange(10**9)))
    say(f"FAULT_SEED={chosen}")
    return chosen

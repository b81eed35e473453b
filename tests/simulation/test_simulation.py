"""Lives of a store by chance: nothing is wrong with any of them, and each mistake that the engine can be told to make is
found by one of the first hundred.

SEEDS says how many lives there are. What is wrong is told with the command that repeats it.
"""

import concurrent.futures
import os
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PROGRAM = REPOSITORY / os.environ.get("TRADEWIND_BIN_DIR", "build/dev/bin") / "simulation"
SEEDS = int(os.environ.get("SEEDS") or 100)
SEEDS_FOR_A_FAULT = 100
SEEDS_PER_PROCESS = 25
SECONDS_MAX = 600


def simulate(*arguments, fault=None):
    variables = os.environ | ({"TRADEWIND_FAULT": fault} if fault else {})
    return subprocess.run([PROGRAM, *map(str, arguments)], env=variables, capture_output=True, text=True,
                          timeout=SECONDS_MAX)


def test_nothing_is_wrong_with_any_life():
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as processes:
        lives = processes.map(
            lambda first: simulate("--first", first, "--seeds", min(SEEDS_PER_PROCESS, SEEDS - first)),
            range(0, SEEDS, SEEDS_PER_PROCESS))
        told = [done.stdout + done.stderr for done in lives if done.returncode != 0]
    assert told == [], "\n".join(told)


@pytest.mark.parametrize("fault", [
    "effect-first", "trust-leases", "drop-run-timer", "timers-first", "runs-first", "lost-change", "count-apart",
    "lose-cause", "lose-depth", "render-twice", "spend-attempts"])
def test_a_planted_fault_is_found(fault):
    done = simulate("--seeds", SEEDS_FOR_A_FAULT, fault=fault)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "simulation --seed " in done.stdout


def test_says_how_many_years_it_lived_through():
    done = simulate("--minutes", 0)
    assert done.returncode == 0 and "store-years per minute" in done.stdout, done.stdout + done.stderr


def test_an_unknown_fault_is_refused():
    assert simulate("--seeds", 1, fault="no-such-fault").returncode == 2

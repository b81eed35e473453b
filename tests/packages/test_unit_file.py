"""The systemd unit: what it lets the service do, and that it gives it the time it needs."""

import re
import subprocess

import pytest

EXPOSURE_MAX = 1.5
DRAIN_SECONDS_MAX = 30
UNIT = "usr/lib/systemd/system/tradewind.service"


@pytest.fixture
def unit(unpacked):
    return (unpacked / UNIT).read_text()


def value(unit, name):
    """Of a setting that is given once."""
    found = re.findall(rf"^{name}=(.*)$", unit, re.MULTILINE)
    assert len(found) == 1, f"{name} is given {len(found)} times"
    return found[0]


def exposure(path):
    """How much systemd thinks that a broken service could do, from 0 to 10."""
    said = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", path], capture_output=True,
                          text=True, timeout=60)
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", said.stdout)
    assert level, said.stdout + said.stderr
    return float(level.group(1))


def test_it_is_hardly_exposed(unpacked):
    assert exposure(unpacked / UNIT) <= EXPOSURE_MAX


def test_without_its_restrictions_it_would_be(unit, tmp_path):
    bare = tmp_path / "tradewind.service"
    bare.write_text("".join(line + "\n" for line in unit.splitlines()
                            if not re.match("Protect|Restrict|Private|System|Capab|Lock|Memory|NoNew", line)))
    assert exposure(bare) > EXPOSURE_MAX


def test_it_may_finish_what_is_in_flight(unit):
    assert int(value(unit, "TimeoutStopSec")) > DRAIN_SECONDS_MAX
    assert value(unit, "TimeoutStartSec") == "infinity", "a start that migrates is not interrupted"


def test_it_may_open_more_files_than_connections_are_allowed(unit, build):
    settings = subprocess.run([build / "bin/tradewind", "serve", "--help"], capture_output=True, text=True).stdout
    connections = int(re.search(r"connections at once \((\d+)\)", settings).group(1))
    assert int(value(unit, "LimitNOFILE")) > 2 * connections


def test_it_starts_again_after_a_failure_for_ever(unit):
    assert (value(unit, "Restart"), value(unit, "StartLimitIntervalSec")) == ("on-failure", "0")
    assert float(value(unit, "RestartSec")) <= 1, "it is to be ready two seconds after a crash"

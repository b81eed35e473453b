"""The container file, as far as it can be judged without building it."""

import json
import re
import tomllib
from fnmatch import fnmatch

import pytest

from harness import processes

ROOT = processes.ROOT
TEXT = re.sub(r"\\\n\s*", " ", (ROOT / "packaging/Containerfile").read_text())
INSTRUCTIONS = [tuple(line.split(None, 1)) for line in TEXT.splitlines() if line and not line.startswith("#")]
LAST_STAGE = INSTRUCTIONS[max(place for place, (word, _) in enumerate(INSTRUCTIONS) if word == "FROM"):]


def all_of(word, instructions=INSTRUCTIONS):
    return [rest for found, rest in instructions if found == word]


def test_it_starts_from_the_debian_that_everything_is_made_for():
    assert all_of("FROM") == ["debian:12 AS build", "debian:12"]


def test_what_it_copies_is_there():
    (package, target), = (rest.removeprefix("--from=build ").split() for rest in all_of("COPY", LAST_STAGE))
    assert target == "/tmp/"
    assert package.startswith("/source/build/release/") and fnmatch("tradewind_0.1.0_arm64.deb", package.split("/")[-1])
    for source, _ in (rest.split() for rest in all_of("COPY") if not rest.startswith("--from")):
        assert (ROOT / source).exists()


def test_it_builds_with_the_packages_that_every_build_needs():
    """No list of its own that could fall behind."""
    first_stage = INSTRUCTIONS[:-len(LAST_STAGE)]
    assert all_of("RUN", first_stage) == ["packaging/install-dependencies package", "make deb"]
    assert "\n    package)" in (ROOT / "packaging/install-dependencies").read_text()
    makefile = (ROOT / "Makefile").read_text()
    assert re.search(r"^deb: install-package sbom\n\t@cpack .* -B build/release$", makefile, re.MULTILINE)
    assert re.search(r"^build: install-run build-release$", makefile, re.MULTILINE)


def test_the_service_in_it_is_not_root():
    assert all_of("USER", LAST_STAGE) == ["tradewind"]


def test_what_it_runs_is_in_the_package(unpacked):
    entry, = all_of("ENTRYPOINT", LAST_STAGE)
    program, = json.loads(entry)
    assert (unpacked / program.lstrip("/")).is_file()
    assert all_of("CMD", LAST_STAGE) == ['["serve"]']


@pytest.fixture
def settings(unpacked):
    return tomllib.loads((unpacked / "etc/tradewind/tradewind.toml").read_text())


def test_its_health_is_asked_for_where_it_is_told(settings):
    check, = all_of("HEALTHCHECK", LAST_STAGE)
    command = json.loads(check.partition("CMD ")[2])
    assert command[0] == "curl" and "--fail" in command
    assert command[-1] == f"http://{settings['private_listen']}/healthz"
    assert " curl " in " ".join(all_of("RUN", LAST_STAGE))


def test_its_settings_are_understood(settings, unpacked):
    variables = dict(pair.split("=", 1) for rest in all_of("ENV", LAST_STAGE) for pair in rest.split())
    assert (unpacked / variables.pop("TRADEWIND_CONFIG").lstrip("/")).is_file()
    assert all_of("EXPOSE", LAST_STAGE) == [variables["TRADEWIND_LISTEN"].partition(":")[2]]
    assert all_of("VOLUME", LAST_STAGE) == [settings["data"]]
    code, out, err = processes.run("check", "--data", processes.make_folder() / "data", env=variables)
    assert (code, err) == (0, "") and out.startswith("configuration: fine")


def test_builds_and_data_of_the_machine_stay_out_of_it():
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".git", "build", "data"} <= set(ignored)

"""A machine that has nothing yet gets all that is needed to compile the program, though this one has more."""

import re

import pytest

import sbom
from harness import processes

SCRIPT = processes.ROOT / "packaging/install-dependencies"
# A link to the library, which comes with the package for developers.
LINKED = re.compile(r"(/usr/lib/\S+\.(?:so|a))\b")
# The names in a list of packages as dpkg writes it; of alternatives the first.
NAMES = re.compile(r"(?:^|, )([a-z0-9][^\s,:|]*)")


def asked_for(target):
    return set(sbom.output_of(SCRIPT, "--list", target).split())


@pytest.fixture(scope="module")
def depends():
    """{package: what has to be installed with it}, of all that are installed here."""
    form = "${Package}\t${Provides}\t${Depends}, ${Pre-Depends}\n"
    wanted, providers = {}, {}
    for line in sbom.output_of("dpkg-query", "--show", f"--showformat={form}").splitlines():
        name, provided, depended_on = line.split("\t")
        wanted.setdefault(name, set()).update(NAMES.findall(depended_on))
        for virtual in NAMES.findall(provided):
            providers.setdefault(virtual, set()).add(name)
    return {name: {real for one in names for real in ({one} if one in wanted else providers.get(one, ()))}
            for name, names in wanted.items()}


def all_with(packages, depends):
    """The packages, and all that come with them."""
    found, to_look_at = set(), set(packages)
    while to_look_at:
        one = to_look_at.pop()
        found.add(one)
        to_look_at |= depends.get(one, set()) - found
    return found


def compiled_in(build):
    return {name.partition(":")[0] for name in sbom.packages_of(sbom.read_sources(build)).values()}


def linked_with(build):
    """The packages of the libraries that the linker was given."""
    command = sbom.output_of("ninja", "-C", build, "-t", "commands", "-s", sbom.PROGRAM)
    paths = set(LINKED.findall(command))
    assert len(paths) > 5, command
    # Not resolved: a link belongs to the package for developers, the library that it leads to does not.
    said = sbom.output_of("dpkg-query", "--search", *paths)
    assert len(said.splitlines()) == len(paths)
    return {line.partition(":")[0] for line in said.splitlines()}


@pytest.fixture(scope="module")
def needed(build):
    return compiled_in(build) | linked_with(build)


def test_all_that_the_compiler_and_the_linker_read_is_asked_for(needed, depends):
    assert not needed - all_with(asked_for("run"), depends)


@pytest.mark.parametrize("package", ["zlib1g-dev", "libsqlite3-dev", "libtomlplusplus-dev"])
def test_a_package_that_is_not_asked_for_is_noticed(needed, depends, package):
    packages = asked_for("run")
    assert package in packages
    assert package in needed - all_with(packages - {package}, depends)


def test_every_target_asks_for_what_the_build_needs():
    for target in ("package", "test", "check", "bench"):
        assert asked_for(target) > asked_for("run")

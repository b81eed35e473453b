"""A machine that has nothing yet gets all that is needed to compile the program, though this one has more."""

import re
import subprocess

import pytest

import sbom
from harness import processes

SCRIPT = processes.ROOT / "packaging/install-dependencies"
# A link to the library, which comes with the package for developers.
LINKED = re.compile(r"(/usr/lib/\S+\.(?:so|a))\b")


def asked_for(target):
    """What the script would install on a machine where no package is installed."""
    text = SCRIPT.read_text()
    tried = text.replace("dpkg-query", "false").partition("\nas_root=()")[0] + '\necho "${missing[@]}"\n'
    return set(subprocess.run(["bash", "-c", tried, "bash", target], check=True, capture_output=True,
                              text=True).stdout.split())


@pytest.fixture(scope="module")
def depends():
    """{package: what has to be installed with it}, of all that are installed here; of alternatives the first."""
    form = "${Package}\t${Provides}\t${Depends}, ${Pre-Depends}\n"
    needed, providers = {}, {}
    for line in sbom.output_of("dpkg-query", "--show", f"--showformat={form}").splitlines():
        name, provided, all_needed = line.split("\t")
        needed.setdefault(name, set()).update(re.findall(r"(?:^|, )([a-z0-9][^\s,:|]*)", all_needed))
        for virtual in re.findall(r"(?:^|, )([a-z0-9][^\s,:|]*)", provided):
            providers.setdefault(virtual, set()).add(name)
    return {name: {real for one in names for real in ({one} if one in needed else providers.get(one, ()))}
            for name, names in needed.items()}


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

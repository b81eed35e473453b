"""What is in the Debian package."""

import gzip
import re
import subprocess
import tomllib

from harness import processes
from linked_libraries import output_of, owners_of_libraries


def field(package, name):
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True, text=True,
                          ).stdout.strip()


def contents(package):
    """{path: (mode, owner)} of everything in it."""
    listed = subprocess.run(["dpkg-deb", "--contents", package], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in listed.splitlines():
        mode, owner, _, _, _, path = line.split(None, 5)
        found[path.removeprefix(".")] = (mode, owner)
    return found


def provided_by(name):
    """Every name by which a package can be depended on."""
    provides = output_of("dpkg-query", "--show", "--showformat=${Provides}", name)
    return {name, *re.findall(r"(?:^|, )([a-z0-9.+-]+)", provides)}


def test_it_tells_what_it_is(package):
    architecture = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True
                                  ).stdout.strip()
    version = processes.run("version")[1].split()[1]
    assert package.name == f"tradewind_{version}_{architecture}.deb"
    assert (field(package, "Package"), field(package, "Version")) == ("tradewind", version)
    assert field(package, "Architecture") == architecture
    assert "@" not in field(package, "Maintainer")


def test_it_depends_on_every_library_that_it_is_linked_to(package, build):
    depends = {one.split()[0].partition(":")[0] for one in field(package, "Depends").split(",")}
    owners = owners_of_libraries(build / "bin/tradewind", only_named=True)
    assert {"libsqlite3-0", "libpq5", "libsodium23", "libc6"} <= owners
    assert not [owner for owner in owners if not provided_by(owner) & depends]
    assert {"adduser", "tzdata", "ca-certificates"} <= depends
    assert not [one for one in depends if one.endswith("-dev")]


def test_everything_has_its_place_and_belongs_to_root(package):
    found = contents(package)
    for path, mode in {
        "/usr/bin/tradewind": "-rwxr-xr-x",
        "/usr/lib/systemd/system/tradewind.service": "-rw-r--r--",
        "/usr/share/man/man1/tradewind.1.gz": "-rw-r--r--",
        "/usr/share/doc/tradewind/copyright": "-rw-r--r--",
        "/usr/share/doc/tradewind/docs/configuration.md": "-rw-r--r--",
        "/etc/tradewind/tradewind.toml": "-rw-r-----",
    }.items():
        assert found[path][0] == mode, path
    assert {owner for _, owner in found.values()} == {"root/root"}
    assert not [path for path, (mode, _) in found.items() if mode[5] == "w" or mode[8] == "w"]
    folders = ("/usr/bin/", "/usr/lib/systemd/system/", "/usr/share/man/man1/", "/usr/share/doc/tradewind/",
               "/etc/tradewind/")
    strays = [path for path in found if not path.startswith(folders) and not any(f.startswith(path) for f in folders)]
    assert not strays


def test_a_changed_configuration_is_kept_by_upgrades(package):
    control = subprocess.run(["dpkg-deb", "--info", package, "conffiles"], check=True, capture_output=True, text=True)
    assert control.stdout == "/etc/tradewind/tradewind.toml\n"


def test_the_program_carries_no_symbols_for_debuggers(unpacked):
    sections = subprocess.run(["readelf", "--sections", unpacked / "usr/bin/tradewind"], check=True,
                              capture_output=True, text=True).stdout
    assert ".text" in sections and ".debug_info" not in sections


def test_the_program_carries_the_console(unpacked):
    page = (processes.ROOT / "build/console/files/index.html").read_bytes()
    assert page in (unpacked / "usr/bin/tradewind").read_bytes()


def test_its_configuration_is_understood_and_fits_the_unit(unpacked):
    settings = tomllib.loads((unpacked / "etc/tradewind/tradewind.toml").read_text())
    assert settings["data"] == "/var/lib/tradewind"
    folder = processes.make_folder()
    copy = folder / "tradewind.toml"
    copy.write_bytes((unpacked / "etc/tradewind/tradewind.toml").read_bytes())
    code, out, err = processes.run("check", "--config", copy, "--data", folder / "data")
    assert (code, err) == (0, "") and out.startswith("configuration: fine")


def test_its_man_page_knows_every_command(unpacked):
    page = gzip.decompress((unpacked / "usr/share/man/man1/tradewind.1.gz").read_bytes()).decode()
    said = processes.run("--help")[1]
    commands = re.findall(r"^  (\S+) ", said.partition("Subcommands:")[2], re.MULTILINE)
    assert "serve" in commands and len(commands) > 5
    missing = [name for name in commands if not re.search(rf'^\.(B|BI) "?{name}\b', page, re.MULTILINE)]
    assert not missing

"""The package is put on a machine, serves, is taken away and put back: by dpkg, in a disposable copy of this machine."""

import json
import os
import signal
import socket
import stat
import subprocess

import pytest

from disposable_system import CannotMake, DisposableSystem
from unit_file import UnitFile

DATA, CONFIG = "/var/lib/tradewind", "/etc/tradewind/tradewind.toml"
NOTIFY_SOCKET = "/run/notify"
SECONDS_MAX = 60


@pytest.fixture
def system():
    if os.geteuid() != 0:
        pytest.skip("a disposable system needs root")
    try:
        with DisposableSystem() as made:
            yield made
    except CannotMake as problem:
        pytest.skip(f"no disposable system can be made here: {problem}")


class Service:
    """The service as systemd would start it. Ready when it says so."""

    def __init__(self, system):
        self.system = system
        unit = UnitFile(system.path("/usr/lib/systemd/system/tradewind.service").read_text())
        assert unit.one("Type") == "notify"
        self._supervisor = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._supervisor.settimeout(SECONDS_MAX)
        system.path(NOTIFY_SOCKET).unlink(missing_ok=True)
        self._supervisor.bind(str(system.path(NOTIFY_SOCKET)))
        system.path(NOTIFY_SOCKET).chmod(0o666)
        self.process = system.spawn(*unit.start_command, env={"NOTIFY_SOCKET": NOTIFY_SOCKET}, stderr=subprocess.PIPE)
        assert self.told() == "READY=1", self.process.communicate()[1]

    def told(self):
        return self._supervisor.recv(100).decode()

    def stop(self):
        # nsenter stands in front; the service itself is the one whom its user runs.
        subprocess.run(self.system.command("pkill", "-TERM", "--uid", "tradewind", "--exact", "tradewind"), check=True)
        assert self.told() == "STOPPING=1"
        said = self.process.communicate(timeout=SECONDS_MAX)[1]
        self._supervisor.close()
        assert self.process.returncode == 0, said
        return said


def ask(system, address, *more):
    return system.run("curl", "--silent", "--show-error", "--fail-with-body", address, *more)


def mode_and_owner(system, path):
    """As `stat` in the system says, whose names of users are its own."""
    return system.run("stat", "--format=%a %U:%G", path).strip()


def store_of(system, key):
    return json.loads(ask(system, "http://127.0.0.1:8080/store/", "-H", f"Authorization: apiKey {key}"))


def install(system, package):
    copy = system.path("/tmp") / package.name
    copy.write_bytes(package.read_bytes())
    return system.run("dpkg", "--force-unsafe-io", "--no-triggers", "--install", f"/tmp/{package.name}")


def test_it_comes_serves_goes_and_comes_back(system, package):
    install(system, package)
    assert mode_and_owner(system, CONFIG) == "640 root:tradewind"
    assert mode_and_owner(system, DATA) == "700 tradewind:tradewind"
    assert system.run("getent", "passwd", "tradewind").split(":")[5:] == [DATA, "/usr/sbin/nologin\n"]
    assert system.run("systemd-analyze", "verify", "--man=no", "tradewind.service") == ""
    assert system.run("systemctl", "is-enabled", "tradewind.service") == "enabled\n"

    service = Service(system)
    assert ask(system, "http://127.0.0.1:9464/healthz") == "ok\n"
    assert json.loads(ask(system, "http://127.0.0.1:9464/readyz"))["status"] == "ready"
    assert mode_and_owner(system, f"{DATA}/first-admin-key") == "600 tradewind:tradewind"
    key = system.run("cat", f"{DATA}/first-admin-key").strip()
    store = store_of(system, key)
    listed = system.run("setpriv", "--reuid=tradewind", "--regid=tradewind", "--init-groups", "tradewind", "keys", "list",
                        "--config", CONFIG)
    assert key.partition(":")[0] in listed
    said = service.stop()
    assert f"{DATA}/first-admin-key" in said and key.partition(":")[2] not in said
    others = [path.name for path in system.path(DATA).iterdir() if stat.S_IMODE(path.lstat().st_mode) & 0o077]
    assert not others, "nobody else can read what is in the data folder"

    # Somebody changes the configuration; the next version comes.
    with system.path(CONFIG).open("a") as file:
        file.write("# changed by hand\n")
    install(system, package)
    assert system.path(CONFIG).read_text().endswith("# changed by hand\n")

    system.run("dpkg", "--remove", "tradewind")
    assert not system.path("/usr/bin/tradewind").exists()
    assert system.path(CONFIG).exists() and system.path(f"{DATA}/tradewind.db").exists()

    said = system.run("dpkg", "--purge", "tradewind")
    assert DATA in said and "still" in said, "who purges is told that the data is still there"
    assert not system.path("/etc/tradewind").exists()
    assert system.path(f"{DATA}/tradewind.db").exists()
    assert not list(system.path("/etc/systemd/system").rglob("tradewind*"))

    install(system, package)
    service = Service(system)
    assert store_of(system, key) == store, "it is the store of before, and the key still opens it"
    service.stop()


def test_a_purge_without_data_leaves_nothing(system, package):
    install(system, package)
    assert {CONFIG, DATA, "/usr/bin/tradewind"} <= traces(system)
    system.run("dpkg", "--purge", "tradewind")
    assert not traces(system)
    assert system.try_to("getent", "passwd", "tradewind").returncode == 2


def traces(system):
    """Whatever has the name of the service in its own, but for the records of those who installed it."""
    return {path for path in system.changed() if "tradewind" in path and not path.startswith("/var/lib/dpkg/")}


def test_the_service_does_not_start_with_a_configuration_that_it_cannot_use(system, package):
    install(system, package)
    system.path(CONFIG).write_text("nonsense = 1\n")
    unit = UnitFile(system.path("/usr/lib/systemd/system/tradewind.service").read_text())
    ended = system.try_to(*unit.start_command)
    assert ended.returncode == 1 and f"{CONFIG}:1: unknown key 'nonsense'" in ended.stdout

"""The package is put on a machine, serves, is taken away and put back: by dpkg and systemd, in a copy of this one.

There the recipes of docs/ for such a machine are followed, too."""

import json
import os
import re
import stat

import pytest

from harness.processes import ROOT
from disposable_system import CannotMake, DisposableSystem

DATA, CONFIG = "/var/lib/tradewind", "/etc/tradewind/tradewind.toml"
KEY_FILE = f"{DATA}/first-admin-key"
POSTGRES_PORT = 5499
AS_SERVICE = ("setpriv", "--reuid=tradewind", "--regid=tradewind", "--init-groups", "tradewind")


def disposable_system(**options):
    if os.geteuid() != 0:
        pytest.skip("a disposable system needs root")
    try:
        with DisposableSystem(**options) as made:
            yield made
    except CannotMake as problem:
        pytest.skip(f"no disposable system can be made here: {problem}")


@pytest.fixture
def system():
    """A machine that runs systemd."""
    yield from disposable_system(with_systemd=True)


@pytest.fixture
def bare_system():
    """One that does not, such as a container."""
    yield from disposable_system()


def dpkg(system, *words):
    # Others need not hear of it: the pages of manuals would be read anew each time.
    return system.run("dpkg", "--force-unsafe-io", "--no-triggers", *words)


def install(system, package):
    (system.path("/run") / package.name).write_bytes(package.read_bytes())
    return dpkg(system, "--install", f"/run/{package.name}")


@pytest.fixture
def installed(system, package):
    install(system, package)
    # Nobody sends requests elsewhere meanwhile.
    change_config(system, lambda text: "drain_seconds = 0\n" + text)
    return system


def change_config(system, change):
    path = system.path(CONFIG)
    path.write_text(change(path.read_text()))


def ask(system, address, *more):
    return system.run("curl", "--silent", "--show-error", "--fail-with-body", address, *more)


def mode_and_owner(system, path):
    """As `stat` in the system says, whose names of users are its own."""
    return system.run("stat", "--format=%a %U:%G", path).strip()


def store_of(system):
    key = system.run("cat", KEY_FILE).strip()
    return json.loads(ask(system, "http://127.0.0.1:8080/store/", "-H", f"Authorization: apiKey {key}"))


def service(system, property_name):
    return system.run("systemctl", "show", "--property", property_name, "--value", "tradewind.service").strip()


def test_it_serves_once_it_is_installed(installed):
    assert service(installed, "ActiveState") == "active"
    assert installed.run("systemctl", "is-enabled", "tradewind.service") == "enabled\n"
    assert installed.run("systemd-analyze", "verify", "--man=no", "tradewind.service") == ""
    assert ask(installed, "http://127.0.0.1:9464/healthz") == "ok\n"
    assert json.loads(ask(installed, "http://127.0.0.1:9464/readyz"))["status"] == "ready"
    assert store_of(installed)["name"] == "My store"
    key = installed.run("cat", KEY_FILE).strip()
    journal = installed.run("journalctl", "--unit=tradewind.service", "--output=cat")
    assert KEY_FILE in journal and key.partition(":")[2] not in journal


def test_only_the_service_can_read_what_is_the_services(installed):
    assert mode_and_owner(installed, "/etc/tradewind") == "750 root:tradewind"
    assert mode_and_owner(installed, CONFIG) == "640 root:tradewind"
    assert mode_and_owner(installed, DATA) == "700 tradewind:tradewind"
    assert mode_and_owner(installed, KEY_FILE) == "600 tradewind:tradewind"
    open_to_others = [path.name for path in installed.path(DATA).iterdir()
                      if stat.S_IMODE(path.lstat().st_mode) & 0o077]
    assert not open_to_others
    assert installed.run("getent", "passwd", "tradewind").split(":")[5:] == [DATA, "/usr/sbin/nologin\n"]


def test_everything_works_within_the_restrictions(installed):
    """What reads and writes files, makes threads, asks for memory and for figures of the process."""
    status = installed.path(f"/proc/{service(installed, 'MainPID')}/status").read_text()
    assert "NoNewPrivs:\t1\n" in status and "Seccomp:\t2\n" in status and "CapBnd:\t0000000000000000\n" in status
    installed.path("/run/contacts.csv").write_text("_email,_name\nada@example.org,Ada\n")
    said = installed.run(*AS_SERVICE, "import", "/run/contacts.csv", "--type", "contacts", "--config", CONFIG)
    assert "1 of 1 were taken in" in said
    installed.run(*AS_SERVICE, "export", "contacts", "--out", "/tmp/contacts.zip", "--config", CONFIG)
    installed.run("python3", "-m", "zipfile", "--extract", "/tmp/contacts.zip", "/tmp/contacts")
    assert "ada@example.org" in installed.run("sh", "-c", "cat /tmp/contacts/*.csv")
    metrics = ask(installed, "http://127.0.0.1:9464/metrics")
    assert "process_resident_memory_bytes" in metrics and "process_open_fds" in metrics


def add_to_unit(system, text):
    folder = system.path("/etc/systemd/system/tradewind.service.d")
    folder.mkdir()
    (folder / "test.conf").write_text(f"[Service]\n{text}\n")
    system.run("systemctl", "daemon-reload")


def advice(row):
    """What docs/operating.md tells to write into the unit."""
    page = (ROOT / "docs/operating.md").read_text()
    line, = re.findall(rf"^\| {row} \| (.*) \|$", page, re.MULTILINE)
    return "\n".join(re.findall(r"`([A-Z]\w+=[^`]*)`", line))


def test_it_takes_a_port_below_1024_by_the_advice(installed):
    change_config(installed, lambda text: text.replace("127.0.0.1:8080", "127.0.0.1:443"))
    assert installed.try_to("systemctl", "restart", "tradewind.service").returncode == 1
    add_to_unit(installed, advice("a port below 1024"))
    installed.run("systemctl", "restart", "tradewind.service")
    assert "openapi" in ask(installed, "http://127.0.0.1:443/openapi.json")


def test_it_keeps_its_data_elsewhere_by_the_advice(installed):
    installed.run("install", "-d", "-o", "tradewind", "-g", "tradewind", "-m", "0700", "/srv/tradewind")
    change_config(installed, lambda text: text.replace(DATA, "/srv/tradewind"))
    assert installed.try_to("systemctl", "restart", "tradewind.service").returncode == 1
    add_to_unit(installed, advice("the data in another place"))
    installed.run("systemctl", "restart", "tradewind.service")
    assert installed.path("/srv/tradewind/tradewind.db").exists()


def test_it_makes_backups_elsewhere_by_the_advice(installed):
    installed.run("install", "-d", "-o", "tradewind", "-g", "tradewind", "-m", "0700", "/mnt/backups")
    command = [*AS_SERVICE, "backup", "/mnt/backups/tonight", "--config", CONFIG]
    assert installed.try_to(*command).returncode != 0
    add_to_unit(installed, advice("backups in another place"))
    installed.run("systemctl", "restart", "tradewind.service")
    installed.run(*command)
    assert installed.path("/mnt/backups/tonight/manifest.json").is_file()


# Root needs none, and the machine of the tests may have none.
SUDO = """set -e
sudo() {
    if [ "$1" != -u ]; then "$@"; return; fi
    user=$2
    shift 2
    setpriv --reuid="$user" --regid="$user" --init-groups "$@"
}
"""


class Recipe:
    """What a page of docs/ tells to do in one of its parts: the commands of each block, and what stands between."""

    def __init__(self, page, heading):
        text = (ROOT / "docs" / page).read_text()
        self._part = re.split(r"^#+ ", text.partition(f"# {heading}\n")[2], flags=re.MULTILINE)[0]
        blocks = re.findall(r"^```console\n(.*?)^```$", self._part, re.MULTILINE | re.DOTALL)
        self.blocks = [re.sub(r"^\$ ", "", block, flags=re.MULTILINE) for block in blocks]

    def advice(self, beginning):
        found, = re.findall(rf"`({beginning}[^`]*)`", self._part)
        return found


def type_in(system, commands):
    return system.run("sh", "-c", SUDO + commands)


def answer_about(system, key, name, method="GET"):
    """The status of the answer."""
    return system.run("curl", "--silent", "--output", "/dev/null", "--write-out", "%{http_code}", "--request", method,
                      f"http://127.0.0.1:8080/contacts/email/{name}@example.org", "-H", f"Authorization: apiKey {key}",
                      *(("-H", "Content-Type: application/json", "-d", "{}") if method == "PATCH" else ()))


def outside(system):
    return json.loads(ask(system, "http://127.0.0.1:9464/readyz"))["components"]["outside"]["status"]


@pytest.fixture
def kept_key(installed):
    """A key of a store that has its backup and its secret elsewhere. Since then one was erased and one came."""
    key = installed.run("cat", KEY_FILE).strip()
    assert [answer_about(installed, key, name, "PATCH") for name in ("ada", "grace")] == ["200", "200"]
    installed.run(*AS_SERVICE, "backup", "--config", CONFIG)
    installed.run("mkdir", "/mnt/backups", "/mnt/keys")
    installed.run("sh", "-c", f"cp -a {DATA}/backups/* /mnt/backups/tonight")
    installed.run("cp", "-a", f"{DATA}/secret.key", "/mnt/keys")
    assert answer_about(installed, key, "grace", "DELETE") == "204"
    assert answer_about(installed, key, "alan", "PATCH") == "200"
    installed.run("sh", "-c", f"until grep --quiet erasedAt {DATA}/erasures.log; do sleep 0.05; done")
    return key


RESTORE = Recipe("backup.md", "On a machine with the package")


def assert_is_restored(system, key):
    assert [answer_about(system, key, name) for name in ("ada", "grace", "alan")] == ["200", "404", "404"]
    assert outside(system) == "on hold"
    type_in(system, RESTORE.blocks[1])
    assert outside(system) == "ok"


def test_a_backup_is_restored_by_the_recipe(installed, kept_key):
    said = type_in(installed, RESTORE.blocks[0])
    assert '"on hold"' in said, "the recipe shows it"
    assert_is_restored(installed, kept_key)


def test_a_backup_is_restored_on_a_new_machine_by_the_recipe(installed, kept_key, package):
    installed.run("cp", f"{DATA}/erasures.log", "/mnt/backups")
    dpkg(installed, "--purge", "tradewind")
    installed.run("sh", "-c", f"rm -r {DATA} && deluser --system tradewind && chown -R root /mnt/backups /mnt/keys")
    install(installed, package)
    type_in(installed, RESTORE.advice("sudo chown"))
    type_in(installed, re.sub(r"--erasures \S+", RESTORE.advice("--erasures"), RESTORE.blocks[0]))
    assert_is_restored(installed, kept_key)


def as_postgres(system, *words):
    """Runs a program as the owner of the database server."""
    return system.run("env", f"PGPORT={POSTGRES_PORT}", "setpriv", "--reuid=postgres", "--regid=postgres",
                      "--init-groups", *words).strip()


@pytest.fixture
def with_postgres(installed):
    """The service has a user on a server beside it, and the password in a file."""
    version = installed.run("ls", "/usr/lib/postgresql").split()[-1]
    installed.run("pg_createcluster", version, "shop", f"--port={POSTGRES_PORT}", "--start")
    as_postgres(installed, "psql", "--command=CREATE ROLE tradewind LOGIN PASSWORD 'kiln'")
    installed.run("install", "-o", "tradewind", "-m", "0600", "/dev/null", f"{DATA}/.pgpass")
    installed.path(f"{DATA}/.pgpass").write_text(f"*:{POSTGRES_PORT}:tradewind:tradewind:kiln\n")
    return installed


def test_it_moves_to_postgresql_by_the_recipe(with_postgres):
    key = with_postgres.run("cat", KEY_FILE).strip()
    assert answer_about(with_postgres, key, "ada", "PATCH") == "200"
    create, = re.findall("^createdb .*$", Recipe("postgresql.md", "PostgreSQL").blocks[0], re.MULTILINE)
    as_postgres(with_postgres, *create.split())
    move, = Recipe("postgresql.md", "When to move").blocks
    # Whoever edits the file writes on top of it what stands beside.
    move, edits = re.subn(r"^sudo nano (\S+) +# (.*)$", r"sudo sed -i '1i \2' \1", move, flags=re.MULTILINE)
    assert edits == 1
    type_in(with_postgres, move.replace("db.internal", f"127.0.0.1:{POSTGRES_PORT}"))
    assert answer_about(with_postgres, key, "ada") == "200"
    assert answer_about(with_postgres, key, "grace", "PATCH") == "200"
    assert as_postgres(with_postgres, "psql", "-Atc", "SELECT count(*) FROM contacts", "tradewind") == "2"
    assert outside(with_postgres) == "ok"


def make_certificate(system):
    system.run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
               "-days", "1", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
               "-keyout", "/etc/tradewind/privkey.pem", "-out", "/etc/tradewind/fullchain.pem")
    system.run("chown", "root:tradewind", "/etc/tradewind/privkey.pem", "/etc/tradewind/fullchain.pem")
    system.run("chmod", "0640", "/etc/tradewind/privkey.pem")


def is_trusted(system):
    """Whether it shows the certificate that lies there now."""
    return system.try_to("curl", "--silent", "--cacert", "/etc/tradewind/fullchain.pem", "--fail",
                         "https://127.0.0.1:8080/openapi.json").returncode == 0


def test_it_speaks_https_and_takes_a_renewed_certificate_by_a_reload(installed):
    make_certificate(installed)
    change_config(installed, lambda text: text + '[tls]\ncertificate = "/etc/tradewind/fullchain.pem"\n'
                                                 'key = "/etc/tradewind/privkey.pem"\n')
    installed.run("systemctl", "restart", "tradewind.service")
    assert is_trusted(installed)
    process = service(installed, "MainPID")
    make_certificate(installed)
    assert not is_trusted(installed)
    installed.run("systemctl", "reload", "tradewind.service")
    # The signal is sent when the command ends; the next connections may still be a moment early.
    installed.run("sh", "-c", "until curl --silent --cacert /etc/tradewind/fullchain.pem -o /dev/null"
                              " https://127.0.0.1:8080/openapi.json; do sleep 0.05; done")
    assert service(installed, "MainPID") == process


def test_the_restrictions_are_in_force(installed):
    """One too many, and it cannot work any more."""
    add_to_unit(installed, "RestrictAddressFamilies=\nRestrictAddressFamilies=AF_UNIX")
    assert installed.try_to("systemctl", "restart", "tradewind.service").returncode == 1


def test_it_is_started_again_when_it_dies(installed):
    add_to_unit(installed, "RestartSec=10ms")
    store = store_of(installed)
    installed.run("systemctl", "kill", "--signal=KILL", "tradewind.service")
    installed.run("sh", "-c", "until [ $(systemctl show -p NRestarts --value tradewind.service) != 0 ] && "
                              "systemctl is-active --quiet tradewind.service; do sleep 0.05; done")
    assert service(installed, "NRestarts") == "1"
    assert store_of(installed) == store


def test_a_start_with_a_configuration_that_it_cannot_use_fails(installed):
    change_config(installed, lambda text: text + "nonsense = 1\n")
    assert installed.try_to("systemctl", "restart", "tradewind.service").returncode == 1
    journal = installed.run("journalctl", "--unit=tradewind.service", "--output=cat")
    assert f"tradewind: {CONFIG}:" in journal and "unknown key 'log.nonsense'" in journal
    change_config(installed, lambda text: text.replace("nonsense = 1\n", ""))
    installed.run("systemctl", "restart", "tradewind.service")
    assert store_of(installed)


def test_an_upgrade_restarts_it_with_the_configuration_that_is_there(installed, package):
    before = service(installed, "MainPID")
    install(installed, package)
    assert service(installed, "ActiveState") == "active" and service(installed, "MainPID") != before
    assert installed.path(CONFIG).read_text().startswith("drain_seconds = 0\n")


def test_its_data_stays_when_it_goes_and_is_there_when_it_comes_back(installed, package):
    store = store_of(installed)
    dpkg(installed, "--remove", "tradewind")
    assert service(installed, "ActiveState") == "inactive" and service(installed, "Result") == "success"
    assert not installed.path("/usr/bin/tradewind").exists()
    assert installed.path(CONFIG).exists() and installed.path(f"{DATA}/tradewind.db").exists()

    said = dpkg(installed, "--purge", "tradewind")
    assert DATA in said and "still" in said, "who purges is told that the data is still there"
    assert not installed.path("/etc/tradewind").exists()
    assert not list(installed.path("/etc/systemd/system").rglob("tradewind*"))

    install(installed, package)
    assert store_of(installed) == store, "it is the store of before, and the key still opens it"


def test_a_service_that_was_disabled_stays_so(installed, package):
    installed.run("systemctl", "disable", "--now", "tradewind.service")
    install(installed, package)
    assert installed.try_to("systemctl", "is-enabled", "tradewind.service").stdout == "disabled\n"


def test_where_no_systemd_runs_it_can_be_installed_and_leaves_nothing(bare_system, package):
    install(bare_system, package)
    assert {CONFIG, DATA, "/usr/bin/tradewind"} <= traces(bare_system)
    dpkg(bare_system, "--purge", "tradewind")
    assert not traces(bare_system)
    assert bare_system.try_to("getent", "passwd", "tradewind").returncode == 2


def traces(system):
    """Whatever has the name of the service in its own, but for the records of those who installed it."""
    return {path for path in system.changed() if "tradewind" in path and not path.startswith("/var/lib/dpkg/")}

"""A PostgreSQL server for the tests: throw-away, unprivileged, reached through a socket in a folder of its own."""

import atexit
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from harness import processes

START_SECONDS_MAX = 60
MEMORY = "/dev/shm"
MEMORY_BYTES_MIN = 8 << 30
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
SETTINGS = ("listen_addresses=", "max_connections=400", "shared_buffers=32MB", "autovacuum=off", "max_wal_size=4GB",
            "log_min_messages=panic", "dynamic_shared_memory_type=mmap")
USER = "tester"


def program(name, folder=None):
    """In this folder, or where Debian keeps them beside each other by version."""
    if folder is not None:
        return str(Path(folder) / name)
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    assert found, f"these tests need the PostgreSQL server: {name} is not installed"
    return str(found[-1])


def quick_place():
    """In memory, where there is room: tests that ask for no durability must not see how a busy disk stalls a server."""
    try:
        return MEMORY if shutil.disk_usage(MEMORY).free >= MEMORY_BYTES_MIN else "/tmp"
    except OSError:
        return "/tmp"


class PostgresServer:
    """Starts on construction. Without `durable` it is quicker, and kill() may lose what was committed. `programs` is the
    folder of those to use. Besides through its socket it can be reached on `port` of the loopback, if there is one."""

    def __init__(self, durable=False, settings=(), copy_of=None, parent=None, programs=None, port=None):
        place = parent or ("/tmp" if durable else quick_place())
        self.folder = Path(tempfile.mkdtemp(prefix="tradewind-pg-", dir=place))
        processes.give_to_program(self.folder)
        atexit.register(self.remove)
        self.data = self.folder / "data"
        self._programs = programs
        self.port = port
        listening = () if port is None else (f"port={port}", "listen_addresses=127.0.0.1")
        self._settings = [*SETTINGS, *(() if durable else QUICK), *listening, *settings]
        self._names = (f"test{number}" for number in itertools.count(1))
        self.process = None
        if copy_of is None:
            self._run("initdb", "--auth=trust", "--encoding=UTF8", "--locale=C", f"--username={USER}", "--no-sync",
                      "--no-instructions", f"--pgdata={self.data}")
        else:
            # A standby: it follows the other one and can be promoted.
            self._run("pg_basebackup", "-R", "-D", str(self.data), "-h", str(copy_of.folder), "-U", USER, "-c", "fast",
                      "--no-sync")
        self.start()

    def start(self):
        command = [self._program("postgres"), "-D", str(self.data), "-k", str(self.folder)]
        for setting in self._settings:
            command += ["-c", setting]
        self.process = subprocess.Popen(command, **self._as_user(), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                                        preexec_fn=processes.die_with_parent)
        deadline = time.monotonic() + START_SECONDS_MAX
        is_ready = [self._program("pg_isready"), "-q", *self._place()]
        while subprocess.run(is_ready).returncode != 0:
            assert self.process.poll() is None, "the PostgreSQL server ended at once"
            assert time.monotonic() < deadline, "the PostgreSQL server does not get ready"
            time.sleep(0.02)  # It cannot tell when it is ready.

    def stop(self, how=signal.SIGINT):
        """SIGINT ends it in an orderly way, in which those who are connected are told."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    def kill(self):
        """As if the machine had failed: every process of it at once."""
        for process in self._processes():
            with suppress(ProcessLookupError):  # The others end by themselves once the first one is gone.
                os.kill(int(process), signal.SIGKILL)
        self.process.wait()
        self.process = None
        while self._processes():
            time.sleep(0.01)  # Until the kernel has taken them away; the next start needs their memory.

    def promote(self):
        self._run("pg_ctl", "promote", "-D", str(self.data), "-w", "-s")

    def remove(self):
        if self.process is not None and self.process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def make_database(self):
        name = next(self._names)
        self.sql(f"CREATE DATABASE {name} STRATEGY file_copy")
        return name

    def copy_database(self, name, copy):
        """Nobody may be connected to it."""
        self.sql(f"CREATE DATABASE {copy} STRATEGY file_copy TEMPLATE {name}")

    def address(self, name="postgres"):
        return f"postgres://{USER}@/{name}?host={self.folder}" + (f"&port={self.port}" if self.port else "")

    def sql(self, text, database="postgres"):
        """Runs statements; what the last one printed, without decoration."""
        done = subprocess.run([self._program("psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *self._place(),
                               "-d", database, "-c", text], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    @contextmanager
    def holding(self, text, database):
        """Runs statements, and keeps what they took until the block ends: locks, an open transaction."""
        process = subprocess.Popen([self._program("psql"), "-X", "-q", "-A", "-t", self.address(database)],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            process.stdin.write(f"{text};\n\\echo held\n")
            process.stdin.flush()
            while (line := process.stdout.readline()) != "held\n":
                assert line, "the PostgreSQL server ended the connection"
            yield
        finally:
            process.communicate(timeout=60)

    def _program(self, name):
        return program(name, self._programs)

    def _place(self):
        """How its socket is named to the programs of PostgreSQL."""
        return ["-h", str(self.folder), "-U", USER, *(() if self.port is None else ("-p", str(self.port)))]

    def _run(self, name, *arguments):
        done = subprocess.run([self._program(name), *arguments], **self._as_user(), capture_output=True, text=True,
                              timeout=120)
        assert done.returncode == 0, f"{name}: {done.stderr}"

    def _as_user(self):
        user = processes.unprivileged_user()
        return {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": [], "cwd": "/"}

    def _processes(self):
        """The server and its children, each of which has the data folder as its own."""
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and os.readlink(entry / "cwd") == str(self.data):
                    found.append(entry.name)
            except OSError:
                pass  # It has just ended, or is a kernel's.
        return found


_shared = []


def shared():
    """The one that all tests share, started when it is first needed; a cluster when the tests are about one."""
    if not _shared:
        from harness import citus
        _shared.append(citus.Cluster() if citus.is_wanted() else PostgresServer())
    return _shared[0]

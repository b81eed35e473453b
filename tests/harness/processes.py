"""Starts the real program: as an unprivileged user, with a clean environment, and never outliving the tests."""

import atexit
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY_FOLDER = Path(os.environ.get("TRADEWIND_BIN_DIR", ROOT / "build/dev/bin")).resolve()
SANITIZER_MARKS = ("ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "WARNING: ThreadSanitizer", "runtime error:",
                   "ERROR: ThreadSanitizer", "ERROR: UndefinedBehaviorSanitizer")

# Of the many servers that tests start, each with a folder of its own.
DISK_RESERVE_BYTES = "1048576"

_libc = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG = 1
_parent = os.getpid()
_binary_copy = None
_databases = {}  # Of data folders, by path.

# On which of the two the program keeps its data, unless a test says where.
ENGINE = os.environ.get("TRADEWIND_TEST_ENGINE", "sqlite")
# Citus is PostgreSQL whose tables are spread over a cluster.
IS_CLUSTER = ENGINE == "citus"
ENGINE = "postgres" if IS_CLUSTER else ENGINE
assert ENGINE in ("sqlite", "postgres"), f"TRADEWIND_TEST_ENGINE is none of sqlite, postgres, citus: {ENGINE}"


def unprivileged_user():
    """Whom the program runs as: `nobody` when the tests run as root, otherwise whoever runs them (None)."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def make_folder():
    """A new folder under /tmp which the program's user owns."""
    folder = Path(tempfile.mkdtemp(prefix="tradewind-test-", dir="/tmp"))
    give_to_program(folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def give_to_program(path):
    user = unprivileged_user()
    if user is not None:
        os.chown(path, user.pw_uid, user.pw_gid)


def binary():
    """The program, copied once to where the unprivileged user may run it: the clone may be in a closed folder."""
    global _binary_copy
    if _binary_copy is None:
        source = BINARY_FOLDER / "tradewind"
        assert source.is_file(), f"{source} does not exist; build it or set TRADEWIND_BIN_DIR"
        folder = Path(tempfile.mkdtemp(prefix="tradewind-bin-", dir="/tmp"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        _binary_copy = Path(shutil.copy(source, folder / "tradewind"))
        _binary_copy.chmod(0o755)
    return _binary_copy


def is_sanitized():
    """Whether the program was built with a sanitizer, which multiplies its memory and time."""
    text = binary().read_bytes()
    return b"__asan_init" in text or b"__tsan_init" in text


def environment(extra=None):
    kept = {name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
            "TRADEWIND_DISK_RESERVE_BYTES": DISK_RESERVE_BYTES, **kept, **(extra or {})}


def database_address(data):
    """The address of the PostgreSQL database that goes with this data folder, made when it is first needed."""
    from harness import postgres
    server = postgres.shared()
    if str(data) not in _databases:
        _databases[str(data)] = server.make_database()
    if IS_CLUSTER:
        server.reuse_database(_databases[str(data)])
    return server.address(_databases[str(data)])


def retire_database(data):
    """A test that used this data folder is over."""
    if IS_CLUSTER and str(data) in _databases:
        from harness import postgres
        postgres.shared().retire_database(_databases[str(data)])


def engine_environment(arguments):
    words = [str(word) for word in arguments]
    if ENGINE == "sqlite" or "--data" not in words:
        return {}
    return {"TRADEWIND_DATABASE": database_address(words[words.index("--data") + 1])}


def die_with_parent():
    """For preexec_fn: whatever ends the tests ends what they started."""
    # After the change of user, which would clear it.
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != _parent:
        os._exit(127)


def spawn(arguments, env=None, **popen):
    """Starts the program. The parent-death signal follows the calling thread: call it from the main thread."""
    assert threading.current_thread() is threading.main_thread()
    user = unprivileged_user()
    if user is not None:
        popen |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    process = subprocess.Popen(
        [str(binary()), *map(str, arguments)],
        env=environment(engine_environment(arguments) | (env or {})),
        cwd="/",
        preexec_fn=die_with_parent,
        start_new_session=True,
        **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **popen},
    )
    atexit.register(_kill_if_alive, process)
    return process


def _kill_if_alive(process):
    if process.poll() is None:
        process.kill()
        process.wait()


def run(*arguments, env=None, timeout=30):
    """Runs a command of the program to its end; (exit code, standard output, standard error)."""
    process = spawn(arguments, env)
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        raise AssertionError(f"`tradewind {' '.join(map(str, arguments))}` did not end within {timeout} s\n"
                             f"{err.decode(errors='replace')}") from None
    err = err.decode(errors="replace")
    assert_no_sanitizer_report(err, f"tradewind {' '.join(map(str, arguments))}")
    return process.returncode, out.decode(errors="replace"), err


def assert_no_sanitizer_report(text, where):
    for mark in SANITIZER_MARKS:
        assert mark not in text, f"a sanitizer found something in {where}:\n{text[text.index(mark):][:8000]}"

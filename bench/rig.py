"""Starts what is measured and what measures it: as an unprivileged user, and gone when the run ends."""

import ctypes
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

STOP_SECONDS_MAX = 40
CONNECTIONS = 64
MEMORY_LOOK_SECONDS = 0.05
GET_TRIES_MAX = 5
REQUESTS_PER_MINUTE = 1_000_000_000  # Counted as always, and never reached.

NGINX_CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log crit;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    default_type application/json;
    keepalive_requests 1000000000;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        root {folder}/files;
    }}
}}
"""

_libc = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1


def disk_folder():
    """Where temporary files really go to a disk: a durable commit in memory would be none."""
    candidates = ["/tmp", "/var/tmp"]
    return next((folder for folder in candidates if file_system_of(folder) not in ("tmpfs", "ramfs")), candidates[0])


def file_system_of(folder):
    done = subprocess.run(["findmnt", "-n", "-o", "FSTYPE", "-T", folder], capture_output=True, text=True, check=True)
    return done.stdout.strip()


class Rig:
    """One folder for everything that the run leaves behind, and every process that it started; both end with it."""

    def __init__(self, binaries):
        user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        self._identity = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
        self._processes = []
        cores = sorted(os.sched_getaffinity(0))
        # Two cores, one for the server and one for the load; on a single core both share it.
        self.server_core, self.load_core = cores[0], cores[1 % len(cores)]
        self.folder = Path(tempfile.mkdtemp(prefix="tradewind-bench-", dir=disk_folder()))
        self._give(self.folder)
        # Copies, because the clone may be in a folder that is closed to others.
        for binary in binaries:
            shutil.copy(binary, self.folder / binary.name)
            (self.folder / binary.name).chmod(0o755)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self._processes):
            stop(process)
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_folder(self, name):
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        self._give(folder)
        return folder

    def spawn(self, command, core=None, **popen):
        def prepare():
            _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
            if core is not None:
                os.sched_setaffinity(0, {core})

        popen = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "cwd": "/",
                 "env": {"PATH": "/usr/sbin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, **popen}
        process = subprocess.Popen([str(word) for word in command], preexec_fn=prepare, **self._identity, **popen)
        self._processes.append(process)
        return process

    def run(self, command, core=None):
        """Runs a command to its end; what it printed."""
        process = self.spawn(command, core, stderr=subprocess.PIPE, text=True)
        out, err = process.communicate()
        if process.returncode != 0:
            raise RuntimeError(f"{command[0]} ended with {process.returncode}: {err}")
        return out

    def _give(self, path):
        if self._identity:
            os.chown(path, self._identity["user"], self._identity["group"])


def stop(process):
    """Ends it well, or at least ends it."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


@dataclass
class Server:
    process: subprocess.Popen
    port: int
    worker: int  # The process whose work is measured.
    key: str = ""

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def headers(self):
        """What a client with a key sends."""
        return {"Host": f"127.0.0.1:{self.port}", "User-Agent": "store-plugin/2.4", "Accept": "application/json",
                "Authorization": f"apiKey {self.key}"}

    def get(self, path):
        """Asks again when the service is too busy, as clients are told to: a machine may stand still for seconds."""
        for tries_left in reversed(range(GET_TRIES_MAX)):
            try:
                return self._call(urllib.request.Request(self.address + path, headers=self.headers))
            except urllib.error.HTTPError as refused:
                if refused.code != 503 or tries_left == 0:
                    raise
                time.sleep(int(refused.headers["Retry-After"]))

    def send(self, method, path, value=None):
        """Without a value, no body."""
        body = None if value is None else json.dumps(value).encode()
        headers = self.headers | ({} if body is None else {"Content-Type": "application/json"})
        return self._call(urllib.request.Request(self.address + path, body, headers, method=method))

    @staticmethod
    def _call(request):
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.worker}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def anonymous_bytes(self):
        status = Path(f"/proc/{self.worker}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+) kB", status).group(1)) * 1024


def start_tradewind(rig, data, core=None, arguments=()):
    """The release binary on a free port. It returns when the server says that it listens."""
    process = rig.spawn([rig.folder / "tradewind", "serve", "--data", data, "--listen", "127.0.0.1:0",
                         "--private-listen", "127.0.0.1:0",
                         "--limits-requests-per-minute", REQUESTS_PER_MINUTE, *arguments], core,
                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    lines = []
    for line in process.stderr:
        lines.append(line)
        entry = json.loads(line) if line.startswith("{") else {}
        if entry.get("message") == "listening":
            port = int(entry["address"].rpartition(":")[2])
            return Server(process, port, process.pid, (data / "first-admin-key").read_text().strip())
    raise RuntimeError("the server did not start:\n" + "".join(lines))


def start_nginx(rig, files, core):
    """A throw-away nginx that serves these files ({name: bytes}). It inherits a socket that listens already, as in a
    binary upgrade: no port is taken from under us, and who connects before it is ready simply waits."""
    folder = rig.new_folder("nginx")
    (folder / "files").mkdir()
    for name, content in files.items():
        (folder / "files" / name).write_bytes(content)
    with socket.create_server(("127.0.0.1", 0), backlog=511) as listener:
        port = listener.getsockname()[1]
        (folder / "nginx.conf").write_text(NGINX_CONFIGURATION.format(folder=folder, port=port))
        process = rig.spawn(["nginx", "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"], core,
                            stdout=subprocess.DEVNULL, pass_fds=[listener.fileno()],
                            env={"PATH": "/usr/sbin:/usr/bin:/bin", "NGINX": f"{listener.fileno()};"})
    server = Server(process, port, process.pid)
    for name, content in files.items():
        assert server.get("/" + name) == content
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    server.worker = int(children[0])
    return server


class MemoryWatch:
    """The most anonymous memory that a server had at any look while this was open."""

    def __init__(self, server):
        self.peak = 0
        self._server = server
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._is_over.set()
        self._thread.join()

    def _look(self):
        while True:
            self.peak = max(self.peak, self._server.anonymous_bytes())
            if self._is_over.wait(MEMORY_LOOK_SECONDS):
                return


@dataclass
class Load:
    requests: int
    per_second: float
    p99_ms: float
    server_cpu_seconds: float
    server_busy: float  # How much of one core the server used.

    @property
    def cpu_microseconds(self):
        """Processor time of the server per request."""
        return self.server_cpu_seconds / self.requests * 1e6


def wrk(rig, server, path, seconds, core=None, script=(), headers=None, connections=CONNECTIONS):
    """Loads a server over kept-alive connections. Any answer but a 2xx or 3xx, and any broken connection, fails."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency"]
    for name, value in {**server.headers, **(headers or {})}.items():
        command += ["-H", f"{name}: {value}"]
    if script:
        command += ["-s", script[0]]
    command += [server.address + path]
    if script:
        command += ["--", *script[1:]]
    cpu_before = server.cpu_seconds()
    out = rig.run(command, core)
    cpu_used = server.cpu_seconds() - cpu_before
    if "Non-2xx" in out or "Socket errors" in out:
        raise RuntimeError(f"the load met failures:\n{out}")
    # wrk leaves a space after a unit of one letter.
    number, unit = re.search(r"^\s+99%\s+([\d.]+)(us|ms|s|m) ?$", out, re.MULTILINE).groups()
    return Load(
        requests=int(re.search(r"(\d+) requests in", out).group(1)),
        per_second=float(re.search(r"Requests/sec:\s+([\d.]+)", out).group(1)),
        p99_ms=float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}[unit],
        server_cpu_seconds=cpu_used,
        server_busy=cpu_used / seconds,
    )

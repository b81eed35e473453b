"""One running server: the real binary on a free port, with its own data folder."""

import json
import re
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

from harness import processes
from harness.client import Client, Key

START_SECONDS_MAX = 60  # Sanitizer builds on a busy machine; how long a start may take is measured elsewhere.
STOP_SECONDS_MAX = 40
END_SECONDS_MAX = 20  # Of one that ends well: three on a machine that has time.

all_servers = []


class Server:
    """Starts on construction and returns once it listens. `folder` is kept for a later server when it is given."""

    def __init__(self, folder=None, config=None, env=None, arguments=(), listen="127.0.0.1:0",
                 stdout=subprocess.DEVNULL,
                 owner="", is_doomed=False):
        self.owner = owner
        self.is_doomed = is_doomed  # A test takes away what it stands on; errors in its log are no surprise.
        self._owns_folder = folder is None
        self.folder = Path(folder) if folder is not None else processes.make_folder()
        self.data = self.folder / "data"
        self.url = None  # Until it listens.
        self.log_lines = []
        self.end_was_wanted = False
        self.death_was_told = False
        self._new_line = threading.Condition()
        command = ["serve", "--data", self.data, "--listen", listen, "--private-listen", "127.0.0.1:0", *arguments]
        if config is not None:
            config_file = self.folder / "tradewind.toml"
            config_file.write_text(config)
            config_file.chmod(0o644)
            command += ["--config", config_file]
        started = time.monotonic()
        self.process = processes.spawn(command, env, stdout=stdout)
        all_servers.append(self)
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()
        try:
            address = self._await_listening()
        except BaseException:
            self.kill()
            raise
        self.start_seconds = time.monotonic() - started
        self.host, port = address.rsplit(":", 1)
        self.port = int(port)
        self.url = f"http://{address}"
        self.control_socket = self.data / "control.sock"

    # --- talking to it

    @property
    def admin_key(self):
        """The key that the first start left in the data folder."""
        return Key.parse((self.data / "first-admin-key").read_text().strip())

    def client(self, document=None):
        return Client((self.host.strip("[]"), self.port), document)

    @property
    def private_url(self):
        """Where health and metrics are told."""
        return "http://" + json.loads(self.await_log("telling of health and metrics"))["address"]

    def private_client(self):
        host, port = self.private_url.removeprefix("http://").rsplit(":", 1)
        return Client((host, int(port)))

    def control_client(self, document=None):
        return Client(str(self.control_socket), document)

    # --- its log

    @property
    def log(self):
        with self._new_line:
            return "\n".join(self.log_lines)

    def await_log(self, text, seconds=30):
        """Waits for a line that holds the text; the line."""
        deadline = time.monotonic() + seconds
        with self._new_line:
            seen = 0
            while True:
                for line in self.log_lines[seen:]:
                    if text in line:
                        return line
                seen = len(self.log_lines)
                left = deadline - time.monotonic()
                assert left > 0, f"no log line with {text!r} within {seconds} s:\n" + "\n".join(self.log_lines)
                self._new_line.wait(left)

    def _read_log(self):
        with self.process.stderr as stream:
            for line in stream:
                with self._new_line:
                    self.log_lines.append(line.decode(errors="backslashreplace").rstrip("\n"))
                    self._new_line.notify_all()
        with self._new_line:
            self.log_lines.append("")
            self._new_line.notify_all()

    def _await_listening(self):
        deadline = time.monotonic() + START_SECONDS_MAX
        with self._new_line:
            while True:
                for line in self.log_lines:
                    if re.search(r'"message":\s*"listening"', line):
                        return json.loads(line)["address"]
                if self.process.poll() is not None and not self._reader.is_alive():
                    raise StartRefused(self.process.returncode, "\n".join(self.log_lines))
                assert time.monotonic() < deadline, "the server did not start:\n" + "\n".join(self.log_lines)
                self._new_line.wait(0.05)

    # --- its end

    def stop(self, signal_number=signal.SIGTERM):
        """Asks it to end, and demands that it ends well. The seconds it took."""
        self.ask_to_end(signal_number)
        return self.await_end()

    def ask_to_end(self, signal_number=signal.SIGTERM):
        self.assert_alive()
        self.end_was_wanted = True
        self._asked_at = time.monotonic()
        self.process.send_signal(signal_number)

    def await_end(self):
        try:
            code = self.process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self} did not end within {STOP_SECONDS_MAX} s:\n{self.log[-8000:]}") from None
        took = time.monotonic() - self._asked_at
        self._reader.join(10)
        self.assert_no_sanitizer_report()
        assert code == 0, f"{self} ended with {code}:\n{self.log[-8000:]}"
        self._clean()
        return took

    def kill(self):
        """Ends it at once, as a crash would."""
        self.end_was_wanted = True
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join(10)
        self.assert_no_sanitizer_report()

    def assert_alive(self):
        code = self.process.poll()
        if code is not None and not self.end_was_wanted:
            log = "see above" if self.death_was_told else self.log[-8000:]
            self.death_was_told = True
            raise AssertionError(f"{self} ended by itself with {code}:\n{log}")

    def assert_no_sanitizer_report(self):
        processes.assert_no_sanitizer_report(self.log, str(self))

    def _clean(self):
        if self._owns_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def resident_kib(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+)", status).group(1))

    def __str__(self):
        return f"the server of {self.owner or 'a test'} (pid {self.process.pid})"


class StartRefused(AssertionError):
    def __init__(self, code, log):
        super().__init__(f"the server did not start, it ended with {code}:\n{log}")
        self.code = code
        self.log = log


def end_all(servers=all_servers):
    """Ends those that still run, and demands that each ends well."""
    problems = []
    for server in servers:
        if not server.end_was_wanted and not server.death_was_told:
            try:
                server.stop(signal.SIGINT)
            except AssertionError as problem:
                problems.append(str(problem))
    assert not problems, "\n".join(problems)

"""SIGTERM under load: readiness ends at once, newcomers are served for a while, no request is cut, and the end comes in
time and in an orderly way."""

import socket
import threading
import time
import uuid

from harness import processes
from harness.client import NoResponse
from harness.server import Server

WRITERS = 6
SLOW = 3
LISTENING_SECONDS = 2.0  # By default; what a balancer needs to notice.
LATE_SECONDS = LISTENING_SECONDS + 0.5
END_SECONDS_MAX = 30
BEFORE = 200  # Writes before the signal.
PROBE_SECONDS = 0.05
KIND = "SIGTERM under load"


class Writers:
    """Clients that write as fast as they can and connect anew when they are told to, until nobody listens."""

    def __init__(self, server):
        self._server = server
        self._guard = threading.Condition()
        self.acknowledged, self.told_to_close, self.cut = [], 0, []
        self._threads = [threading.Thread(target=self._write, daemon=True) for _ in range(WRITERS)]

    def start(self):
        for thread in self._threads:
            thread.start()
        with self._guard:
            assert self._guard.wait_for(lambda: len(self.acknowledged) >= BEFORE, 30)

    def await_end(self):
        for thread in self._threads:
            thread.join(END_SECONDS_MAX)
            assert not thread.is_alive(), "a writer did not notice that nobody listens"

    def _write(self):
        client, key = self._server.client(), self._server.admin_key
        while True:
            try:
                connection = client.connect()
            except ConnectionRefusedError:
                return
            with connection:
                while self._write_one(connection, client, key):
                    pass

    def _write_one(self, connection, client, key):
        """False when the connection is over."""
        path = f"/contacts/email/{uuid.uuid4().hex}@example.org"
        try:
            answer = connection.exchange(client.request("PATCH", path, json={}, key=key))
        except (NoResponse, ConnectionError) as broken:
            self.cut.append(f"{type(broken).__name__}: {broken}")
            return False
        with self._guard:
            if answer.status == 200:
                self.acknowledged.append(path)
            elif answer.status != 503:
                self.cut.append(answer.summary())
            self.told_to_close += answer.closes
            self._guard.notify_all()
        return not answer.closes


class SlowOnes:
    """Clients whose requests were begun before the signal and end after the last listener is closed."""

    def __init__(self, server):
        client = server.client()
        self.paths = [f"/contacts/email/{uuid.uuid4().hex}@example.org" for _ in range(SLOW)]
        self._requests = [client.request("PATCH", path, json={"_name": "Slow"}, key=server.admin_key)
                          for path in self.paths]
        self._connections = [client.connect() for _ in self._requests]
        for connection, request in zip(self._connections, self._requests):
            connection.send(request[:-5])

    def finish(self):
        """How many were not answered."""
        cut = 0
        for connection, request in zip(self._connections, self._requests):
            try:
                connection.send(request[-5:])
                cut += connection.read(request).status != 200
            except (NoResponse, ConnectionError):
                cut += 1
            connection.close()
        return cut


def seconds_until_nobody_listens(server, asked):
    """How long newcomers were served after the signal."""
    while True:
        try:
            with socket.create_connection((server.host, server.port), timeout=10):
                time.sleep(PROBE_SECONDS)
        except ConnectionRefusedError:
            return time.monotonic() - asked


def stop_under_load(env=None, arguments=()):
    """(how many writes were acknowledged, what was wrong)"""
    folder = processes.make_folder()
    server = Server(folder=folder, env=env, arguments=arguments, owner="the stop under load")
    private, writers = server.private_client(), Writers(server)
    writers.start()
    slow = SlowOnes(server)
    problems = []
    asked = time.monotonic()
    server.ask_to_end()
    server.await_log("stopping")
    try:
        if private.call("GET", "/readyz").status == 200:
            problems.append("it was ready after it had heard the signal")
    except (NoResponse, ConnectionError):
        problems.append("it did not say any more whether it is ready")
    try:
        if (seconds := seconds_until_nobody_listens(server, asked)) < LISTENING_SECONDS:
            problems.append(f"nobody listened after {seconds:.1f} s")
        time.sleep(max(0.0, asked + LATE_SECONDS - time.monotonic()))  # Until after the listeners are closed.
    except (NoResponse, ConnectionError):
        problems.append("it was gone at once")
    if cut := slow.finish():
        problems.append(f"{cut} requests in flight were cut")
    writers.await_end()
    if writers.cut:
        problems.append(f"{len(writers.cut)} requests were cut: {writers.cut[0]}")
    if not writers.told_to_close:
        problems.append("nobody was told to connect elsewhere")
    if (seconds := server.await_end()) > END_SECONDS_MAX:
        problems.append(f"the end took {seconds:.1f} s")
    again = Server(folder=folder, owner="the stop under load")
    lost = [path for path in [*writers.acknowledged, *([] if cut else slow.paths)]
            if again.client().call("GET", path, key=again.admin_key).status != 200]
    again.kill()
    if lost:
        problems.append(f"{len(lost)} acknowledged writes are lost")
    return len(writers.acknowledged), "; ".join(problems) or None


def test_nothing_is_cut_and_the_end_is_in_time(survived):
    acknowledged, problem = stop_under_load()
    survived(KIND, 1, acknowledged)
    assert problem is None, problem


def test_requests_that_are_cut_are_noticed(noticed):
    _, problem = stop_under_load(env={"TRADEWIND_FAULT": "cut-short"})
    noticed(KIND, "an end that waits for nobody", problem)
    assert problem is not None and f"{SLOW} requests in flight were cut" in problem, problem


def test_listeners_that_close_at_once_are_noticed(noticed):
    _, problem = stop_under_load(arguments=["--drain-seconds", "0"])
    noticed(KIND, "listeners that close at once", problem)
    assert problem is not None and "nobody listened after" in problem, problem


def test_requests_that_never_end_on_every_listener_delay_the_end_once():
    """Each listener waits for its own; the time for that is one for all of them."""
    server = Server(folder=processes.make_folder(), arguments=["--limits-head-seconds", "300"],
                    owner="the stop under load")
    listeners = [server.client(), server.control_client(), server.private_client()]
    connections = [client.connect() for client in listeners]
    for connection in connections:
        connection.send(b"GET / HTTP/1.1\r\n")
    server.client().call("GET", "/store/", key=server.admin_key)  # After it, the three have been heard.
    server.ask_to_end()
    seconds = server.await_end()
    for connection in connections:
        connection.close()
    assert LATE_SECONDS < seconds <= END_SECONDS_MAX, f"the end took {seconds:.1f} s"

"""Whoever supervises the service and asks for it is told when it is ready and when it stops, as systemd asks."""

import os
import signal
import socket
import uuid

import pytest

from harness import processes

pytestmark = pytest.mark.any_engine


@pytest.fixture(params=["path", "abstract"])
def supervisor(request):
    """(The name to give to the service, the socket at which it is heard.)"""
    if request.param == "path":
        name = address = str(processes.make_folder() / "notify")
    else:
        name = f"@tradewind-test-{uuid.uuid4().hex}"
        address = "\0" + name[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address)
        if request.param == "path":
            os.chmod(address, 0o666)
        listening.settimeout(30)
        yield name, listening


def test_it_says_when_it_is_ready_and_when_it_stops(start_server, supervisor):
    name, listening = supervisor
    server = start_server(env={"NOTIFY_SOCKET": name})
    assert listening.recv(100) == b"READY=1"
    assert server.client().call("GET", "/store/", key=server.admin_key).status == 200
    server.ask_to_end(signal.SIGTERM)
    assert listening.recv(100) == b"STOPPING=1"
    server.await_end()


def test_it_is_not_ready_with_settings_that_it_cannot_use(supervisor):
    name, listening = supervisor
    code, _, err = processes.run("serve", "--data", processes.make_folder() / "data", "--threads", "many",
                                 env={"NOTIFY_SOCKET": name})
    assert code == 1 and "--threads" in err
    listening.setblocking(False)
    with pytest.raises(BlockingIOError):
        listening.recv(100)


@pytest.mark.parametrize("name", ["", "/nonexistent/socket", "@nobody-listens-here", "x" * 200])
def test_it_serves_all_the_same_when_nobody_can_be_told(start_server, name):
    server = start_server(env={"NOTIFY_SOCKET": name})
    assert server.client().call("GET", "/store/", key=server.admin_key).status == 200

"""Every head of our table is sent to nginx too: it must accept or refuse it as our reader does, see the same target and
decide the same about the connection. Where a row says why we differ, nginx must really differ: a stale reason fails."""

import json
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROBE = pathlib.Path(os.environ.get("TRADEWIND_BIN_DIR", ROOT / "build/dev/bin")) / "http_head_probe"
ANSWER_SECONDS_MAX = 10

CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    client_max_body_size 0;
    server {{
        listen 127.0.0.1:{port};
        location / {{ return 200 "$request_uri"; }}
    }}
}}
"""


def cases():
    return json.loads(subprocess.run([PROBE, "cases"], check=True, capture_output=True).stdout)


def unprivileged():
    """Arguments that make a child of root somebody harmless."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@pytest.fixture(scope="module")
def nginx():
    """The address of a throw-away nginx. It inherits a socket that listens already, as in a binary upgrade: no port is
    taken from under us, and a connection made before nginx is ready simply waits."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tradewind-nginx-"))
    listener = socket.create_server(("127.0.0.1", 0))
    address = listener.getsockname()
    (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, port=address[1]))
    identity = unprivileged()
    if identity:
        os.chown(folder, identity["user"], identity["group"])
    process = subprocess.Popen(
        ["/usr/sbin/nginx", "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"],
        pass_fds=[listener.fileno()],
        env={"NGINX": f"{listener.fileno()};"},
        stdin=subprocess.DEVNULL,
        **identity,
    )
    listener.close()
    try:
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=ANSWER_SECONDS_MAX)
        shutil.rmtree(folder)


def ask(address, head):
    """What nginx makes of the head, when nothing more is sent: None for a refusal, or what it understood."""
    with socket.create_connection(address, timeout=ANSWER_SECONDS_MAX) as connection:
        connection.sendall(head)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    if not answer:
        return None
    if not answer.startswith(b"HTTP/"):  # The answer to HTTP/0.9 is a body alone.
        return {"target": answer.hex(), "keep_alive": False}
    if answer.startswith(b"HTTP/1.1 100 "):
        answer = answer.partition(b"\r\n\r\n")[2]
    lines, _, body = answer.partition(b"\r\n\r\n")
    status, *fields = lines.split(b"\r\n")
    if not status.startswith(b"HTTP/1.1 2"):
        return None
    return {"target": body.removesuffix(b"?").hex(), "keep_alive": b"Connection: keep-alive" in fields}


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_nginx_judges_as_we_do(nginx, case):
    theirs = ask(nginx, bytes.fromhex(case["bytes"]))
    ours = {"target": case["target"], "keep_alive": case["keep_alive"]} if case["accepted"] else None
    if theirs and ours and case["name"] == "head":  # The answer to HEAD has no body to tell the target.
        theirs["target"] = ours["target"]
    if case["unlike_nginx"]:
        assert theirs != ours, "nginx agrees, so this is no reason: " + case["unlike_nginx"]
    else:
        assert theirs == ours

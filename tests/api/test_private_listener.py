"""What whoever watches over the process is told: health, readiness, metrics, the version. No key, an address apart."""

import re
import signal
import socket
import time
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from harness import processes
from harness.contacts import by_email, fresh_email, fresh_id
from harness.imports import Imports, rows_of


@pytest.fixture
def watched(start_server):
    return start_server()


def families_of(server):
    answer = server.private_client().call("GET", "/metrics")
    assert answer.status == 200 and answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8"
    return {family.name: family for family in text_string_to_metric_families(answer.body.decode())}


def value_of(families, name, sample=None, **labels):
    """The sum of the samples that have these labels."""
    return sum(one.value for one in families[name].samples
               if one.name == (sample or one.name) and labels.items() <= one.labels.items())


def test_it_tells_of_health_and_version(watched):
    private = watched.private_client()
    health = private.call("GET", "/healthz")
    assert (health.status, health.body) == (200, b"ok\n")
    version = private.call("GET", "/version")
    code, out, _ = processes.run("version")
    assert version.status == 200 and code == 0
    assert out.strip() == f"tradewind {version.json()['version']}"
    for answer in (health, version, private.call("GET", "/readyz"), private.call("GET", "/nothing")):
        assert answer.header("Cache-Control") == "no-store"
        assert answer.body.endswith(b"\n"), "a prompt would stick to it"


def test_it_is_ready_once_it_listens(watched):
    answer = watched.private_client().call("GET", "/readyz")
    assert answer.status == 200
    told = answer.json()
    assert told["status"] == "ready"
    # The server of the tests is quick and forgetful.
    assert told["components"].pop("durability")["status"] == ("ok" if processes.ENGINE == "sqlite" else "weak")
    disk = {"disk": {"status": "ok"}} if processes.ENGINE == "sqlite" else {}
    assert told["components"] == {"server": {"status": "ok"}, "database": {"status": "ok"}, "outside": {"status": "ok"},
                                  **disk}


def test_it_is_not_ready_from_the_moment_it_is_asked_to_end(start_server):
    server = start_server(arguments=["--drain-seconds", "3"])
    private = server.private_client()
    server.ask_to_end(signal.SIGTERM)
    server.await_log("stopping")
    answer = private.call("GET", "/readyz")
    assert answer.status == 503
    assert answer.json()["status"] == "not-ready"
    assert answer.json()["components"]["server"] == {"status": "stopping"}
    assert private.call("GET", "/healthz").status == 200, "it is alive all the same"
    assert server.client().call("GET", "/store/", key=server.admin_key).status == 200, "it still answers"
    server.await_end()


@pytest.mark.parametrize(("method", "path", "status"), [
    ("GET", "/", 404), ("GET", "/store/", 404), ("GET", "/metrics/", 404), ("POST", "/metrics", 405),
    ("DELETE", "/healthz", 405), ("OPTIONS", "/readyz", 405)])
def test_nothing_else_is_there(watched, method, path, status):
    answer = watched.private_client().call(method, path)
    assert answer.status == status
    assert answer.json()["status"] == status
    assert (answer.header("Allow") == "GET, HEAD") == (status == 405)


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/version"])
def test_the_public_address_does_not_have_it(watched, path):
    assert watched.client().call("GET", path).status == 404
    head = watched.private_client().call("HEAD", path)
    assert head.status == 200 and head.body == b""


def test_requests_are_counted_by_route_and_status(watched):
    public = watched.client()
    key = watched.admin_key
    for _ in range(3):
        assert public.call("GET", "/store/", key=key).status == 200
    assert public.call("GET", "/contacts/email/nobody%40example.org", key=key).status == 404
    assert public.call("GET", "/store/").status == 401
    assert public.call("GET", "/nowhere").status == 404
    families = families_of(watched)
    name = "tradewind_http_request_duration_seconds"
    count = f"{name}_count"
    assert value_of(families, name, count, route="/store/", method="GET", status="2xx", door="network") == 3
    assert value_of(families, name, count, route="/store/", method="GET", status="4xx", door="network") == 1
    assert value_of(families, name, count, route="/contacts/email/{email}", status="4xx") == 1
    assert value_of(families, name, count, route="", status="4xx") == 1
    assert value_of(families, name, f"{name}_bucket", route="/store/", status="2xx", le="+Inf") == 3
    assert 0 < value_of(families, name, f"{name}_sum", route="/store/", status="2xx") < 60
    rejected = "tradewind_http_requests_rejected"
    assert value_of(families, rejected, door="network", reason="unauthorized") == 1
    assert value_of(families, rejected, door="network", reason="rate-limited") == 0
    assert value_of(families, "tradewind_http_requests_active", door="network") == 0


def test_replays_and_limits_are_counted(start_server):
    server = start_server(arguments=["--limits-requests-per-minute", "4"])
    public, key = server.client(), server.admin_key
    headers = [("Idempotency-Key", "once")]
    for status in (200, 200):
        answer = public.call("PATCH", "/contacts/email/ada%40example.org", json={"_name": "Ada"}, key=key,
                             headers=headers)
        assert answer.status == status
    while public.call("GET", "/store/", key=key).status != 429:
        pass
    families = families_of(server)
    assert value_of(families, "tradewind_idempotency_replays") == 1
    assert value_of(families, "tradewind_http_requests_rejected", reason="rate-limited") == 1


def test_what_the_database_does_is_counted(watched):
    before = families_of(watched)
    assert watched.client().call("PATCH", "/contacts/email/ada%40example.org", json={"_name": "Ada"},
                                 key=watched.admin_key).status == 200
    after = families_of(watched)
    for name in ("tradewind_database_commit_duration_seconds", "tradewind_database_commit_pieces"):
        assert value_of(after, name, f"{name}_count") > value_of(before, name, f"{name}_count")
    if processes.ENGINE == "sqlite":
        assert value_of(after, "tradewind_database_log_bytes") > 0
    assert value_of(after, "process_resident_memory_bytes") > 1_000_000
    assert value_of(after, "process_open_fds") > 5
    assert value_of(after, "process_cpu_seconds") > 0
    assert value_of(after, "tradewind_build_info") == 1


def test_no_label_tells_of_a_person(watched):
    """Labels are the words of the house, never what came over the wire."""
    key = watched.admin_key
    watched.client().call("PATCH", "/contacts/email/very.private%40example.org", json={}, key=key)
    watched.client().call("GET", "/very.private", key=key)
    watched.client().call("VERYPRIVATE", "/store/", key=key)
    text = watched.private_client().call("GET", "/metrics").body.decode().lower()
    assert "very" not in text and key.id.lower() not in text


def test_a_second_service_on_the_machine_starts_without_the_usual_port():
    """Who asks for a port must get it; the usual one may be taken."""
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Somebody may have it, which is just as well, unless it is another run of this test.
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                taken.bind(("127.0.0.1", 9464))
                taken.listen()
                break
            except OSError:
                time.sleep(0.1)
        folder = processes.make_folder()
        process = processes.spawn(["serve", "--data", folder / "data", "--listen", "127.0.0.1:0"])
        try:
            lines = []
            for line in process.stderr:
                lines.append(line.decode())
                if '"listening"' in lines[-1]:
                    break
            assert any("nobody is told of health and metrics" in line for line in lines), lines
        finally:
            process.kill()
            process.wait()
            process.stderr.close()


def test_a_port_that_was_asked_for_must_be_free(watched):
    code, _, err = processes.run("serve", "--data", processes.make_folder() / "data", "--listen", "127.0.0.1:0",
                                 "--private-listen", f"127.0.0.1:{watched.private_client().address[1]}")
    assert code != 0 and str(watched.private_client().address[1]) in err


def test_it_answers_while_the_public_address_is_full(start_server):
    """Connections of the public address do not take those of whoever watches."""
    server = start_server(arguments=["--limits-connections", "1"])
    with socket.create_connection((server.host, server.port)) as first:
        first.sendall(b"GET /docs HTTP/1.1\r\nHost: a\r\n\r\n")
        assert first.recv(12) == b"HTTP/1.1 200"
        assert server.client().raw(b"GET /store/ HTTP/1.1\r\nHost: a\r\n\r\n").status == 503
        assert server.private_client().call("GET", "/healthz").status == 200


def test_the_page_for_operators_names_every_metric(watched):
    page = (Path(__file__).resolve().parents[2] / "docs/operating.md").read_text()
    named = set(re.findall(r"`((?:tradewind|process)_\w+)`", page))
    told = {family.name + ("_total" if family.type == "counter" else "") for family in families_of(watched).values()}
    # The disk of a PostgreSQL server is not the service's own.
    of_sqlite = {"tradewind_disk_full", "tradewind_disk_free_bytes"} if processes.ENGINE == "postgres" else set()
    assert named - of_sqlite == told


# What somebody who watches over a service needs at least, by the name of its family.
NEEDED = {
    "tradewind_build_info", "tradewind_http_request_duration_seconds", "tradewind_http_requests_active",
    "tradewind_http_requests_rejected", "tradewind_idempotency_replays", "tradewind_database_commit_duration_seconds",
    "tradewind_database_commit_pieces", "tradewind_database_checkpoint_duration_seconds",
    "tradewind_database_log_bytes", "tradewind_database_retries", "tradewind_database_connections_busy",
    "tradewind_job_rows", "tradewind_held", "tradewind_held_file_bytes", "tradewind_outside_on_hold",
    "process_cpu_seconds", "process_resident_memory_bytes", "process_open_fds",
}


def test_nothing_that_is_needed_is_missing(watched):
    families = families_of(watched)
    assert NEEDED - families.keys() == set()
    rejected = families["tradewind_http_requests_rejected"].samples
    assert {one.labels["reason"] for one in rejected} == {"unauthorized", "rate-limited", "shed"}
    allowed = {"door", "route", "method", "status", "reason", "job", "what", "outcome", "version", "le"}
    assert {label for family in families.values() for one in family.samples for label in one.labels} <= allowed


def test_it_tells_of_the_rows_of_jobs_and_of_what_is_held(start_server):
    folder = processes.make_folder()
    server = start_server(folder=folder)
    table = folder / "contacts.csv"
    table.write_text("_email\nada@example.org\nnobody\n")
    table.chmod(0o644)
    made = server.client().call("PATCH", "/contacts/email/bob@example.org", json={}, key=server.admin_key,
                                headers={"Idempotency-Key": "once"})
    assert made.status == 200, made.summary()
    for command in (("import", table, "--type", "contacts"), ("export", "contacts", "--out", folder / "out.zip")):
        code, _, problem = processes.run(*command, "--data", server.data)
        assert code == 0, problem
    families = families_of(server)
    assert value_of(families, "tradewind_job_rows", job="import") == 2
    assert value_of(families, "tradewind_job_rows", job="export") == 2
    server.stop(signal.SIGINT)
    again = start_server(folder=folder)
    deadline = time.monotonic() + 30
    while True:
        families = families_of(again)
        if value_of(families, "tradewind_held", what="files") or time.monotonic() > deadline:
            break
    assert value_of(families, "tradewind_held", what="idempotent-answers") == 1
    assert value_of(families, "tradewind_held", what="files") >= 1
    assert value_of(families, "tradewind_held_file_bytes") >= table.stat().st_size


def round_trips_of(server):
    return value_of(families_of(server), "tradewind_database_round_trips")


@pytest.mark.only_postgres
def test_whom_an_address_names_is_asked_once(watched):
    """The fewest of several, of the first change after the contact was made and of the next."""
    first, next_one = [], []
    for _ in range(10):
        path = by_email(fresh_email())
        assert watched.client().call("PATCH", path, json={}, key=watched.admin_key).status == 200
        for points, counts in ((1, first), (2, next_one)):
            before = round_trips_of(watched)
            assert watched.client().call("PATCH", path, json={"_points": points}, key=watched.admin_key).status == 200
            counts.append(round_trips_of(watched) - before)
    assert min(next_one) == min(first) - 1, (first, next_one)


@pytest.mark.only_postgres
def test_rows_of_a_file_do_not_wait_for_postgresql_one_by_one(watched):
    """They are looked up together and written together: fewer waits than rows. On a cluster fewer of them are together."""
    rows, waits_max = 600, 600 if processes.IS_CLUSTER else 100
    file = rows_of(("_email", "_externalId"), *((fresh_email(), fresh_id()) for _ in range(rows)))
    before = round_trips_of(watched)
    done = Imports(watched.client(), watched.admin_key).take_in(file)
    assert done["success"] == rows
    waits = round_trips_of(watched) - before
    assert waits < waits_max


@pytest.mark.only_postgres
@pytest.mark.parametrize("body, most", [({"_points": 1}, 4), ({"_name": "Ada"}, 4), ({"_externalId": "a-1"}, 5)])
def test_a_patch_of_a_contact_waits_for_postgresql_at_most_four_times(watched, body, most):
    """The fewest of several: chores that run by themselves are counted, too. A claimed key is looked for first."""
    counts = []
    for number in range(10):
        path = f"/contacts/email/round.trips.{number}.{len(body)}{most}@example.org"
        assert watched.client().call("PATCH", path, json={}, key=watched.admin_key).status == 200
        sent = {name: f"{value}-{number}" if isinstance(value, str) else value for name, value in body.items()}
        before = round_trips_of(watched)
        assert watched.client().call("PATCH", path, json=sent, key=watched.admin_key).status == 200
        counts.append(round_trips_of(watched) - before)
    assert 1 <= min(counts) <= most, counts

"""Settings: file, then environment, then flags; whatever is not understood is refused with its place."""

import pytest

from harness import processes
from harness.processes import run

pytestmark = pytest.mark.any_engine


@pytest.fixture
def write():
    """Writes a configuration file; its path."""

    def put(text):
        path = processes.make_folder() / "tradewind.toml"
        path.write_text(text)
        path.chmod(0o644)
        return path

    return put


def refusal(*arguments, env=None):
    """What is said when the server does not start with these settings."""
    folder = processes.make_folder()
    code, out, err = run("serve", "--data", folder / "data", "--listen", "127.0.0.1:0", *arguments, env=env)
    assert code > 0, f"ended with {code}: {err}"
    assert out == "" and "terminate called" not in err
    assert not (folder / "data").exists(), "a server with wrong settings must not touch the data"
    return err


BAD_FILES = [
    ("nonsense = 1\n", 1, "nonsense"),
    ("\n\n# a comment\nnonsense = 1\n", 4, "nonsense"),
    ('listen = "127.0.0.1:0"\nLISTEN = "127.0.0.1:0"\n', 2, "LISTEN"),
    ("[limits]\nnonsense = 1\n", 2, "nonsense"),
    ("[nonsense]\nx = 1\n", 2, "nonsense"),
    ("[limits]\n[limits.head_seconds]\nx = 1\n", 3, "head_seconds"),
    ("head_seconds = 1\n", 1, "head_seconds"),
    ('[log]\nlevel = "loud"\n', 2, "level"),
    ('[log]\nlevel = 3\n', 2, "level"),
    ('[log]\nformat = "xml"\n', 2, "format"),
    ('threads = "many"\n', 1, "threads"),
    ("threads = -1\n", 1, "threads"),
    ("threads = 1000000\n", 1, "threads"),
    ("threads = 1.5\n", 1, "threads"),
    ("threads = [1]\n", 1, "threads"),
    ('listen = "nonsense"\n', 1, "listen"),
    ('listen = "127.0.0.1"\n', 1, "listen"),
    ('listen = "127.0.0.1:99999"\n', 1, "listen"),
    ('listen = "example.org:80"\n', 1, "listen"),
    ("listen = 8080\n", 1, "listen"),
    ('data = ""\n', 1, "data"),
    ('public_address = "shop.example"\n', 1, "public_address"),
    ('public_address = "ftp://shop.example"\n', 1, "public_address"),
    ('public_address = "https://"\n', 1, "public_address"),
    ('public_address = "https://shop example"\n', 1, "public_address"),
    ("[limits]\nconnections = 0\n", 2, "connections"),
    ("[limits]\nconnections = -5\n", 2, "connections"),
    ('[limits]\n\nconnections_per_address = "x"\n', 3, "connections_per_address"),
    ("[limits]\nhead_seconds = -1\n", 2, "head_seconds"),
    ("[limits]\nidle_seconds = true\n", 2, "idle_seconds"),
    ("[limits]\nbody_grace_seconds = nan\n", 2, "body_grace_seconds"),
    ("[limits]\nbody_grace_seconds = 1e300\n", 2, "body_grace_seconds"),
    ("[webhooks]\nprivate_addresses = 1\n", 2, "private_addresses"),
    ("threads = 1\nthreads = 2\n", 2, "threads"),
    ("threads = \n", 1, ""),
    ("threads = 1\n[log\n", 2, ""),
    ('threads = 1\nlisten = "127.0.0.1:0\n', 2, ""),
    ("threads 1\n", 1, ""),
]


@pytest.mark.parametrize("text, line, word", BAD_FILES, ids=lambda value: repr(value)[:40])
def test_a_bad_file_is_refused_with_file_and_line(write, text, line, word):
    path = write(text)
    said = refusal("--config", path)
    assert f"{path}:{line}" in said and word in said, said


def test_bytes_that_are_no_text_are_refused(write):
    path = write("threads = 1\n")
    path.write_bytes(b"threads = 1\n\xff\xfe = 2\n")
    assert f"{path}:2" in refusal("--config", path)


def test_a_missing_file_is_refused_by_name():
    assert "/nonexistent/tradewind.toml" in refusal("--config", "/nonexistent/tradewind.toml")


def test_a_folder_for_a_file_is_refused_by_name():
    folder = processes.make_folder()
    assert str(folder) in refusal("--config", folder)


def test_a_file_that_may_not_be_read_is_refused_by_name(write):
    path = write("threads = 1\n")
    path.chmod(0)
    assert str(path) in refusal("--config", path)


@pytest.mark.parametrize("name, value", [
    ("TRADEWIND_NONSENSE", "1"), ("TRADEWIND_LISTN", "127.0.0.1:0"), ("TRADEWIND_", "1"),
    ("TRADEWIND_listen", "127.0.0.1:0"),
    ("TRADEWIND_THREADS", "many"), ("TRADEWIND_THREADS", ""), ("TRADEWIND_LOG_LEVEL", "loud"),
    ("TRADEWIND_LISTEN", "nonsense"), ("TRADEWIND_PUBLIC_ADDRESS", "shop.example"), ("TRADEWIND_FAULT", "nonsense"),
])
def test_an_unknown_or_bad_variable_is_refused_by_name(name, value):
    assert name in refusal(env={name: value})


@pytest.mark.parametrize("flag, value", [
    ("--threads", "many"), ("--log-level", "loud"), ("--listen", "nonsense"), ("--listen", ":8080"),
    ("--listen", "127.0.0.1:-1"), ("--public-address", "shop.example"),
])
def test_a_bad_flag_is_refused_by_name(flag, value):
    assert flag in refusal(flag, value)


def test_a_bad_file_is_refused_even_when_a_flag_overrides_it(write):
    path = write("threads = -1\n")
    assert f"{path}:1" in refusal("--config", path, "--threads", "1")


def test_other_variables_are_nobody_elses_business(start_server):
    start_server(env={"TRADE_WIND": "x", "THREADS": "many", "XTRADEWIND_NONSENSE": "1"})


# --- which one wins

FILE = 'public_address = "https://file.example"\n'


def next_link(server):
    """Shows which public address the server took."""
    client, key = server.client(), server.admin_key
    for _ in range(2):
        client.call("POST", "/admin/v1/api-keys/", json={"name": "x", "scopes": ["store:read"]}, key=key)
    return client.call("GET", "/admin/v1/api-keys/?pageSize=1", key=key).json()["links"]["next"]


@pytest.mark.parametrize("config, env, arguments, winner", [
    (FILE, {}, [], "https://file.example/"),
    (FILE, {"TRADEWIND_PUBLIC_ADDRESS": "https://environment.example"}, [], "https://environment.example/"),
    (FILE, {"TRADEWIND_PUBLIC_ADDRESS": "https://environment.example"}, ["--public-address", "https://flag.example"],
     "https://flag.example/"),
    (None, {"TRADEWIND_PUBLIC_ADDRESS": "https://environment.example/"}, [], "https://environment.example/"),
    (FILE, {}, ["--public-address", "https://flag.example/base"], "https://flag.example/base/"),
])
def test_flags_win_over_environment_and_environment_over_file(start_server, config, env, arguments, winner):
    server = start_server(config=config, env=env, arguments=arguments)
    assert next_link(server).startswith(winner + "admin/v1/api-keys/")


def test_by_default_links_name_the_listen_address(start_server):
    server = start_server()
    assert next_link(server).startswith(f"http://127.0.0.1:{server.port}/admin/v1/api-keys/")


@pytest.mark.only_sqlite
def test_the_data_folder_may_come_from_file_and_environment(write, server):
    path = write(f'data = "{server.data}"\n')
    expected = run("store", "show", "--data", server.data)
    assert expected[0] == 0
    assert run("store", "show", "--config", path) == expected
    assert run("store", "show", env={"TRADEWIND_DATA": str(server.data)}) == expected
    assert run("store", "show", "--config", path, env={"TRADEWIND_DATA": "/nonexistent/data"})[0] > 0
    assert run("store", "show", "--config", path, "--data", server.data,
               env={"TRADEWIND_DATA": "/nonexistent/data"}) == expected


def test_every_setting_can_be_given_in_a_file(start_server, document):
    server = start_server(config="""
threads = 1
public_address = "http://shop.example"
[log]
level = "debug"
format = "json"
[limits]
connections = 100
connections_per_address = 50
head_seconds = 5
idle_seconds = 30.5
body_grace_seconds = 5
[webhooks]
private_addresses = false
""")
    assert server.client(document).call("GET", "/store/", key=server.admin_key).status == 200


def test_an_empty_file_changes_nothing(start_server, document):
    server = start_server(config="# nothing\n\n[limits]\n")
    assert server.client(document).call("GET", "/store/", key=server.admin_key).status == 200


def test_the_log_can_be_text_and_quieter():
    folder = processes.make_folder()
    process = processes.spawn(["serve", "--data", folder / "data", "--listen", "127.0.0.1:0", "--log-format", "text"])
    line = b""
    for line in process.stderr:
        if b"listening" in line:
            break
    process.terminate()
    process.communicate(timeout=30)
    assert b"127.0.0.1:" in line and not line.startswith(b"{") and process.returncode == 0


@pytest.mark.parametrize("listen", ["[::1]:0", "127.0.0.2:0", "0.0.0.0:0"])
def test_it_listens_where_it_is_told(start_server, document, listen):
    server = start_server(listen=listen)
    assert server.port > 0
    assert server.client(document).call("GET", "/store/", key=server.admin_key).status == 200

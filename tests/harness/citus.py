"""A Citus cluster for the tests: a coordinator and two workers on the loopback, throw-away.

Citus is no package of Debian. Whoever wants these tests builds it from its source, and names the pg_config of the
PostgreSQL that it was installed into by CITUS_PG_CONFIG.
"""

import os
import socket
import subprocess

from harness import postgres, processes

WORKERS = 2
SHARDS = 4
SAMPLE = "sample"
# Each database has processes and connections of Citus on every node that look after it: those that nobody uses any more
# are dropped, but for the last few.
RETIRED_MAX = 10
SETTINGS = ("shared_preload_libraries=citus", f"citus.shard_count={SHARDS}", "max_prepared_transactions=400", "max_connections=1000",
            "max_worker_processes=400", "citus.max_background_task_executors_per_node=1", "wal_level=logical",
            "citus.enable_statistics_collection=off", "citus.node_conninfo=sslmode=disable")


def is_wanted():
    """Whether the tests that use PostgreSQL are to use a cluster instead."""
    return processes.IS_CLUSTER


def pg_config():
    """None without one."""
    return os.environ.get("CITUS_PG_CONFIG") or None


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Cluster(postgres.PostgresServer):
    """The coordinator; its workers start and end with it. Databases are made on all of them."""

    def __init__(self, durable=False, settings=()):
        folder = subprocess.run([pg_config(), "--bindir"], capture_output=True, text=True, check=True).stdout.strip()
        options = {"durable": durable, "settings": (*SETTINGS, *settings), "programs": folder}
        self.workers = [postgres.PostgresServer(port=free_port(), **options) for _ in range(WORKERS)]
        super().__init__(port=free_port(), **options)
        self._has_sample = False
        self._retired = []

    @property
    def nodes(self):
        return [self, *self.workers]

    def make_empty_database(self):
        """With the extension on every node, and nothing in it; its name."""
        name = next(self._names)
        self._make_empty(name)
        return name

    def make_database(self):
        """With the newest schema, which is spread."""
        if not self._has_sample:
            self._make_sample()
        name = next(self._names)
        self._copy(SAMPLE, name)
        return name

    def retire_database(self, name):
        """Nobody is expected to use it any more."""
        self.reuse_database(name)
        self._retired.append(name)
        if len(self._retired) > RETIRED_MAX:
            oldest = self._retired.pop(0)
            for node in self.nodes:
                node.sql(f"DROP DATABASE IF EXISTS {oldest} WITH (FORCE)")

    def reuse_database(self, name):
        """Somebody does."""
        if name in self._retired:
            self._retired.remove(name)

    def copy_database(self, name, copy):
        self._close(name)
        self._copy(name, copy)
        for node in self.nodes:
            node.sql(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS true")

    def _make_empty(self, name):
        for node in self.nodes:
            node.sql(f"CREATE DATABASE {name} STRATEGY file_copy")
            node.sql("CREATE EXTENSION citus", name)
        self.sql(f"SELECT citus_set_coordinator_host('127.0.0.1', {self.port})", name)
        for worker in self.workers:
            self.sql(f"SELECT citus_add_node('127.0.0.1', {worker.port})", name)

    def _make_sample(self):
        self._make_empty(SAMPLE)
        code, _, problem = processes.run("database", "distribute", "--database", self.address(SAMPLE), timeout=300)
        assert code == 0, problem
        self._close(SAMPLE)
        self._has_sample = True

    def _close(self, name):
        """What Citus keeps connected to a database would keep it from being copied."""
        for node in self.nodes:
            node.sql(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false")
            node.sql(f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'")

    def _copy(self, name, copy):
        for node in self.nodes:
            node.sql(f"CREATE DATABASE {copy} STRATEGY file_copy TEMPLATE {name}")

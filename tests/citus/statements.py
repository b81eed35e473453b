"""Tries every statement of the program on a server: prepares it, asks for its plan, and runs it with made-up values."""

import re
import subprocess
from dataclasses import dataclass

# More often than a server plans a prepared statement for each values: later ones get a plan for any.
RUNS = 7
VALUES = {"bigint": "1", "integer": "1", "text": "'[1]'", "jsonb": "'[1, 2]'", "bytea": "'\\x00'", "bigint[]": "'{1, 2}'",
          "text[]": "'{a, b}'", "boolean": "true"}
# They are about transactions or locks of the connection itself, or about the steps of the schema, whose numbers are taken.
NOT_TRIED = ("transaction.", "open_writes.mark", "schema.lock", "schema_migrations.insert")


@dataclass
class Tried:
    name: str
    problem: str  # None: it runs.
    tasks: int  # On how many shards the plan for one set of values looks; 0: on none.


def try_all(server, database, statements):
    """What became of each."""
    return [_try(server, database, name, sql) for name, sql in statements.items() if not name.startswith(NOT_TRIED)]


def _try(server, database, name, sql):
    types = _ask(server, database, f"PREPARE tried AS {sql}; "
                                   "SELECT parameter_types FROM pg_prepared_statements WHERE name = 'tried'")
    if types.returncode != 0:
        return Tried(name, types.stderr, 0)
    kinds = [kind.strip('"') for kind in types.stdout.strip().strip("{}").split(",") if kind]
    execute = "EXECUTE tried" + (f" ({', '.join(VALUES[kind] for kind in kinds)})" if kinds else "")
    done = _ask(server, database, f"PREPARE tried AS {sql}; " + f"BEGIN; {execute}; ROLLBACK; " * RUNS)
    # What Citus can run it cannot always explain.
    plan = _ask(server, database, f"PREPARE tried AS {sql}; BEGIN; EXPLAIN {execute}; ROLLBACK; ").stdout
    tasks = sum(map(int, re.findall(r"Task Count: (\d+)", plan)))
    return Tried(name, done.stderr if done.returncode != 0 else None, tasks)


def _ask(server, database, text):
    command = [server._program("psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", server.address(database)]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)

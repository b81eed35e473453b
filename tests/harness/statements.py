"""The SQL statements of the program, and which shards of a cluster they name."""

import json
import re
import sqlite3
import subprocess

from harness import processes
from harness.migrations import MIGRATIONS, text_for

TABLE = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)(?:\s+(?:AS\s+)?(?!WHERE|SET|ON|JOIN|LEFT|CROSS|ORDER|GROUP|UNION|"
                   r"LIMIT|FOR|VALUES|USING|DO)(\w+))?")
COLUMN = r"(?:(\w+)\.)?(\w+)"
VALUE = re.compile(rf"(?<![\w.]){COLUMN}\s*=\s*(?:cast\()?\$\d+")
SAME = re.compile(rf"(?<![\w.$]){COLUMN}\s*=\s*{COLUMN}\b(?!\s*\()")
# A condition in parentheses of which one half is enough.
EITHER = re.compile(r"\((?:[^()]|\([^()]*\))* OR (?:[^()]|\([^()]*\))*\)")
INSERT = re.compile(r"\bINSERT INTO (\w+)(?: AS \w+)? \(([^)]*)\)")


def all_statements():
    """{name: its words for a cluster}"""
    said = subprocess.run([processes.BINARY_FOLDER / "storage_queries"], capture_output=True, text=True, check=True).stdout
    listed = map(json.loads, said.splitlines())
    return {one["name"]: one.get("cluster", one["postgres"]) for one in listed if "postgres" in one}


def schema():
    """The newest, as a database of SQLite."""
    connection = sqlite3.connect(":memory:")
    for path in MIGRATIONS:
        connection.executescript(text_for("postgres", path))
    return connection


def spread_of(connection):
    """{table: (way, key)}, as the migrations say."""
    return {name: (way, key) for name, way, key in connection.execute("SELECT name, way, key FROM table_spread")}


def tables_on_all_machines(sql, keys):
    """The tables that a statement looks for on every machine: those it names without an equality of their partition key
    to a value, or to the key of a table that has one. `keys` are those of the tables that are spread."""
    sql = EITHER.sub("(either)", re.sub(r"\s+", " ", sql))
    named = {alias or table: table for table, alias in TABLE.findall(sql) if table in keys}
    inserted = {table for table, columns in INSERT.findall(sql)
                if table in keys and keys[table] in [column.strip() for column in columns.split(",")]}

    def owners(alias, column):
        """Those of whom this can be the key."""
        if alias:
            return {alias} if keys.get(named.get(alias)) == column else set()
        return {one for one, table in named.items() if keys[table] == column}

    known = set().union(*(owners(*match) for match in VALUE.findall(sql)))
    pairs = [(owners(left, key), owners(right, other)) for left, key, right, other in SAME.findall(sql)]
    while more := set().union(*(b for a, b in pairs if a & known), *(a for a, b in pairs if b & known)) - known:
        known |= more
    return sorted({table for alias, table in named.items() if alias not in known and table not in inserted})

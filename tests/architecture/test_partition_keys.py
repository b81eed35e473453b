"""The statements for Citus in docs/postgresql.md are those of the schema: every table once, by a key that each of its
unique constraints holds, as the migrations say."""

import re
import sqlite3
from pathlib import Path

from harness.migrations import MIGRATIONS, text_for

ROOT = Path(__file__).resolve().parents[2]
STATEMENT = re.compile(r"SELECT create_(reference|distributed)_table\('(\w+)'(?:, '(\w+)'(?:, colocate_with => '(\w+)')?)?\);")


def schema():
    connection = sqlite3.connect(":memory:")
    for path in MIGRATIONS:
        connection.executescript(text_for("postgres", path))
    return connection


def documented():
    """{table: partition key, or None for a reference table}, as the page has them."""
    found = {}
    for kind, table, key, _ in STATEMENT.findall((ROOT / "docs/postgresql.md").read_text()):
        assert table not in found, f"{table} is there twice"
        assert (kind == "reference") == (key == ""), table
        found[table] = key or None
    return found


def commented():
    """The same as the comments above the tables say."""
    found = {}
    for path in MIGRATIONS:
        for comment, table in re.findall(r"((?:^--[^\n]*\n)+)create table (\w+)", path.read_text(), re.MULTILINE):
            text = " ".join(line.removeprefix("--").strip() for line in comment.splitlines())
            if key := re.search(r"Partition key: (\w+)", text):
                found[table] = key.group(1)
            elif "eference table" in text:
                found[table] = None
    return found


def unique_keys(connection, table):
    """The columns of every unique constraint, the primary key among them."""
    columns = [row for row in connection.execute(f"PRAGMA table_info({table})")]
    yield {row[1] for row in columns if row[5]}
    for _, name, is_unique, *_ in connection.execute(f"PRAGMA index_list({table})"):
        if is_unique:
            yield {row[2] for row in connection.execute(f"PRAGMA index_info({name})")}


def test_every_table_is_spread_in_one_way():
    connection = schema()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables == set(documented()), "the page and the schema name other tables"


def test_every_unique_constraint_holds_the_partition_key():
    connection = schema()
    for table, key in documented().items():
        if key is not None:
            for columns in unique_keys(connection, table):
                assert key in columns, f"{table}: {columns} cannot be unique when it is spread by {key}"


def test_the_migrations_say_the_same():
    said, page = commented(), documented()
    assert set(page) <= set(said), f"no comment says how these are spread: {set(page) - set(said)}"
    for table, key in page.items():
        assert said[table] == key, table


def test_a_page_that_forgets_a_table_would_be_noticed():
    """The control: with one statement less, the first test fails."""
    page = documented()
    page.pop(next(iter(page)))
    connection = schema()
    assert {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} != set(page)

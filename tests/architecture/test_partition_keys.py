"""How tables are spread over a cluster: the migrations say it of every table once, by a key that each of its unique
constraints holds, and docs/postgresql.md shows the same."""

import re
from pathlib import Path

from harness import statements

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"^(\w+): (a copy on every machine|on the coordinator|spread by (\w+)(, beside contacts)?)$", re.MULTILINE)


def documented():
    """{table: (way, key)} as the page shows them."""
    found = {}
    for table, place, key, beside in LINE.findall((ROOT / "docs/postgresql.md").read_text()):
        assert table not in found, f"{table} is there twice"
        way = {"a copy on every machine": "reference", "on the coordinator": "local"}.get(place)
        is_contact = beside or table == "contacts"
        found[table] = (way, None) if way else ("contact" if is_contact else "key", key)
    return found


def tables_of(connection):
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return names | {"schema_migrations"}  # Made before the first migration.


def unique_keys(connection, table):
    """The columns of every unique constraint, the primary key among them."""
    columns = [row for row in connection.execute(f"PRAGMA table_info({table})")]
    yield {row[1] for row in columns if row[5]}
    for _, name, is_unique, *_ in connection.execute(f"PRAGMA index_list({table})"):
        if is_unique:
            yield {row[2] for row in connection.execute(f"PRAGMA index_info({name})")}


def test_every_table_is_spread_in_one_way():
    connection = statements.schema()
    spread = statements.spread_of(connection)
    assert tables_of(connection) == set(spread), "add a line for each new table to table_spread, in its migration"
    for table, (way, key) in spread.items():
        assert (key is not None) == (way in ("contact", "key")) and way in ("contact", "key", "reference", "local"), table


def test_every_unique_constraint_holds_the_partition_key():
    connection = statements.schema()
    for table, (_, key) in statements.spread_of(connection).items():
        if key is not None:
            for columns in unique_keys(connection, table):
                assert key in columns, f"{table}: {columns} cannot be unique when it is spread by {key}"


def test_the_page_shows_the_same():
    assert documented() == statements.spread_of(statements.schema())
    text = (ROOT / "docs/postgresql.md").read_text()
    assert f"\n{len(documented())} tables moved." in text


def test_what_is_about_a_contact_stands_beside_it():
    """Of every table with the id of a contact as part of its primary key."""
    connection = statements.schema()
    for table, (way, key) in statements.spread_of(connection).items():
        primary = {row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[5]}
        assert (way == "contact") == ("contact_id" in primary or table in ("contacts", "activities")), table


def test_a_migration_that_forgets_a_table_would_be_noticed():
    """The control: with one line less, the first test fails."""
    connection = statements.schema()
    connection.execute("DELETE FROM table_spread WHERE name = 'runs'")
    assert tables_of(connection) != set(statements.spread_of(connection))

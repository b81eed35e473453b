"""Whoever starts goes on above the newest id, so the statement that finds it must know every table with ids of ours."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Its one row is made before anything else.
NOT_ASKED = {"store"}


def tables_with_ids():
    found = set()
    for path in sorted((ROOT / "src/storage/migrations").glob("*.sql")):
        for table in re.finditer(r"create table (\w+) \((.*?)\n\);", path.read_text(), re.DOTALL):
            if re.search(r"^    id \{id\}", table[2], re.MULTILINE):
                found.add(table[1])
        for before, after in re.findall(r"alter table (\w+) rename to (\w+);", path.read_text()):
            if before in found:
                found = found - {before} | {after}
    return found


def test_every_table_with_ids_is_asked_for_its_newest():
    statement = (ROOT / "src/storage/stores/settings/newest_id.cpp").read_text()
    asked = set(re.findall(r"max\(id\)(?: AS \w+)? FROM (\w+)", statement))
    # Of activities each engine is asked in its own words, behind those that both share.
    asked |= set(re.findall(r"newest_of_others, \"(\w+)", statement)) & set(re.findall(r"FROM (\w+) a WHERE", statement))
    assert "contacts" in tables_with_ids()
    assert asked == tables_with_ids() - NOT_ASKED

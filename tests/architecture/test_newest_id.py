"""Whoever starts goes on above the newest id, so the statement that finds it must know every table with ids of ours."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Its one row is made before anything else, and ids of activities are no primary key by themselves.
NOT_ASKED, BY_TIME = {"store"}, {"activities"}


def tables_with_ids():
    found = set()
    for path in sorted((ROOT / "src/storage/migrations").glob("*.sql")):
        for table in re.finditer(r"create table (\w+) \((.*?)\n\);", path.read_text(), re.DOTALL):
            if re.search(r"^    id \{id\}", table[2], re.MULTILINE):
                found.add(table[1])
    return found


def test_every_table_with_ids_is_asked_for_its_newest():
    statement = (ROOT / "src/storage/stores/settings/newest_id.cpp").read_text()
    asked = set(re.findall(r"max\(id\)(?: AS \w+)? FROM (\w+)", statement)) | set(
        re.findall(r"SELECT id FROM (\w+) ORDER BY at", statement))
    assert "contacts" in tables_with_ids()
    assert asked == tables_with_ids() - NOT_ASKED | BY_TIME

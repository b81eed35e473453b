"""The steps of the schema as an engine reads them; see storage/migrations/migrate.h."""

import re
from pathlib import Path

MIGRATIONS = sorted((Path(__file__).resolve().parents[2] / "src/storage/migrations").glob("*.sql"))
WORDS = {"{id}": "integer primary key", "{text}": "text", "{json}": "text", "{bytes}": "blob", "{by_key}": "without rowid"}


def text_for(engine, path):
    """In words that SQLite understands, whichever engine the parts are for."""
    other = {"sqlite": "postgres", "postgres": "sqlite"}[engine]
    text = re.sub(rf"\{{for {other}\}}.*?(?=\{{for |\Z)", "", path.read_text(), flags=re.DOTALL)
    text = re.sub(r"\{for \w+\}", "", text)
    for word, meaning in WORDS.items():
        text = text.replace(word, "" if word == "{by_key}" and engine == "postgres" else meaning)
    return text

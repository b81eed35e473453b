"""Holds the list of SQL statements against texts in which one could be missed."""

from pathlib import Path

import pytest

from list_queries import CannotRead, engines_of, main, queries_by_file, queries_in

READ = [
    ('constexpr Query a{.name = "a", .sql = "SELECT 1"};', ["a"]),
    ('constexpr Query a{\n    .sql = R"(SELECT \'}\')"};\nconstexpr Query b{};', ["a", "b"]),
    ('constexpr Query a{.sql = sql<"SELECT ", names, " FROM b">};', ["a"]),
    ('// Query a{}\nauto s = "Query a{}";', []),
    ("struct Query { int x; };\nclass Query;\nvoid f(const Query& query, const Query* other, Query const& third);", []),
    ("transaction.query(a, {id.number});\ntransaction.execute(b);\nstatement.sql == text;", []),
]


@pytest.mark.parametrize("text, queries", READ)
def test_every_constant_is_found(text, queries):
    assert queries_in("a.cpp", text) == queries


@pytest.mark.parametrize("text", [
    'constexpr Query a = {.sql = "SELECT 1"};',
    'void f() {\n    static constexpr Query a{.sql = "SELECT 1"};\n}',
    'const Query a{.sql = "SELECT 1"};',
    'run(Query{.sql = "SELECT 1"});',
    'run({.name = "a", .sql = "SELECT 1"});',
    'transaction.query({"a", "SELECT 1"});',
    'transaction.execute(\n    {"a", "SELECT 1"}, {id});',
    "constexpr std::array<Query, 2> both{};",
    "constexpr Query both[] = {};",
    "auto a = Query();",
    "using Statement = Query;",
    "const std::vector<Query> all;",
])
def test_a_statement_made_otherwise_is_refused(text):
    with pytest.raises(CannotRead):
        queries_in("a.cpp", text)


def test_the_file_tells_the_engine():
    assert engines_of("storage/sqlite/writer.cpp") == "Sqlite"
    assert engines_of("storage/postgres/watcher.cpp") == "Postgres"
    assert engines_of("storage/stores/settings/api_key_store.cpp") == "Both"


def listed(folder, sources, pieces):
    """What is written for these sources, each piece of which includes some of them."""
    for name, text in {**sources, **pieces}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    main(folder / "src", folder / "list.cpp", *(folder / name for name in pieces))
    return (folder / "list.cpp").read_text()


def test_each_piece_lists_its_statements(tmp_path):
    sources = {"src/storage/a.cpp": "constexpr Query one{};", "src/storage/b.cpp": "constexpr Query two{};\nint other;",
               "src/storage/c.cpp": "", "src/storage/a_test.cpp": "const Query three{};"}
    pieces = {"p-r.cpp": '#include "storage/a.cpp"\n#include "storage/b.cpp"\n', "s.cpp": '#include "storage/c.cpp"\n'}
    whole = listed(tmp_path, sources, pieces)
    piece = (tmp_path / "p-r_queries.h").read_text()
    assert '{"storage/a.cpp", QueryEngines::Both, one}' in piece and '{"storage/b.cpp", QueryEngines::Both, two}' in piece
    assert "queries_of_p_r" in whole and "queries_of_s" not in whole
    assert "ListedQuery" not in (tmp_path / "s_queries.h").read_text()

    # Another text of a statement is the compiler's business: nothing else need be compiled again.
    before = (tmp_path / "p-r_queries.h").stat().st_mtime_ns
    listed(tmp_path, {"src/storage/a.cpp": 'constexpr Query one{.sql = "SELECT 1"};'}, pieces)
    assert (tmp_path / "p-r_queries.h").stat().st_mtime_ns == before


@pytest.mark.parametrize("file", ["src/storage/a.h", "src/api/a.cpp"])
def test_a_statement_in_no_piece_is_refused(tmp_path, file):
    with pytest.raises(CannotRead):
        listed(tmp_path, {file: "constexpr Query one{};"}, {"p.cpp": ""})


def test_every_statement_of_the_program_is_one_that_can_be_listed():
    source = Path(__file__).resolve().parents[2] / "src"
    assert all(name.startswith("storage/") and name.endswith(".cpp") for name in queries_by_file(source))

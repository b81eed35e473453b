"""Holds the list of SQL statements against texts in which one could be missed."""

import pytest

from list_queries import CannotRead, engines_of, queries_in

READ = [
    ('constexpr Query a{.name = "a", .sql = "SELECT 1"};', ['{.name = "a", .sql = "SELECT 1"}']),
    ('static constexpr Query a{.sql = R"(SELECT \'}\')"};\nconst Query b{};', ['{.sql = R"(SELECT \'}\')"}', "{}"]),
    ('// Query a{}\nauto s = "Query a{}";', []),
    ("struct Query { int x; };\nclass Query;\nvoid f(const Query& query, const Query* other, Query const& third);", []),
]


@pytest.mark.parametrize("text, queries", READ)
def test_every_constant_is_found(text, queries):
    assert list(queries_in("a.cpp", text)) == queries


@pytest.mark.parametrize("text", [
    'constexpr Query a = {.sql = "SELECT 1"};',
    'run(Query{.sql = "SELECT 1"});',
    "constexpr std::array<Query, 2> both{};",
    "constexpr Query both[] = {};",
    "auto a = Query();",
    "using Statement = Query ;\nconst std::vector<Query> all;",
])
def test_a_statement_made_otherwise_is_refused(text):
    with pytest.raises(CannotRead):
        list(queries_in("a.cpp", text))


def test_the_file_tells_the_engine():
    assert engines_of("storage/sqlite/writer.cpp") == "Sqlite"
    assert engines_of("storage/postgres/watcher.cpp") == "Postgres"
    assert engines_of("storage/stores/settings/api_key_store.cpp") == "Both"

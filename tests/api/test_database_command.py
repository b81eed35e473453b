"""`tradewind database distribute` where there is no cluster. What it does in one is in tests/citus."""

import pytest

from harness import postgres, processes


@pytest.mark.any_engine
def test_a_store_in_sqlite_is_not_spread():
    code, out, err = processes.run("database", "distribute")
    assert (code, out) == (1, "") and "Only a PostgreSQL database can be spread" in err
    assert processes.run("database")[0] != 0


@pytest.mark.only_postgres
def test_a_server_without_citus_is_refused_and_stays_as_it_was():
    server = postgres.PostgresServer()
    name = server.make_database()
    code, out, err = processes.run("database", "distribute", "--database", server.address(name))
    assert (code, out) == (1, "") and "The database has no Citus." in err
    assert server.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name) == "0"
    server.remove()

"""Every statement of the program runs on a cluster, also when it has run often enough to be planned for any values."""

import statements as tried
from harness import postgres
from harness.statements import all_statements


def test_every_statement_runs():
    cluster = postgres.shared()
    results = tried.try_all(cluster, cluster.make_database(), all_statements())
    assert len(results) > 400
    assert not {one.name: one.problem for one in results if one.problem}


def test_one_that_a_cluster_refuses_would_be_noticed():
    """The control."""
    cluster = postgres.shared()
    refused = {"made.up": "SELECT id FROM contacts WHERE email = $1 FOR UPDATE"}
    [result] = tried.try_all(cluster, cluster.make_database(), refused)
    assert "FOR UPDATE" in result.problem

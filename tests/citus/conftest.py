"""These tests are about a cluster: without one they are not run, and say so."""

import pytest

from harness import citus


def pytest_collection_modifyitems(items):
    if not citus.is_wanted() or citus.pg_config() is None:
        skip = pytest.mark.skip(reason="CITUS_PG_CONFIG names no pg_config of a PostgreSQL with Citus")
        for item in items:
            item.add_marker(skip)

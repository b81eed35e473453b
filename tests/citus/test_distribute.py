"""`tradewind database distribute`: as the migrations say, safely repeated, and with nothing left behind."""

from harness import postgres, processes
from harness.statements import schema, spread_of


def distribute(address):
    return processes.run("database", "distribute", "--database", address, timeout=300)


def catalogue(cluster, name):
    """{table: (way, key)} as Citus knows them."""
    text = cluster.sql("SELECT logicalrelid, partmethod, repmodel, column_to_column_name(logicalrelid, partkey), "
                       "colocationid = (SELECT colocationid FROM pg_dist_partition WHERE logicalrelid = 'contacts'::regclass) "
                       "FROM pg_dist_partition", name)
    found = {}
    for table, method, model, key, is_beside in (line.split("|") for line in text.splitlines()):
        found[table] = (("reference" if model == "t" else "local", None) if method == "n" else
                        ("contact" if is_beside == "t" else "key", key))
    return found


def test_tables_are_spread_as_the_migrations_say_and_stay_when_it_is_done_again():
    cluster = postgres.shared()
    name = cluster.make_empty_database()
    code, out, err = distribute(cluster.address(name))
    assert (code, err) == (0, "") and "contacts: spread by id\n" in out and "What changes:" in out
    spread = spread_of(schema())
    assert catalogue(cluster, name) == spread and f"{len(spread)} tables moved." in out
    code, out, err = distribute(cluster.address(name))
    assert (code, err) == (0, "") and "contacts: spread by id, as before\n" in out and "\n0 tables moved." in out
    assert catalogue(cluster, name) == spread


FUNCTIONS = "SELECT oid::regprocedure FROM pg_proc WHERE proname LIKE 'contact_pair_%' ORDER BY 1"


def test_the_functions_of_pairs_are_on_all_machines_and_those_of_another_version_on_none():
    cluster = postgres.shared()
    name = cluster.make_database()
    made = cluster.sql(FUNCTIONS, name)
    assert len(made.splitlines()) > 1
    assert [node.sql(FUNCTIONS, name) for node in cluster.nodes] == [made] * len(cluster.nodes)
    # One of the same name, for other types, and one of other words.
    kept, _, types = made.splitlines()[0].partition("(")
    for other in (f"{kept}({types.replace('bigint', 'text', 1)}", "contact_pair_of_before(bigint)"):
        cluster.sql(f"CREATE FUNCTION {other} RETURNS void LANGUAGE plpgsql AS 'BEGIN END'", name)
    assert distribute(cluster.address(name))[0] == 0
    assert [node.sql(FUNCTIONS, name) for node in cluster.nodes] == [made] * len(cluster.nodes)
    delegated = cluster.sql("SELECT count(*) FROM pg_dist_object WHERE force_delegation AND distribution_argument_index = 0",
                            name)
    assert int(delegated) == len(made.splitlines())


def test_a_table_that_is_spread_otherwise_is_put_right_with_its_rows():
    cluster = postgres.shared()
    name = cluster.make_database()
    cluster.sql("SELECT undistribute_table('coupons')", name)
    cluster.sql("INSERT INTO coupons (set_id, number, created_at) SELECT 7, n, 0 FROM generate_series(1, 10) n", name)
    cluster.sql("SELECT create_reference_table('coupons')", name)
    code, out, err = distribute(cluster.address(name))
    assert (code, err) == (0, "") and "coupons: spread by set_id\n" in out and "\n1 tables moved." in out
    assert cluster.sql("SELECT count(*) FROM coupons WHERE set_id = 7", name) == "10"


def test_rows_that_were_there_leave_the_coordinator():
    cluster = postgres.shared()
    name = cluster.make_database()
    cluster.sql("SELECT undistribute_table('contact_emails')", name)
    cluster.sql("INSERT INTO contact_emails (email_key, contact_id) VALUES ('left@example.org', 1)", name)
    # As by one that was killed between the two steps.
    cluster.sql("SELECT create_distributed_table('contact_emails', 'email_key', colocate_with => 'none')", name)
    assert cluster.sql("SELECT pg_relation_size('contact_emails')", name) != "0"
    assert distribute(cluster.address(name))[0] == 0
    assert cluster.sql("SELECT pg_relation_size('contact_emails')", name) == "0"
    assert cluster.sql("SELECT contact_id FROM contact_emails WHERE email_key = 'left@example.org'", name) == "1"


def test_it_is_refused_where_it_cannot_be_done(start_server):
    cluster = postgres.shared()
    plain = "plain_one"
    cluster.sql(f"CREATE DATABASE {plain}")
    code, out, err = distribute(cluster.address(plain))
    assert (code, out) == (1, "") and "has no Citus" in err
    cluster.sql("CREATE EXTENSION citus", plain)
    assert "do not know the coordinator" in distribute(cluster.address(plain))[2]
    cluster.sql(f"SELECT citus_set_coordinator_host('127.0.0.1', {cluster.port})", plain)
    assert "has no workers" in distribute(cluster.address(plain))[2]
    worker = cluster.workers[0]
    assert "is a worker" in distribute(worker.address(cluster.make_database()))[2]
    server = start_server()
    in_use = processes.database_address(server.data)
    assert "A service uses the database" in distribute(in_use)[2]
    server.stop()
    assert distribute(in_use)[0] == 0
    code, _, err = processes.run("database", "distribute")
    assert code == 1 and "Only a PostgreSQL database can be spread" in err

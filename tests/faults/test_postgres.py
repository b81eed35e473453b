"""PostgreSQL killed, stopped and failed over under write load: only honest outcomes, and nothing acknowledged is lost."""

import os
import random
import signal
import time

import pytest

from harness import processes
from harness.server import Server
from harness.settling_load import SettlingLoad
from stalling_door import StallingDoor

ROUNDS = max(3, int(os.environ.get("FAULT_ROUNDS", "50")) // 10)
FAILOVERS = max(1, ROUNDS // 10)
ACKNOWLEDGED_PER_ROUND = 30
BACK_SECONDS_MAX = 30
ENDED_SECONDS_MAX = 15
GIVEN_UP_SECONDS_MAX = 6  # It would wait for ten.
STALLS = 24  # Each part of a start sends more pieces than lie between two of them.
STALL_SECONDS = 12  # Longer than a connection, an answer or the end of a commit is waited for.
STALLED_START_SECONDS_MAX = 90


def start(address, fault=None):
    """A server whose database will come and go. The first start is sound, whatever fault is planted afterwards."""
    options = {"folder": processes.make_folder(), "owner": "the fault tests of PostgreSQL", "is_doomed": True}
    env = {"TRADEWIND_DATABASE": address}
    server = Server(**options, env=env)
    if fault is None:
        return server
    server.stop(signal.SIGINT)
    return Server(**options, env={**env, "TRADEWIND_FAULT": fault})


def load_while_it_dies(postgres, server, chance, rounds):
    """The load after so many deaths of the database, each in another way."""
    load = SettlingLoad(server, server.admin_key)
    load.start()
    try:
        for number in range(rounds):
            load.await_acknowledgements(chance.randint(1, ACKNOWLEDGED_PER_ROUND))
            postgres.kill() if number % 2 == 0 else postgres.stop()
            postgres.start()
            load.await_acknowledgements(ACKNOWLEDGED_PER_ROUND)
    finally:
        load.stop()
    return load


def test_killing_and_restarting_it_loses_nothing_that_was_acknowledged(make_postgres, seed, survived):
    postgres = make_postgres()
    server = start(postgres.address(postgres.make_database()))
    load = load_while_it_dies(postgres, server, random.Random(seed), ROUNDS)
    problem = load.problem()
    survived("PostgreSQL killed and restarted", ROUNDS, load.outcomes["done"], str(dict(load.outcomes)))
    server.stop()
    assert problem is None, f"{problem} (FAULT_SEED={seed})"
    assert load.outcomes["none"] + load.outcomes["unknown"] > 0, "nobody noticed that the database was gone"


@pytest.mark.parametrize("fault", ["answer-before-commit", "synchronous-off"])
def test_the_check_notices_a_server_that_does_not_wait(make_postgres, seed, fault, noticed):
    chance = random.Random(seed)
    postgres = make_postgres()
    for tries in range(1, 2 * ROUNDS + 1):
        server = start(postgres.address(postgres.make_database()), fault)
        load = SettlingLoad(server, server.admin_key)
        load.start()
        load.await_acknowledgements(chance.randint(5, ACKNOWLEDGED_PER_ROUND))
        postgres.kill()
        postgres.start()
        load.await_acknowledgements(1)
        load.stop()
        problem = load.problem()
        server.kill()
        if problem:
            break
    noticed("PostgreSQL killed and restarted", fault, problem)
    assert problem is not None, f"{tries} kills did not notice {fault} (FAULT_SEED={seed})"
    assert "lost" in problem or "back" in problem, problem


def test_health_never_asks_the_database_and_readiness_does(make_postgres):
    postgres = make_postgres()
    server = start(postgres.address(postgres.make_database()))
    private = server.private_client()
    told = private.call("GET", "/readyz")
    assert told.status == 200 and told.json()["components"]["durability"] == {"status": "ok"}
    postgres.stop()
    told = private.call("GET", "/readyz")
    assert told.status == 503 and told.json()["components"]["database"]["status"] == "failing"
    assert private.call("GET", "/healthz").status == 200
    postgres.start()
    deadline = time.monotonic() + BACK_SECONDS_MAX
    while private.call("GET", "/readyz").status != 200:
        assert time.monotonic() < deadline, "it does not come back"
        time.sleep(0.05)  # It looks for its database by itself.
    server.stop()


def start_that_waits(address, told):
    """A process that has said so."""
    process = processes.spawn(["serve", "--data", processes.make_folder() / "data", "--listen", "127.0.0.1:0"],
                              {"TRADEWIND_DATABASE": address})
    assert told in process.stderr.readline()
    return process


def start_without_database(address):
    return start_that_waits(address, b"the database cannot be reached")


def end_once_it_listens(process):
    """What it told until then."""
    told = []
    for line in process.stderr:
        told.append(line)
        if b'"listening"' in line:
            break
    assert told and b'"listening"' in told[-1], "it ended without being ready"
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=ENDED_SECONDS_MAX)
    assert process.returncode == 0
    return told


def test_a_start_waits_for_a_database_that_starts_at_the_same_time(make_postgres):
    postgres = make_postgres()
    address = postgres.address(postgres.make_database())
    postgres.stop()
    process = start_without_database(address)
    postgres.start()
    assert b"the database is reached again" in end_once_it_listens(process)[0]


def test_a_start_that_waits_for_its_database_can_be_ended():
    process = start_without_database(f"postgres://tester@/nothing?host={processes.make_folder()}")
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=GIVEN_UP_SECONDS_MAX)
    assert process.returncode > 0 and b"No such file or directory" in told


def beginning_with(postgres, database):
    """Meanwhile another process is on the threshold of the database, as one that brings its schema up to date is."""
    return postgres.holding("SELECT pg_advisory_lock(x'7472616465776e64'::bigint)", database)


def start_beside_another(address):
    return start_that_waits(address, b"another process is beginning with this database; waiting for it")


def test_a_start_that_waits_for_another_one_says_so_once(make_postgres):
    postgres = make_postgres()
    database = postgres.make_database()
    with beginning_with(postgres, database):
        process = start_beside_another(postgres.address(database))
        time.sleep(1.5)  # It looks again meanwhile.
    assert not any(b"waiting for it" in line for line in end_once_it_listens(process))


def test_a_start_that_waits_for_another_one_can_be_ended(make_postgres):
    postgres = make_postgres()
    database = postgres.make_database()
    with beginning_with(postgres, database):
        process = start_beside_another(postgres.address(database))
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=GIVEN_UP_SECONDS_MAX)
    assert process.returncode > 0 and b"was asked to end" in told


class StalledStart:
    """A first start whose server stalls once the process has sent so many pieces to it."""

    def __init__(self, postgres, stalls_at):
        folder = processes.make_folder()
        self.door = StallingDoor(folder, postgres.folder, stalls_at, STALL_SECONDS)
        self.data = processes.make_folder() / "data"
        address = postgres.address(postgres.make_database()).replace(str(postgres.folder), str(folder))
        self.process = processes.spawn(["serve", "--data", self.data, "--listen", "127.0.0.1:0"],
                                       {"TRADEWIND_DATABASE": address})

    def end(self):
        """Once it serves. What it told until then, and the rest."""
        told = []
        for line in self.process.stderr:
            told.append(line.decode())
            if '"listening"' in told[-1]:
                break
        self.process.send_signal(signal.SIGINT)
        _, rest = self.process.communicate(timeout=STALLED_START_SECONDS_MAX)
        self.door.close()
        return "".join(told), rest.decode()


def test_a_start_outlives_a_server_that_stalls_at_any_moment_of_it(make_postgres):
    postgres = make_postgres()
    sound = StalledStart(postgres, stalls_at=None)
    sound.end()
    # Whoever does not get the very first connection in time gives up.
    moments = [3 + number * (sound.door.pieces - 3) // STALLS for number in range(STALLS)]
    starts = {moment: StalledStart(postgres, moment) for moment in moments}
    for moment, one in starts.items():
        told, rest = one.end()
        assert '"listening"' in told and one.process.returncode == 0, f"stalled at {moment}: {told}{rest}"
        assert (one.data / "first-admin-key").exists(), f"stalled at {moment}: nobody has a key"
        assert one.door.has_stalled


class Pair:
    """A primary, its standby, and a server that knows both."""

    def __init__(self, make_postgres, synchronous):
        self.primary = make_postgres()
        name = self.primary.make_database()
        self.standby = make_postgres(copy_of=self.primary)
        if synchronous:
            self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
            self.primary.sql("SELECT pg_reload_conf()")
        self.server = start(f"{self.primary.address(name)},{self.standby.folder}")
        self.load = SettlingLoad(self.server, self.server.admin_key)
        self.load.start()
        self.load.await_acknowledgements(ACKNOWLEDGED_PER_ROUND)

    def take_over(self):
        """What is wrong with what the standby, promoted, has; None when nothing is."""
        self.standby.promote()
        self.load.await_acknowledgements(ACKNOWLEDGED_PER_ROUND)
        self.load.stop()
        return self.load.problem()


def test_a_synchronous_pair_failed_over_loses_nothing(make_postgres, survived):
    acknowledged = 0
    for _ in range(FAILOVERS):
        pair = Pair(make_postgres, synchronous=True)
        pair.primary.kill()
        problem = pair.take_over()
        pair.server.stop()
        pair.standby.stop()
        assert problem is None
        acknowledged += pair.load.outcomes["done"]
    survived("PostgreSQL failed over to its standby", FAILOVERS, acknowledged)


def test_the_check_notices_a_pair_that_is_not_synchronous(make_postgres, noticed):
    pair = Pair(make_postgres, synchronous=False)
    pair.standby.stop()
    pair.load.await_acknowledgements(ACKNOWLEDGED_PER_ROUND)
    pair.primary.kill()
    pair.standby.start()
    problem = pair.take_over()
    pair.server.kill()
    noticed("PostgreSQL failed over to its standby", "a standby nobody waits for", problem)
    assert problem is not None

"""Contacts: a durable PATCH against a bare SQLite loop, a GET by e-mail against nginx, and what many contacts cost."""

import json
import os

import sizes
from contacts import PRODUCTS, ContactLoads, make_contacts
from report import Row
from rig import CONNECTIONS, MemoryWatch, start_nginx, start_tradewind, stop, wrk

SMALL, MIDDLE, LARGE = SIZES = (10_000, 100_000, sizes.CONTACTS)
READ_ROUNDS, READ_SECONDS = 7, 2
WRITE_ROUNDS, WRITE_SECONDS = 5, 3
WARM_UP_SECONDS = 1
SAME_ROWS_SECONDS = 1
MEMORY_MEGABYTES_MAX = 256
LARGE_FILE_NOTES = ["The bar was set for 1,000,000 contacts. SQLite reads the first 2 GiB of a file where the system has "
                    "them in memory and copies what is beyond: with so many contacts, most of it."
                    ] if sizes.IS_FULL else []

# Every column but ids and times, which no two runs have in common.
SAME_ROWS_SQL = {
    "contacts": """SELECT c.email, c.external_id, c.name, c.surname, c.birthdate, c.mobile_phone,
                          c.mobile_phone_status, c.email_status, c.newsletter_status, c.sms_status, c.points, c.custom,
                          c.email_bounced_reason, c.email_last_bounced_at, c.email_last_soft_bounce_at,
                          c.email_soft_bounces, c.email_last_unsubscribed_at, c.email_last_unsubscribed_ip,
                          c.has_push_subscriptions, c.total_purchases, c.total_amount, c.first_purchase_at,
                          c.last_purchase_at, c.recency, c.frequency, c.monetary, c.rfm, c.clv, c.p_alive,
                          c.churn_rate, c.expected_purchases, c.name_key, c.surname_key, c.phone_key,
                          e.email_key
                   FROM contacts c LEFT JOIN contact_emails e ON e.contact_id = c.id ORDER BY e.email_key""",
    "activities": """SELECT lower(c.email), a.kind, a.data, a.moment
                     FROM activities a JOIN contacts c ON c.id = a.contact_id
                     ORDER BY a.at, a.id""",
}


def measure_contacts(rig):
    loads = ContactLoads(rig)
    stores = {size: make_contacts(rig, size) for size in SIZES}
    check_that_the_loop_writes_the_same_rows(rig, loads, stores[SMALL])
    reads, read_memory = measure_reads(rig, loads, stores)
    writes, write_memory = measure_writes(rig, loads, stores)
    peaks = read_memory + write_memory
    memory = Row(
        f"memory at {LARGE:,} contacts under load", "MB", peaks, [MEMORY_MEGABYTES_MAX] * len(peaks), "<= 1.0", "limit",
        ["The most RssAnon of the release binary that was seen in each of the rounds above with as many contacts, "
         "looked at 20 times a second."])
    return [*writes, *reads, memory]


def check_that_the_loop_writes_the_same_rows(rig, loads, store):
    """One connection, so that there is one order; then the loop writes as often."""
    ours, loop = store.copy(rig, "ours"), store.copy(rig, "loop")
    server = start_tradewind(rig, ours.folder)
    wrk(rig, server, "/", SAME_ROWS_SECONDS, connections=1, **loads.patches(store.contacts))
    stop(server.process)
    writes = ours.count_activities() - ours.contacts
    rig.run([rig.folder / "contact_loop", "write", loop.file, store.contacts, writes])
    for table, sql in SAME_ROWS_SQL.items():
        for one, other in zip(ours.rows(sql), loop.rows(sql), strict=True):
            if one != other:
                raise RuntimeError(f"the loop writes other {table}:\n{other}\nthan the service:\n{one}")
    ours.remove()
    loop.remove()


def measure_reads(rig, loads, stores):
    """A core for the server, one for the load; by turns each number of contacts, and nginx."""
    servers = {size: start_tradewind(rig, store.folder, rig.server_core) for size, store in stores.items()}
    body = servers[LARGE].get("/contacts/email/c0.contact%40example.org")
    nginx = start_nginx(rig, {"contact": body}, rig.server_core)
    nginx.key = servers[LARGE].key
    sides = {size: (server, loads.gets(size)) for size, server in servers.items()}
    sides["nginx"] = (nginx, loads.gets(LARGE, "/contact?"))

    def load(name, seconds):
        server, request = sides[name]
        return wrk(rig, server, "/", seconds, rig.load_core, **request)

    for name in sides:
        load(name, WARM_UP_SECONDS)
    rounds, peaks = [], []
    for _ in range(READ_ROUNDS):
        with MemoryWatch(servers[LARGE]) as memory:
            rounds.append({name: load(name, READ_SECONDS) for name in sides})
        peaks.append(memory.peak / 1e6)
    for server, _ in sides.values():
        stop(server.process)
    busy = {name: min(round_[name].server_busy for round_ in rounds) for name in (LARGE, "nginx")}
    rate = Row(
        "GET contact by e-mail", "requests/s", rates(rounds, LARGE), rates(rounds, "nginx"), ">= 0.6", "nginx",
        [f"One of {LARGE:,} contacts with ten fields, four of them custom, at random; against nginx with a static file "
         f"of the same {len(body):,} bytes.",
         f"The same wrk script for both, which makes an address for each request, `-t1 -c{CONNECTIONS}`, {READ_ROUNDS} "
         f"rounds of {READ_SECONDS} s; all else as with GET /store/.",
         f"The server used at least {busy[LARGE]:.0%} of its core in every round, nginx {busy['nginx']:.0%}.",
         *LARGE_FILE_NOTES])
    cost = Row("GET contact by e-mail, processor time of the server", "µs", cpu_times(rounds, LARGE),
               cpu_times(rounds, "nginx"), "", "nginx")
    return [rate, cost, *growth("GET contact by e-mail", "requests/s", rounds)], peaks


def measure_writes(rig, loads, stores):
    """By turns the service and the loop with each number of contacts."""
    rounds, peaks = [], []
    for _ in range(WRITE_ROUNDS):
        round_ = {}
        for size, store in stores.items():
            round_[size], patch_peak = http_writes(rig, store, "activities", loads.patches(store.contacts))
            round_["purchases", size], purchase_peak = http_writes(rig, store, "purchases",
                                                                   loads.purchases(store.contacts))
            round_["loop", size] = loop_writes(rig, store)
        peaks.append(max(patch_peak, purchase_peak) / 1e6)  # Of the largest, which comes last.
        rounds.append(round_)
    loops = [round_["loop", MIDDLE] for round_ in rounds]
    slow_commits = [loop["slow_commit_ms"] for loop in loops]
    rate = Row(
        "durable PATCH contact", "writes/s", rates(rounds, MIDDLE),
        loop_rates(rounds, MIDDLE), ">= 0.55", "bare SQLite loop",
        [f"PATCH /contacts/email/... of ten fields, four of them custom, by turns of a contact that exists among "
         f"{MIDDLE:,} and of a new one. One transaction each: the contact is found by its address, inserted or updated "
         "with all its columns, with an activity. No segment or workflow waits for it.",
         f"Ours: the release binary, with a key, answering with the whole contact once it is durable, "
         f"`wrk -t1 -c{CONNECTIONS}`; the load runs on the same cores as the server.",
         "The yardstick: the same rows in the same tables with the same settings by the C interface of SQLite alone, "
         f"{CONNECTIONS} writes per durable commit, without any load beside it; it need not read a contact before it "
         "changes it. That the rows are the same is checked before the run.",
         f"{WRITE_ROUNDS} rounds of {WRITE_SECONDS} s, each on a fresh copy of the database on the same file system. "
         "After each round the rows are counted: none that was answered may be missing."])
    latency = Row(
        "durable PATCH contact, 99th percentile", "ms", [round_[MIDDLE].p99_ms for round_ in rounds], slow_commits,
        "<= 3.0", "COMMIT of the loop",
        ["From the same rounds: the time within which 99 of 100 requests were answered, and within which 99 of 100 "
         "COMMITs of the loop, checkpoints included, were done."])
    cost = Row("durable PATCH contact, processor time of the server", "µs", cpu_times(rounds, MIDDLE),
               [loop["cpu_seconds"] / loop["writes"] * 1e6 for loop in loops], "", "bare SQLite loop")
    flat = Row(
        f"durable PATCH contact, {LARGE:,} contacts by {SMALL:,}", "as fast", shares(rates(rounds, LARGE), rates(rounds, SMALL)),
        shares(loop_rates(rounds, LARGE), loop_rates(rounds, SMALL)), ">= 0.9", "the same of the loop",
        [f"How much of its speed a PATCH keeps when there are {LARGE // SMALL} times as many contacts, against how much "
         "the loop keeps: what is lost beyond that would be lost by us. The trees grow deeper, and with more contacts "
         "two writes of a commit seldom meet on a page."])
    purchases = Row(
        "durable POST purchase of three items", "writes/s", rates(rounds, ("purchases", MIDDLE)), rates(rounds, MIDDLE),
        ">= 0.5", "PATCH contact",
        [f"POST /purchases/ by one of {MIDDLE:,} contacts, of three among {PRODUCTS} products, with a snapshot of their "
         "details, the contact's totals, the sales of each product, and an activity; in the "
         "same rounds as the PATCH above, with the same load, on a fresh copy each."])
    purchase_cost = Row("durable POST purchase, processor time of the server", "µs",
                        cpu_times(rounds, ("purchases", MIDDLE)), cpu_times(rounds, MIDDLE), "", "PATCH contact")
    return [rate, latency, cost, *growth("durable PATCH contact", "writes/s", rounds), flat, purchases, purchase_cost,
            *growth("durable POST purchase", "writes/s", rounds, lambda size: ("purchases", size))], peaks


def http_writes(rig, store, table, request):
    """What a load of writes gets, each of which adds a row to the table; and the most memory meanwhile."""
    copy = store.copy(rig, "written")
    server = start_tradewind(rig, copy.folder)
    os.sync()
    with MemoryWatch(server) as memory:
        load = wrk(rig, server, "/", WRITE_SECONDS, **request)
    stop(server.process)
    kept = copy.count(table) - store.count(table)
    # When wrk stops, one request of each connection may have been done and not yet counted.
    if not load.requests <= kept <= load.requests + CONNECTIONS:
        raise RuntimeError(f"{load.requests} writes were answered, {kept} were kept")
    copy.remove()
    return load, memory.peak


def loop_writes(rig, store):
    copy = store.copy(rig, "written")
    os.sync()
    printed = rig.run([rig.folder / "contact_loop", "run", copy.file, store.contacts, WRITE_SECONDS])
    copy.remove()
    return json.loads(printed)


def rates(rounds, name):
    return [round_[name].per_second for round_ in rounds]


def loop_rates(rounds, size):
    return [round_["loop", size]["writes"] / round_["loop", size]["seconds"] for round_ in rounds]


def shares(parts, wholes):
    return [part / whole for part, whole in zip(parts, wholes)]


def cpu_times(rounds, name):
    return [round_[name].cpu_microseconds for round_ in rounds]


def growth(name, unit, rounds, key=lambda size: size):
    """For information: the same with more contacts."""
    return [Row(f"{name}, {size:,} contacts", unit, rates(rounds, key(size)), rates(rounds, key(SMALL)), "",
                f"{SMALL:,} contacts") for size in (MIDDLE, LARGE)]

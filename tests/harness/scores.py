"""Scores by what people bought, as tests use them: made when a test wants it, and reckoned once more in the plainest
way."""

import re
import sqlite3
import time
from collections import Counter, defaultdict
from contextlib import closing
from datetime import datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal
from urllib.parse import urlsplit

from harness import postgres, processes

STILL_SECONDS_MAX = 60
TEST_SECONDS_MAX = 240
FIELDS = ("_recency", "_frequency", "_monetary", "_rfm")
GROUPS = {
    "champions": "555 554 545 544 455 454 445",
    "loyal-customers": "543 444 435 355 354 345 344 335",
    "potential-loyalists": "553 552 551 542 541 533 532 531 453 452 451 442 441 431 433 432 423 353 352 351 342 341 333 "
                           "323",
    "new-customers": "512 511 422 421 412 411 311",
    "promising": "525 524 523 522 521 515 514 513 425 424 415 414 413 315 314 313",
    "need-attention": "535 534 443 434 343 334 325 324",
    "about-to-sleep": "331 321 312 221 213",
    "at-risk": "255 254 253 252 245 244 243 242 235 234 225 224 153 152 145 143 142 135 134 133 125 124",
    "cannot-lose-them": "215 214 155 154 144 115 114 113",
    "hibernating": "332 322 251 241 233 232 231 223 222 212 211 132 123 122",
    "lost": "151 141 131 121 112 111",
}


def due_at(now):
    """The last one in the morning of UTC."""
    one = now.astimezone(timezone.utc).replace(hour=1, minute=0, second=0, microsecond=0)
    return one if one <= now else one - timedelta(days=1)


def two_years_before(moment):
    try:
        return moment.replace(year=moment.year - 2)
    except ValueError:
        return moment.replace(year=moment.year - 2, day=28)


def scores_of(values):
    """{value: score}: which fifth the middle one of its equals stands in."""
    counts = Counter(values)
    scored, smaller = {}, 0
    for value in sorted(counts):
        scored[value] = 1 + 5 * (2 * smaller + counts[value]) // (2 * len(values))
        smaller += counts[value]
    return scored


def expected(purchases, now):
    """{buyer: {field: value}} of purchases [(buyer, time, price)] as they should be scored now."""
    since = two_years_before(due_at(now))
    own = defaultdict(list)
    for buyer, at, price in purchases:
        own[buyer].append((at, Decimal(str(price))))
    figures = {}
    for buyer, bought in own.items():
        average = (sum(price for _, price in bought) / len(bought)).quantize(Decimal("0.0001"), ROUND_HALF_UP)
        figures[buyer] = (max(at for at, _ in bought), len(bought), average)
    counted = {buyer: figure for buyer, figure in figures.items() if figure[0] >= since}
    columns = [scores_of(column) for column in zip(*counted.values())]
    scored = {}
    for buyer, figure in counted.items():
        digits = "".join(str(column[value]) for value, column in zip(figure, columns))
        group, = (group for group, all_digits in GROUPS.items() if digits in all_digits.split())
        scored[buyer] = dict(zip(FIELDS, [*digits, group]))
    return scored


def shown(contact):
    """What a contact shows of its scores."""
    return {field: contact[field] for field in FIELDS if field in contact}


def forget(server):
    """Lets the scores be due: with PostgreSQL at once, with SQLite when this server, which does not run, is started
    again."""
    change(server, "UPDATE scoring SET made_for = 0")


def change(server, statement):
    """Runs it in the database of this server, which with SQLite does not run."""
    if processes.ENGINE == "postgres":
        in_postgres(server, statement)
        return
    with closing(sqlite3.connect(server.data / "tradewind.db")) as database, database:
        database.execute(statement)
    for path in server.data.glob("tradewind.db*"):
        processes.give_to_program(path)


def in_postgres(server, statement):
    """What the statement says in the database of this server."""
    name = urlsplit(processes.database_address(server.data)).path.removeprefix("/")
    return postgres.shared().sql(statement, name)


def figure(server, name):
    """A number on the page of metrics."""
    answer = server.private_client().call("GET", "/metrics")
    assert answer.status == 200, answer.summary()
    return int(re.search(rf"^{re.escape(name)} (\d+)$", answer.body.decode(), re.MULTILINE)[1])


def made_for(server):
    return figure(server, "tradewind_scores_made_for_timestamp_seconds")


def rows_changed(server):
    return figure(server, 'tradewind_job_rows_total{job="scores"}')


def await_made(server, due):
    await_end([server], lambda: made_for(server) >= due.timestamp())


def await_end(servers, is_made):
    """As long as it goes on: whoever makes scores rests in between, the longer the busier the machine is."""
    rows = deadline = None
    while not is_made():
        now, before, rows = time.monotonic(), rows, [rows_changed(server) for server in servers]
        if rows != before:
            deadline = now + STILL_SECONDS_MAX
        assert now < deadline, f"after {rows} rows no more in {STILL_SECONDS_MAX} s:\n{servers[0].log[-4000:]}"
        time.sleep(0.02)  # They are made by themselves; there is nothing to wait for but the time.


def stay_clear_of_the_hour():
    """Waits until it is past if scores are to be made soon: what a test sets up must not be scored before it wants it,
    and what is expected of people changes with the day."""
    left = (due_at(utc_now()) + timedelta(days=1) - utc_now()).total_seconds()
    if left < TEST_SECONDS_MAX:
        time.sleep(left + 5)


def utc_now():
    return datetime.now(timezone.utc)

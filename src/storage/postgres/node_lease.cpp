#include "storage/postgres/node_lease.h"

#include <libpq-fe.h>

namespace tradewind::storage {
namespace {

// The server's clock is asked, because it is the only one that all processes share; SQLite has one process and needs
// no lease. It is asked before, because a cluster takes no functions that change with every call: what it said is then
// a little old, and a lease ends a little earlier.
constexpr Query server_time_query{
    .name = "node_leases.now",
    .sql = R"(SELECT cast(extract(epoch FROM clock_timestamp()) * 1000 AS bigint))",
};

// Of two that choose the same number at once, the second waits, finds the lease running and changes nothing.
constexpr Query acquire_query{
    .name = "node_leases.acquire",
    .sql = R"(INSERT INTO node_leases AS lease (node, holder, expires_at)
              SELECT candidate.node, cast($1 AS text), cast($2 AS bigint)
              FROM generate_series(cast(0 AS bigint), $3) AS candidate (node)
              LEFT JOIN node_leases AS known ON known.node = candidate.node
              WHERE known.node IS NULL OR known.expires_at <= $4
              ORDER BY coalesce(known.expires_at, 0), candidate.node LIMIT 1
              ON CONFLICT (node) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
              WHERE lease.expires_at <= $4
              RETURNING node)",
};

// A lease that ran out while the server was gone is still ours if nobody took it.
constexpr Query renew_query{
    .name = "node_leases.renew",
    .sql = R"(UPDATE node_leases SET expires_at = $3 WHERE node = $1 AND holder = $2)",
};

constexpr Query node_leases_release_query{
    .name = "node_leases.release",
    .sql = R"(UPDATE node_leases SET expires_at = $3 WHERE node = $1 AND holder = $2)",
};

// Each of so many processes that start at once takes one number away from the others.
constexpr int tries_max = 100;

std::int64_t server_time(PostgresConnection& connection) {
    return integer_in(*connection.run(server_time_query), 0, 0);
}

}  // namespace

PostgresNodeLease::PostgresNodeLease(const base::Clock& clock, base::Random& random, int nodes)
    : clock_(clock), holder_(base::random_base62(random, holder_characters)), nodes_(nodes) {}

base::Result<void> PostgresNodeLease::acquire(PostgresConnection& connection) {
    for (int tries = 0; tries < tries_max; ++tries) {
        const auto asked_at = clock_.steady_now();
        const auto now = server_time(connection);
        const auto result = connection.run(
            acquire_query, {holder_, now + duration.count(), static_cast<std::int64_t>(nodes_ - 1), now});
        if (PQntuples(result.get()) > 0) {
            node_ = static_cast<int>(integer_in(*result, 0, 0));
            note_held(asked_at);
            return {};
        }
    }
    return base::unavailable(base::Outcome::None, "all " + std::to_string(nodes_) + " node numbers are leased");
}

bool PostgresNodeLease::renew(PostgresConnection& connection) {
    const auto asked_at = clock_.steady_now();
    const auto until = server_time(connection) + duration.count();
    const auto result = connection.run(renew_query, {static_cast<std::int64_t>(node_), holder_, until});
    if (changed_rows(*result) == 0) {
        held_until_.store({}, std::memory_order_release);
        return false;
    }
    note_held(asked_at);
    return true;
}

void PostgresNodeLease::release(PostgresConnection& connection) {
    held_until_.store({}, std::memory_order_release);
    connection.run(node_leases_release_query, {static_cast<std::int64_t>(node_), holder_, server_time(connection)});
}

bool PostgresNodeLease::is_held() const {
    return clock_.steady_now() < held_until_.load(std::memory_order_acquire);
}

void PostgresNodeLease::note_held(std::chrono::steady_clock::time_point asked_at) {
    held_until_.store(asked_at + duration, std::memory_order_release);
    next_renewal_ = asked_at + renewal_interval;
}

}  // namespace tradewind::storage

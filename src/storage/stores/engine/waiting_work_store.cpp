#include "storage/stores/engine/waiting_work_store.h"

#include <algorithm>

#include "base/id.h"

namespace tradewind::storage {
namespace {

constexpr Query waiting_changes_query{
    .name = "waiting_work.changes",
    .sql = R"(SELECT count(*), min(number) FROM (SELECT number FROM changes LIMIT $1) AS waiting)",
};

constexpr Query waiting_calls_query{
    .name = "waiting_work.calls",
    .sql = R"(SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE due_at IS NOT NULL LIMIT $1) AS waiting)",
};

constexpr Query waiting_dead_calls_query{
    .name = "waiting_work.dead_calls",
    .sql = R"(SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE state = 'dead' AND ended_at IS NOT NULL
                                    LIMIT $1) AS dead)",
};

constexpr Query waiting_dead_letters_query{
    .name = "waiting_work.dead_letters",
    .sql = R"(SELECT count(*) FROM (SELECT 1 FROM dead_letters LIMIT $1) AS dead)",
};

std::int64_t waiting_rows(Transaction& transaction, const Query& query, std::int64_t rows_max) {
    auto rows = transaction.query(query, {rows_max});
    return rows.next() ? rows.integer(0) : 0;
}

}  // namespace

std::int64_t WaitingWork::lag(base::Instant now) const {
    if (!oldest_change_at) { return 0; }
    return std::max<std::int64_t>(0, now.milliseconds - oldest_change_at->milliseconds);
}

WaitingWork count_waiting_work(Transaction& transaction, std::int64_t rows_max) {
    WaitingWork work;
    {
        auto rows = transaction.query(waiting_changes_query, {rows_max});
        if (rows.next()) { work.changes = rows.integer(0); }
        // The numbers of changes are ids.
        if (work.changes > 0) { work.oldest_change_at = base::Id{rows.integer(1)}.made_at(); }
    }
    work.calls = waiting_rows(transaction, waiting_calls_query, rows_max);
    work.dead_calls = waiting_rows(transaction, waiting_dead_calls_query, rows_max);
    work.dead_letters = waiting_rows(transaction, waiting_dead_letters_query, rows_max);
    return work;
}

}  // namespace tradewind::storage

#include "storage/stores/settings/rate_count_store.h"

namespace tradewind::storage {
namespace {

constexpr Query put_query{
    .name = "rate_counts.put",
    .sql = R"(INSERT INTO rate_counts (key_id, node, minute, requests) VALUES ($1, $2, $3, $4)
              ON CONFLICT (key_id, node) DO UPDATE SET minute = excluded.minute, requests = excluded.requests)",
};

// Cast, because PostgreSQL's sum of bigint is a numeric.
constexpr Query of_others_query{
    .name = "rate_counts.of_others",
    .sql = R"(SELECT key_id, cast(sum(requests) AS bigint) FROM rate_counts WHERE minute = $1 AND node <> $2
              GROUP BY key_id)",
};

constexpr Query rate_counts_forget_query{
    .name = "rate_counts.forget",
    .sql = R"(DELETE FROM rate_counts WHERE minute < $1)",
};

}  // namespace

void put_rate_count(Transaction& transaction, const RateCount& count) {
    transaction.execute(put_query, {count.key_id, count.node, count.minute, count.requests});
}

std::unordered_map<std::string, std::int64_t> rate_counts_of_others(Transaction& transaction, std::int64_t node,
                                                                    std::int64_t minute) {
    std::unordered_map<std::string, std::int64_t> counts;
    auto rows = transaction.query(of_others_query, {minute, node});
    while (rows.next()) { counts.emplace(rows.text(0), rows.integer(1)); }
    return counts;
}

void forget_rate_counts(Transaction& transaction, std::int64_t before_minute) {
    transaction.execute(rate_counts_forget_query, {before_minute});
}

}  // namespace tradewind::storage

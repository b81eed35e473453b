#include "api/rate_exchange.h"

#include <vector>

#include "storage/stores/settings/rate_count_store.h"

namespace tradewind::api {
namespace {

constexpr std::int64_t milliseconds_per_minute = 60'000;

struct Counter {
    std::string key_id;
    base::MinuteCounter& counter;
};

std::vector<Counter> counters_of(const storage::Definitions& definitions, RateLimit& limit) {
    std::vector<Counter> counters{{.key_id = {}, .counter = limit.account()}};
    for (const auto& [id, known] : definitions.keys) {
        if (known->key.requests_per_minute.value_or(0) > 0) {
            counters.push_back({.key_id = std::string(id), .counter = *known->own_requests});
        }
    }
    return counters;
}

}  // namespace

void RateExchange::run() {
    const auto now = clock_.now();
    const auto minute = now.milliseconds / milliseconds_per_minute;
    const bool is_new_minute = minute != told_minute_;
    if (is_new_minute) { told_.clear(); }
    told_minute_ = minute;

    const auto definitions = definitions_.current();
    const auto counters = counters_of(*definitions, limit_);
    std::vector<storage::RateCount> news;
    for (const auto& [key_id, counter] : counters) {
        const auto count = counter.count_here(now);
        if (count != told_[key_id]) {
            news.push_back({.key_id = key_id, .node = node_, .minute = minute, .requests = count});
        }
    }
    using Counts = std::unordered_map<std::string, std::int64_t>;
    const auto others = storage::write_and_wait(
        database_,
        [&](storage::Transaction& transaction) -> base::Result<Counts> {
            for (const auto& count : news) { storage::put_rate_count(transaction, count); }
            if (is_new_minute) { storage::forget_rate_counts(transaction, minute - 1); }
            return storage::rate_counts_of_others(transaction, node_, minute);
        },
        storage::Priority::Bulk);
    if (!others) { return; }
    for (const auto& count : news) { told_[count.key_id] = count.requests; }
    for (const auto& [key_id, counter] : counters) {
        const auto found = others.value().find(key_id);
        counter.set_count_elsewhere(now, found == others.value().end() ? 0 : found->second);
    }
}

}  // namespace tradewind::api

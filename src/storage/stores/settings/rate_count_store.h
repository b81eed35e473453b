#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "storage/database/transaction.h"

namespace tradewind::storage {

// How many requests a process counted in a minute: of one key, or, the key being empty, of all.
struct RateCount {
    std::string key_id;
    std::int64_t node;
    std::int64_t minute;
    std::int64_t requests;
};

// Replaces what this process said of the key before.
void put_rate_count(Transaction& transaction, const RateCount& count);
// What all other processes counted in this minute, by key.
std::unordered_map<std::string, std::int64_t> rate_counts_of_others(Transaction& transaction, std::int64_t node,
                                                                    std::int64_t minute);
// Deletes what is of an earlier minute, of any process.
void forget_rate_counts(Transaction& transaction, std::int64_t before_minute);

}  // namespace tradewind::storage

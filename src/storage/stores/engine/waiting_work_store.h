#pragma once

#include <cstdint>
#include <optional>

#include "base/instant.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// What waits for the engine and for calls to be made, and what was given up; each counted up to a number.
struct WaitingWork {
    std::int64_t changes = 0;
    std::optional<base::Instant> oldest_change_at = {};  // Of those that were counted.
    std::int64_t calls = 0;
    std::int64_t dead_calls = 0;
    std::int64_t dead_letters = 0;

    // How long the oldest change waits, in milliseconds.
    [[nodiscard]] std::int64_t lag(base::Instant now) const;
};
WaitingWork count_waiting_work(Transaction& transaction, std::int64_t rows_max);

}  // namespace tradewind::storage

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/instant.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/outside_store.h"

namespace tradewind::operations {

// How far a clock may go back, or a moment that was written beside the database be ahead of it, before that means
// something.
inline constexpr std::int64_t clock_tolerance_milliseconds = std::int64_t{2} * 60 * 1000;

// What a process finds when it opens a database.
struct Arrival {
    std::string home;  // What Database::home() says.
    base::Instant now;
    // The newest moment at which the data directory says that its database was in use.
    std::optional<base::Instant> directory_seen_at = {};
    bool was_restored = false;          // From a backup, by the command for it.
    bool lacks_known_erasures = false;  // People were erased here of whom it does not know that.
};

// Notes where the database is and that it is in use, before it serves. When it is not where it was, when the clock is
// behind it, or when it is older than its data directory, then it may be a copy, and is held from here on.
void check_home(storage::Transaction& transaction, const Arrival& arrival);

// Ends a hold: the operator says that this is the copy that is live. Workflows go on where they stopped.
base::Result<void> confirm_live(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor);

}  // namespace tradewind::operations

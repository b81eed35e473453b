#pragma once

#include <string_view>

#include "base/instant.h"
#include "storage/database/database.h"

namespace tradewind::storage {

// Who works on something, and until when. Taken when nobody else holds it any more; renewed the same way.
struct Lease {
    std::string_view holder;
    base::Instant now;
    base::Instant until;

    // Somebody else's that ends later than this was taken by a clock that was wrong.
    [[nodiscard]] base::Instant believed_until() const { return {2 * until.milliseconds - now.milliseconds}; }
};

// Has `release` end a lease before its time; where the database refuses that, it ends by itself.
template <class Release>
void let_go(Database& database, Release release) {
    static_cast<void>(write_and_wait(
        database,
        [&](Transaction& transaction) -> base::Result<void> {
            release(transaction);
            return {};
        },
        purge_terms));
}

}  // namespace tradewind::storage

#pragma once

#include <string_view>

#include "base/instant.h"

namespace tradewind::storage {

// Who works on something, and until when. Taken when nobody else holds it any more; renewed the same way.
struct Lease {
    std::string_view holder;
    base::Instant now;
    base::Instant until;

    // Somebody else's that ends later than this was taken by a clock that was wrong.
    [[nodiscard]] base::Instant believed_until() const { return {2 * until.milliseconds - now.milliseconds}; }
};

}  // namespace tradewind::storage

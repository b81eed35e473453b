#pragma once

#include <algorithm>

#include "base/instant.h"
#include "base/sources.h"

namespace tradewind::operations {

// When something that was changed before is changed now. Never the moment of an earlier change, however quickly one
// follows the other, so that the moment names the state.
inline base::Instant next_update(base::Sources& sources, base::Instant before) {
    return std::max(sources.clock.now(), base::Instant{before.milliseconds + 1});
}

}  // namespace tradewind::operations

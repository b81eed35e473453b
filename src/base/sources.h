#pragma once

#include <algorithm>

#include "base/clock.h"
#include "base/fault.h"
#include "base/id.h"
#include "base/random.h"

namespace tradewind::base {

// What an operation needs from outside the data: time, chance and fresh ids. Made once in app, passed by reference.
struct Sources {
    const Clock& clock;
    Random& random;
    IdSource& ids;

    // When the thing was made that has this fresh id: as the clock says, also while ids run ahead of it. Otherwise it
    // is the very moment in the id.
    [[nodiscard]] Instant made_at(Id fresh) const {
        return is_planted(Fault::TimesFromIds) ? fresh.made_at() : std::min(fresh.made_at(), clock.now());
    }
};

}  // namespace tradewind::base

#pragma once

#include "base/clock.h"
#include "base/id.h"
#include "base/random.h"

namespace tradewind::base {

// What an operation needs from outside the data: time, chance and fresh ids. Made once in app, passed by reference.
struct Sources {
    const Clock& clock;
    Random& random;
    IdSource& ids;
};

}  // namespace tradewind::base

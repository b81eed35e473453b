#pragma once

#include <optional>

#include "base/instant.h"
#include "base/time_zone.h"
#include "domain/workflows/definition.h"

namespace tradewind::domain {

// When the clock of the store shows this time next, on this weekday if one is given. Always later than `after`.
base::Instant next_clock_time(base::Instant after, ClockTime time, std::optional<int> weekday,
                              const base::TimeZone& zone);

// `at` itself when the window is open then, else when it opens next.
base::Instant next_open(base::Instant at, const ActingWindow& window, const base::TimeZone& zone);

}  // namespace tradewind::domain

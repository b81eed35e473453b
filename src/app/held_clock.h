#pragma once

#include <algorithm>

#include "base/clock.h"

namespace tradewind::app {

// The clock of those who make ids: not before this moment, so that a clock that was set back while nobody ran makes no
// id a second time. Thread-safe.
class HeldClock final : public base::Clock {
  public:
    HeldClock(const base::Clock& clock, base::Instant earliest) : clock_(clock), earliest_(earliest) {}

    [[nodiscard]] base::Instant now() const override { return std::max(clock_.now(), earliest_); }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return clock_.steady_now(); }

  private:
    const base::Clock& clock_;
    const base::Instant earliest_;
};

}  // namespace tradewind::app

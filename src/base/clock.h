#pragma once

#include <chrono>

#include "base/instant.h"

namespace tradewind::base {

// The only source of time below app. Thread-safe.
class Clock {
  public:
    virtual ~Clock() = default;
    // Wall-clock time: for what is stored and shown.
    [[nodiscard]] virtual Instant now() const = 0;
    // Never goes back: for measuring how long something takes.
    [[nodiscard]] virtual std::chrono::steady_clock::time_point steady_now() const = 0;
};

class SystemClock final : public Clock {
  public:
    [[nodiscard]] Instant now() const override;
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override;
};

}  // namespace tradewind::base

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

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

// The time of the system, moved on as far as somebody turned it. Only the wall clock is turned. Thread-safe.
class TurnableClock final : public Clock {
  public:
    [[nodiscard]] Instant now() const override { return {system_.now().milliseconds + turned_by_.load()}; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return system_.steady_now(); }

    void turn_by(std::chrono::milliseconds all_in_all) { turned_by_ = all_in_all.count(); }
    // Never back.
    void turn_to(Instant wanted);
    [[nodiscard]] std::chrono::milliseconds turned_by() const { return std::chrono::milliseconds(turned_by_.load()); }

  private:
    SystemClock system_;
    std::atomic<std::int64_t> turned_by_ = 0;
};

}  // namespace tradewind::base

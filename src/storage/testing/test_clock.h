#pragma once

#include <atomic>
#include <chrono>

#include "base/clock.h"
#include "storage/database/query.h"

namespace tradewind::storage {

// For tests: stands still until it is turned, or goes on by a step each time somebody looks at it. Thread-safe.
class TestClock final : public base::Clock {
  public:
    TestClock() = default;
    explicit TestClock(std::chrono::milliseconds step) : step_(step.count()) {}

    [[nodiscard]] base::Instant now() const override { return {1'700'000'000'000 + milliseconds_.load()}; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override {
        return std::chrono::steady_clock::time_point(std::chrono::milliseconds(milliseconds_.fetch_add(step_) + step_));
    }
    void turn(std::chrono::milliseconds by) { milliseconds_ += by.count(); }

  private:
    const std::int64_t step_ = 0;
    mutable std::atomic<std::int64_t> milliseconds_{0};
};

// What only the end of its time ends, on SQLite.
inline constexpr Query endless{
    .name = "endless",
    .sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"};

}  // namespace tradewind::storage

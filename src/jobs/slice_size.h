#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tradewind::jobs {

// How many rows of a walk to read at once, so that no read keeps others waiting: fewer after a long read, more after a
// short one.
class SliceSize {
  public:
    static constexpr std::int64_t rows_max = 2'000;
    static constexpr std::int64_t rows_min = 10;
    // Of values. What is read at once is in memory.
    static constexpr std::size_t bytes_max = std::size_t{2} * 1024 * 1024;
    static constexpr std::chrono::milliseconds long_read{25};

    [[nodiscard]] std::int64_t rows() const { return rows_; }
    void note(std::chrono::steady_clock::duration read) {
        if (read > long_read) {
            rows_ = std::max(rows_ / 2, rows_min);
        } else if (read < long_read / 3) {
            rows_ = std::min(rows_ * 2, rows_max);
        }
    }

  private:
    std::int64_t rows_ = rows_max / 4;
};

}  // namespace tradewind::jobs

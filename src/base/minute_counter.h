#pragma once

#include <atomic>
#include <cstdint>

#include "base/instant.h"

namespace tradewind::base {

// Counts what happens in the running minute of the wall clock, here and, as far as others told, elsewhere. Thread-safe.
class MinuteCounter {
  public:
    // Counts one more; how many this minute has had with it.
    std::int64_t add(Instant now);
    // How many of this minute were counted here.
    [[nodiscard]] std::int64_t count_here(Instant now) const;
    // How many of this minute were counted elsewhere.
    void set_count_elsewhere(Instant now, std::int64_t count);

  private:
    std::atomic<std::uint64_t> here_{0};  // The minute and its count.
    std::atomic<std::uint64_t> elsewhere_{0};
};

}  // namespace tradewind::base

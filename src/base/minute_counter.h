#pragma once

#include <atomic>
#include <cstdint>

#include "base/instant.h"

namespace tradewind::base {

// Counts what happens in the running minute of the wall clock. Thread-safe.
class MinuteCounter {
  public:
    // Counts one more; how many this minute has had with it.
    std::int64_t add(Instant now);

  private:
    std::atomic<std::uint64_t> minute_and_count_{0};
};

}  // namespace tradewind::base

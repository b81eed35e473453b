#include "base/minute_counter.h"

namespace tradewind::base {
namespace {

constexpr std::int64_t milliseconds_per_minute = 60'000;
constexpr unsigned count_bits = 36;
constexpr std::uint64_t count_mask = (std::uint64_t{1} << count_bits) - 1;

}  // namespace

std::int64_t MinuteCounter::add(Instant now) {
    const auto minute = static_cast<std::uint64_t>(now.milliseconds / milliseconds_per_minute);
    auto seen = minute_and_count_.load(std::memory_order_relaxed);
    while (true) {
        // A clock that goes back, or a thread that is late at the turn of the minute, counts into the newer minute.
        const bool is_running = seen >> count_bits >= minute;
        const auto next = is_running ? seen + 1 : (minute << count_bits) + 1;
        if (minute_and_count_.compare_exchange_weak(seen, next, std::memory_order_relaxed)) {
            return static_cast<std::int64_t>(next & count_mask);
        }
    }
}

}  // namespace tradewind::base

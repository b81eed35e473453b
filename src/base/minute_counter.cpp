#include "base/minute_counter.h"

namespace tradewind::base {
namespace {

constexpr std::int64_t milliseconds_per_minute = 60'000;
constexpr unsigned count_bits = 36;
constexpr std::uint64_t count_mask = (std::uint64_t{1} << count_bits) - 1;

std::uint64_t minute_of(Instant now) {
    return static_cast<std::uint64_t>(now.milliseconds / milliseconds_per_minute);
}

// Nothing is left of another minute than the one asked for; a newer one counts, as the clock may have gone back.
std::int64_t count_in(std::uint64_t minute_and_count, std::uint64_t minute) {
    return minute_and_count >> count_bits >= minute ? static_cast<std::int64_t>(minute_and_count & count_mask) : 0;
}

}  // namespace

std::int64_t MinuteCounter::add(Instant now) {
    const auto minute = minute_of(now);
    auto seen = here_.load(std::memory_order_relaxed);
    while (true) {
        // A clock that goes back, or a thread that is late at the turn of the minute, counts into the newer minute.
        const bool is_running = seen >> count_bits >= minute;
        const auto next = is_running ? seen + 1 : (minute << count_bits) + 1;
        if (here_.compare_exchange_weak(seen, next, std::memory_order_relaxed)) {
            return static_cast<std::int64_t>(next & count_mask) +
                   count_in(elsewhere_.load(std::memory_order_relaxed), minute);
        }
    }
}

std::int64_t MinuteCounter::count_here(Instant now) const {
    return count_in(here_.load(std::memory_order_relaxed), minute_of(now));
}

void MinuteCounter::set_count_elsewhere(Instant now, std::int64_t count) {
    elsewhere_.store((minute_of(now) << count_bits) + static_cast<std::uint64_t>(count), std::memory_order_relaxed);
}

}  // namespace tradewind::base

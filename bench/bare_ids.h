#pragma once

#include <chrono>
#include <cstdint>

// Times, ids and buckets as the service makes them, for the loops that are its yardsticks.
namespace tradewind::bench {

inline std::int64_t milliseconds_now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

// Milliseconds since 2020, then bits that count.
constexpr std::int64_t first_id_at(std::int64_t milliseconds) {
    constexpr std::int64_t first_millisecond = 1'577'836'800'000;
    constexpr int bits_below_millisecond = 22;
    return (milliseconds - first_millisecond) << bits_below_millisecond;
}

// Of the engine's queue and of timers.
constexpr std::int64_t bucket_of(std::int64_t contact_id) {
    constexpr std::int64_t prime = 2'147'483'647;
    const auto folded = contact_id % prime;
    return (folded * folded % prime + folded * 48'271) % prime % 64;
}

}  // namespace tradewind::bench

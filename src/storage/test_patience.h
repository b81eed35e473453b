#pragma once

#include <chrono>
#include <thread>

#include "base/error.h"

namespace tradewind::storage {

// Tries again what was not done because the database was too busy, as clients are told to: with many clients at once, a
// machine may stand still for longer than a write waits. `attempt` answers a Result.
template <class Attempt>
auto patiently(Attempt attempt) {
    constexpr int tries_max = 20;
    constexpr std::chrono::milliseconds wait{250};
    auto result = attempt();
    for (int tries = 1; tries < tries_max && !result && result.error().outcome == base::Outcome::None; ++tries) {
        std::this_thread::sleep_for(wait);
        result = attempt();
    }
    return result;
}

}  // namespace tradewind::storage

#pragma once

#include <chrono>

#include "base/error.h"

namespace tradewind::storage {

// Tries again what was not done because the database was too busy, as clients are told to: a machine may stand still
// for longer than a write waits. `attempt` answers a Result.
template <class Attempt>
auto patiently(Attempt attempt) {
    constexpr std::chrono::seconds patience{60};
    const auto end = std::chrono::steady_clock::now() + patience;
    auto result = attempt();
    while (!result && result.error().outcome == base::Outcome::None && std::chrono::steady_clock::now() < end) {
        result = attempt();
    }
    return result;
}

}  // namespace tradewind::storage

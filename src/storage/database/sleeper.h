#pragma once

#include <bitset>
#include <cstddef>

namespace tradewind::storage {

// Who sleeps while there are no rows for it, and is woken by the transaction that writes some.
enum class Sleeper { Engine, Outbox, Imports, Exports, Scores, SampleData };

inline constexpr std::size_t sleepers_count = 6;

using SleeperSet = std::bitset<sleepers_count>;

}  // namespace tradewind::storage

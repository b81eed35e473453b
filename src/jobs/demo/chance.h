#pragma once

#include <cstdint>
#include <iterator>

#include "base/random.h"

namespace tradewind::jobs::demo {

// Chance that can be repeated: the same seed gives the same numbers on every machine.
class Chance {
  public:
    // Streams of one seed have nothing to do with each other.
    explicit Chance(std::uint64_t seed, std::uint64_t stream = 0)
        : state_(base::mixed_bits(seed) ^ base::mixed_bits(~stream)) {}

    // From 0 to `count` - 1.
    std::int64_t below(std::int64_t count) {
        return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(count));
    }
    bool percent(std::int64_t chance) { return below(100) < chance; }
    template <class List>
    const auto& of(const List& list) {
        return list[static_cast<std::size_t>(below(static_cast<std::int64_t>(std::size(list))))];
    }

  private:
    std::uint64_t next() { return base::mixed_bits(state_ += 0x9e3779b97f4a7c15U); }

    std::uint64_t state_;
};

}  // namespace tradewind::jobs::demo

#pragma once

#include <cstdint>
#include <iterator>

namespace tradewind::jobs::demo {

// Chance that can be repeated: the same seed gives the same numbers on every machine.
class Chance {
  public:
    // Streams of one seed have nothing to do with each other.
    explicit Chance(std::uint64_t seed, std::uint64_t stream = 0) : state_(scattered(seed) ^ scattered(~stream)) {}

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
    // The mixing of splitmix64: every bit of the input moves about half of those of the output.
    static constexpr std::uint64_t scattered(std::uint64_t bits) {
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
        return bits ^ (bits >> 31);
    }
    std::uint64_t next() { return scattered(state_ += 0x9e3779b97f4a7c15U); }

    std::uint64_t state_;
};

}  // namespace tradewind::jobs::demo

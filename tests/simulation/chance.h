#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "base/random.h"

namespace tradewind::simulation {

// What happens next, the same for the same seed on every machine.
class Chance {
  public:
    explicit Chance(std::uint64_t seed) : numbers_(seed) {}

    int below(int sides) { return static_cast<int>(numbers_() % static_cast<std::uint64_t>(sides)); }
    bool one_in(int sides) { return below(sides) == 0; }
    template <class Item>
    const Item& pick(const std::vector<Item>& items) {
        return items[static_cast<std::size_t>(below(static_cast<int>(items.size())))];
    }
    std::uint64_t seed() { return numbers_(); }

  private:
    std::mt19937_64 numbers_;
};

// The same for the service itself.
class SeededRandom final : public base::Random {
  public:
    explicit SeededRandom(std::uint64_t seed) : chance_(seed) {}
    void fill(std::span<std::byte> bytes) override {
        constexpr int byte_values = 256;
        for (auto& byte : bytes) { byte = static_cast<std::byte>(chance_.below(byte_values)); }
    }

  private:
    Chance chance_;
};

}  // namespace tradewind::simulation

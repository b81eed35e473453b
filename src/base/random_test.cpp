#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace tradewind::base {
namespace {

// Gives 0, 1, 2 ... 255, 0, 1 ...
class CountingRandom final : public Random {
  public:
    void fill(std::span<std::byte> bytes) override {
        for (auto& byte : bytes) { byte = static_cast<std::byte>(next_++); }
    }

  private:
    unsigned char next_ = 0;
};

class Base62 : public testing::Test {
  protected:
    void SetUp() override { start_crypto(); }

    SystemRandom random;
};

TEST_F(Base62, HasTheLengthAskedForAndOnlyItsCharacters) {
    for (const std::size_t length : {0U, 1U, 22U, 63U, 64U, 65U, 1000U}) {
        const auto text = random_base62(random, length);
        EXPECT_EQ(text.size(), length);
        EXPECT_TRUE(std::ranges::all_of(text, [](char character) { return std::isalnum(character) != 0; })) << text;
    }
}

TEST_F(Base62, DoesNotRepeatItself) {
    std::set<std::string> texts;
    for (int round = 0; round < 1000; ++round) { texts.insert(random_base62(random, 22)); }
    EXPECT_EQ(texts.size(), 1000U);
}

TEST_F(Base62, GivesEveryCharacterTheSameChance) {
    // Of all 256 bytes 248 are used: each character exactly 4 times a round.
    constexpr std::size_t rounds = 31;
    CountingRandom counting;
    std::map<char, std::size_t> counts;
    for (const char character : random_base62(counting, rounds * 248)) { ++counts[character]; }
    EXPECT_EQ(counts.size(), 62U);
    for (const auto& [character, count] : counts) { EXPECT_EQ(count, rounds * 4) << character; }
}

TEST_F(Base62, TakesItsBytesFromTheSystem) {
    std::array<std::byte, 32> one{};
    std::array<std::byte, 32> other{};
    random.fill(one);
    random.fill(other);
    EXPECT_NE(one, other);
}

}  // namespace
}  // namespace tradewind::base

#include "base/id.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <limits>
#include <thread>
#include <vector>

namespace tradewind::base {
namespace {

constexpr std::int64_t start_of_2020 = 1'577'836'800'000;

// Turned by hand.
class HandClock final : public Clock {
  public:
    explicit HandClock(std::int64_t milliseconds) : milliseconds_(milliseconds) {}
    [[nodiscard]] Instant now() const override { return {milliseconds_.load()}; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return {}; }
    void turn_to(std::int64_t milliseconds) { milliseconds_ = milliseconds; }

  private:
    std::atomic<std::int64_t> milliseconds_;
};

TEST(Id, HoldsMillisecondsNodeAndCounter) {
    const HandClock clock(start_of_2020 + 5);
    IdSource source(clock, 3);
    EXPECT_EQ(source.next().number, std::int64_t{5} << 22 | 3 << 12);
    EXPECT_EQ(source.next().number, std::int64_t{5} << 22 | 3 << 12 | 1);
    EXPECT_EQ(source.next().made_at(), Instant{start_of_2020 + 5});
}

TEST(Id, IsShownAs24HexDigitsThatBeginWithTheSecond) {
    EXPECT_EQ(Id{0}.text(), "5e0be1000000000000000000");
    const HandClock clock(start_of_2020 + 1'999);
    IdSource source(clock, 1023);
    const auto id = source.next();
    EXPECT_EQ(id.text(), "5e0be10100000001f3fff000");
    EXPECT_EQ(Id::parse(id.text()).value(), id);
    EXPECT_EQ(Id::parse("5E0BE10100000001F3FFF000").value(), id);
}

TEST(Id, OfTheLastMillisecondFits) {
    const Id last{std::numeric_limits<std::int64_t>::max()};
    EXPECT_EQ(last.text(), "e11e4f977fffffffffffffff");
    EXPECT_EQ(Id::parse(last.text()).value(), last);
}

TEST(Id, ThatIsNot24HexDigitsIsABadRequest) {
    const std::string_view texts[] = {"",
                                      "0",
                                      "5e0be100000000000000000",
                                      "5e0be10000000000000000000",
                                      "5e0be10000000000000000g0",
                                      "-e0be1000000000000000000",
                                      "+e0be1000000000000000000",
                                      "5e0be100-000000000000000",
                                      " 5e0be10000000000000000",
                                      "5e0be100 000000000000000",
                                      "0x5e0be1000000000000000x",
                                      std::string_view("5e0be100000000000000000\0", 24)};
    for (const auto text : texts) {
        const auto id = Id::parse(text);
        ASSERT_FALSE(id.ok()) << text;
        EXPECT_EQ(id.error().kind, ErrorKind::BadRequest);
    }
}

TEST(Id, ThatNothingCanHaveIsEmpty) {
    for (const auto text : {"000000000000000000000000", "5e0be1010000000000000000", "5e0be0ff0000000000000000",
                            "5e0be100ffffffffffffffff", "ffffffffffffffffffffffff", "5e0be1008000000000000000"}) {
        const auto id = Id::parse(text);
        ASSERT_TRUE(id.ok()) << text;
        EXPECT_FALSE(id.value().has_value()) << text;
    }
}

TEST(IdSource, HoldsAClockThatGoesBack) {
    HandClock clock(start_of_2020 + 1'000);
    IdSource source(clock, 0);
    const auto before = source.next();
    clock.turn_to(start_of_2020 + 10);
    const auto after = source.next();
    EXPECT_GT(after, before);
    EXPECT_EQ(after.made_at(), before.made_at());
    clock.turn_to(start_of_2020 + 1'001);
    EXPECT_EQ(source.next().made_at(), Instant{start_of_2020 + 1'001});
}

TEST(IdSource, BorrowsTheNextMillisecondWhenTheCounterIsFull) {
    HandClock clock(start_of_2020 + 7);
    IdSource source(clock, 1);
    auto last = source.next();
    for (int made = 1; made < 4096; ++made) { last = source.next(); }
    EXPECT_EQ(last.made_at(), Instant{start_of_2020 + 7});
    EXPECT_EQ(last.number & 0xFFF, 0xFFF);
    const auto borrowed = source.next();
    EXPECT_EQ(borrowed.made_at(), Instant{start_of_2020 + 8});
    EXPECT_EQ(borrowed.number & 0xFFF, 0);
    EXPECT_EQ(borrowed.number >> 12 & 0x3FF, 1);
    clock.turn_to(start_of_2020 + 8);
    EXPECT_GT(source.next(), borrowed);
}

TEST(IdSource, GivesNoNegativeIdsBeforeItsEpoch) {
    const HandClock clock(0);
    IdSource source(clock, 0);
    EXPECT_GT(source.next(), Id{0});
}

TEST(IdSource, MakesUniqueGrowingIdsForSeveralThreads) {
    constexpr std::size_t per_thread = 20'000;
    HandClock clock(start_of_2020);
    IdSource source(clock, 1);
    std::array<std::vector<Id>, 4> made;
    {
        std::vector<std::jthread> threads;
        threads.reserve(made.size());
        for (auto& mine : made) {
            threads.emplace_back([&] {
                mine.reserve(per_thread);
                for (std::size_t count = 0; count < per_thread; ++count) {
                    mine.push_back(source.next());
                    if (count % 1000 == 0) { clock.turn_to(start_of_2020 + static_cast<std::int64_t>(count % 7000)); }
                }
            });
        }
    }
    std::vector<Id> all;
    for (const auto& mine : made) {
        EXPECT_TRUE(std::ranges::adjacent_find(mine, std::ranges::greater_equal()) == mine.end());
        all.insert(all.end(), mine.begin(), mine.end());
    }
    std::ranges::sort(all);
    EXPECT_EQ(all.size(), made.size() * per_thread);
    EXPECT_TRUE(std::ranges::adjacent_find(all) == all.end());
}

}  // namespace
TEST(Id, TellsTheFirstThatAMomentCanHave) {
    const Instant moment{1'700'000'000'123};
    EXPECT_EQ(Id::first_at(moment).made_at(), moment);
    EXPECT_EQ(Id{Id::first_at(moment).number - 1}.made_at(), Instant{moment.milliseconds - 1});
    EXPECT_EQ(Id::first_at({0}), Id{0});
    EXPECT_EQ(Id::first_at({-1}), Id{0});
    EXPECT_EQ(Id::first_at({253'402'300'799'999}), Id{std::numeric_limits<std::int64_t>::max()});
}

}  // namespace tradewind::base

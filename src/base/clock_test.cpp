#include "base/clock.h"

#include <gtest/gtest.h>

#include "base/sources.h"

namespace tradewind::base {
namespace {

TEST(SystemClock, TellsTheTimeOfThisCentury) {
    const SystemClock clock;
    EXPECT_GT(clock.now(), Instant::parse("2024-01-01").value());
    EXPECT_LT(clock.now(), Instant::parse("2100-01-01").value());
}

TEST(SystemClock, NeverGoesBackWhereItPromises) {
    const SystemClock clock;
    auto last = clock.steady_now();
    for (int round = 0; round < 1000; ++round) {
        const auto now = clock.steady_now();
        ASSERT_GE(now, last);
        last = now;
    }
}

TEST(Sources, BundlesTimeChanceAndIds) {
    start_crypto();
    const SystemClock clock;
    SystemRandom random;
    IdSource ids(clock, 0);
    const Sources sources{.clock = clock, .random = random, .ids = ids};
    const auto first = sources.ids.next();
    EXPECT_LT(first, sources.ids.next());
    EXPECT_EQ(random_base62(sources.random, 5).size(), 5U);
    EXPECT_LE(sources.clock.now(), clock.now());
}

TEST(Sources, TellTheTimeOfTheClockAlsoWhileIdsRunAheadOfIt) {
    class SetClock final : public Clock {
      public:
        [[nodiscard]] Instant now() const override { return wall; }
        [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return {}; }
        Instant wall{1'800'000'000'000};
    };
    SetClock clock;
    SystemRandom random;
    IdSource ids(clock, 0);
    const Sources sources{.clock = clock, .random = random, .ids = ids};
    const auto early = ids.next();
    EXPECT_EQ(sources.made_at(early), clock.wall);
    clock.wall.milliseconds -= 1'000;
    EXPECT_EQ(sources.made_at(ids.next()), clock.wall);
    const auto late = ids.next();
    clock.wall.milliseconds += 5'000;
    EXPECT_EQ(sources.made_at(late), late.made_at()) << "when it was made, not when somebody asks";
}

}  // namespace
}  // namespace tradewind::base

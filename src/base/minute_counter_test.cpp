#include "base/minute_counter.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace tradewind::base {
namespace {

TEST(MinuteCounter, StartsAnewWithEachMinute) {
    MinuteCounter counter;
    EXPECT_EQ(counter.add({600'000}), 1);
    EXPECT_EQ(counter.add({659'999}), 2);
    EXPECT_EQ(counter.add({660'000}), 1);
}

TEST(MinuteCounter, DoesNotForgetWhenTheClockGoesBack) {
    MinuteCounter counter;
    EXPECT_EQ(counter.add({660'000}), 1);
    EXPECT_EQ(counter.add({600'000}), 2);
    EXPECT_EQ(counter.add({660'001}), 3);
}

TEST(MinuteCounter, AddsWhatWasCountedElsewhereInTheSameMinute) {
    MinuteCounter counter;
    counter.add({600'000});
    counter.set_count_elsewhere({600'000}, 10);
    EXPECT_EQ(counter.add({600'000}), 12);
    EXPECT_EQ(counter.count_here({600'000}), 2);
    counter.set_count_elsewhere({600'000}, 11);
    EXPECT_EQ(counter.add({600'000}), 14);
    EXPECT_EQ(counter.add({660'000}), 1);
    EXPECT_EQ(counter.count_here({660'000}), 1);
    EXPECT_EQ(counter.count_here({720'000}), 0);
}

TEST(MinuteCounter, LosesNothingBetweenThreads) {
    constexpr int threads_count = 4;
    constexpr int adds = 10'000;
    MinuteCounter counter;
    std::vector<std::thread> threads;
    for (int index = 0; index < threads_count; ++index) {
        threads.emplace_back([&counter] {
            for (int count = 0; count < adds; ++count) { counter.add({60'000}); }
        });
    }
    for (auto& thread : threads) { thread.join(); }
    EXPECT_EQ(counter.add({60'000}), threads_count * adds + 1);
}

}  // namespace
}  // namespace tradewind::base

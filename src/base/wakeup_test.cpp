#include "base/wakeup.h"

#include <gtest/gtest.h>

#include <thread>

namespace tradewind::base {
namespace {

using std::chrono::milliseconds;

// Long enough that a test which has to wait for it has failed.
constexpr auto long_time = std::chrono::minutes(1);

TEST(Wakeup, IsOverAtOnceWhenItWasRaisedBefore) {
    Wakeup wakeup;
    wakeup.raise();
    EXPECT_TRUE(wakeup.wait_for(long_time));
}

TEST(Wakeup, IsLoweredByWaiting) {
    Wakeup wakeup;
    wakeup.raise();
    wakeup.raise();
    EXPECT_TRUE(wakeup.wait_for(milliseconds(0)));
    EXPECT_FALSE(wakeup.wait_for(milliseconds(0)));
}

TEST(Wakeup, TellsThatItWasNotRaised) {
    Wakeup wakeup;
    EXPECT_FALSE(wakeup.wait_for(milliseconds(1)));
}

TEST(Wakeup, WakesAnotherThread) {
    Wakeup asked;
    Wakeup answered;
    std::thread other([&] {
        for (int round = 0; round < 1000; ++round) {
            EXPECT_TRUE(asked.wait_for(long_time));
            answered.raise();
        }
    });
    for (int round = 0; round < 1000; ++round) {
        asked.raise();
        EXPECT_TRUE(answered.wait_for(long_time));
    }
    other.join();
}

}  // namespace
}  // namespace tradewind::base

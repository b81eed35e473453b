#include "jobs/retry.h"

#include <gtest/gtest.h>

#include "base/result.h"

namespace tradewind::jobs {
namespace {

class RetryTest : public testing::Test {
  protected:
    // Answers with `error` so often, and then with 7.
    base::Result<int> ask(const base::Error& error, int times) {
        return patience.answer_of([&]() -> base::Result<int> {
            if (++asked <= times) { return error; }
            return 7;
        });
    }

    const base::Error refusal = base::unavailable(base::Outcome::None, "busy");
    base::Wakeup stop;
    Retry patience{stop, std::chrono::milliseconds(1)};
    int asked = 0;
};

TEST_F(RetryTest, AsksUntilItIsHeard) {
    EXPECT_EQ(ask(refusal, 0).take(), 7);
    EXPECT_EQ(asked, 1);
    asked = 0;
    EXPECT_EQ(ask(refusal, Retry::tries_max - 1).take(), 7);
    EXPECT_EQ(asked, Retry::tries_max);
}

TEST_F(RetryTest, EndsAfterSoManyRefusals) {
    EXPECT_EQ(ask(refusal, Retry::tries_max).error().cause, "busy");
    EXPECT_EQ(asked, Retry::tries_max);
}

TEST_F(RetryTest, EndsAtOnceWhenItIsToStop) {
    stop.raise();
    EXPECT_FALSE(ask(refusal, 1));
    EXPECT_EQ(asked, 1);
}

TEST_F(RetryTest, AsksNobodyAgainWhoSaidNo) {
    EXPECT_EQ(ask(base::conflict("no"), 1).error().detail, "no");
    EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace tradewind::jobs

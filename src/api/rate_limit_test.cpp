#include "api/rate_limit.h"

#include <gtest/gtest.h>

namespace tradewind::api {
namespace {

class FixedClock final : public base::Clock {
  public:
    [[nodiscard]] base::Instant now() const override { return time; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return {}; }

    base::Instant time{1'700'000'040'500};  // 500 ms into a minute.
};

storage::KnownKey key_with(std::optional<std::int64_t> requests_per_minute) {
    domain::ApiKey key;
    key.requests_per_minute = requests_per_minute;
    return {std::move(key), std::make_shared<base::MinuteCounter>()};
}

TEST(RateLimit, CountsDownAndStartsAnewWithTheMinute) {
    FixedClock clock;
    RateLimit limit(clock, 2);
    const auto key = key_with({});
    const auto first = limit.count(key);
    EXPECT_EQ(first.limit, 2);
    EXPECT_EQ(first.remaining, 1);
    EXPECT_EQ(first.reset_at, 1'700'000'100);
    EXPECT_EQ(first.reset_seconds, 60);
    EXPECT_EQ(limit.count(key).remaining, 0);
    EXPECT_FALSE(first.is_over);
    clock.time.milliseconds += 59'000;
    const auto over = limit.count(key);
    EXPECT_TRUE(over.is_over);
    EXPECT_EQ(over.remaining, 0);
    EXPECT_EQ(over.reset_seconds, 1);
    clock.time.milliseconds += 1'000;
    EXPECT_FALSE(limit.count(key).is_over);
}

TEST(RateLimit, CountsOverAllKeysAndTellsTheTighterOfTwo) {
    FixedClock clock;
    RateLimit limit(clock, 10);
    const auto limited = key_with(3);
    const auto free = key_with({});
    EXPECT_EQ(limit.count(limited).limit, 3);
    EXPECT_EQ(limit.count(free).remaining, 8);
    EXPECT_EQ(limit.count(limited).remaining, 1);
    limit.count(limited);
    EXPECT_TRUE(limit.count(limited).is_over);
    EXPECT_FALSE(limit.count(free).is_over);
    for (int count = 0; count < 5; ++count) { limit.count(free); }
    const auto account_is_over = limit.count(key_with(100));
    EXPECT_TRUE(account_is_over.is_over);
    EXPECT_EQ(account_is_over.limit, 10);
}

TEST(RateLimit, OfZeroIsNoneAndShowsTheLargestNumber) {
    FixedClock clock;
    RateLimit limit(clock, 0);
    const auto state = limit.count(key_with(0));
    EXPECT_EQ(state.limit, RateLimit::unlimited);
    EXPECT_EQ(state.remaining, RateLimit::unlimited);
    EXPECT_FALSE(state.is_over);
}

TEST(RateHeaders, HaveBothFamiliesInTheLettersThatClientsKnow) {
    net::HttpResponse response(200);
    add_rate_headers(response, {.limit = 10, .remaining = 0, .reset_at = 120, .reset_seconds = 7, .is_over = true});
    EXPECT_EQ(response.header_lines,
              "X-RateLimit-Limit: 10\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: 120\r\n"
              "RateLimit-Limit: 10\r\nRateLimit-Remaining: 0\r\nRateLimit-Reset: 7\r\nRetry-After: 7\r\n");
}

}  // namespace
}  // namespace tradewind::api

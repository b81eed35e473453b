#include "api/sign_in_limits.h"

#include <gtest/gtest.h>

namespace tradewind::api {
namespace {

class StandingSteadyClock final : public base::Clock {
  public:
    [[nodiscard]] base::Instant now() const override { return {0}; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return steady; }
    std::chrono::steady_clock::time_point steady{std::chrono::hours(1)};
};

class SignInLimitsTest : public testing::Test {
  protected:
    bool may(const std::string& address, const std::string& account) {
        return !limits.take({.address = address, .account = account});
    }
    StandingSteadyClock clock;
    SignInLimits limits{clock};
};

TEST_F(SignInLimitsTest, OneGuessASecondFromOneAddress) {
    int let_through = 0;
    for (int guess = 0; guess < 1'000; ++guess) {
        let_through += may("192.0.2.1", "account " + std::to_string(guess)) ? 1 : 0;
        clock.steady += std::chrono::milliseconds(10);
    }
    EXPECT_EQ(let_through, 10);
    EXPECT_TRUE(may("192.0.2.2", "another"));
}

TEST_F(SignInLimitsTest, AnAccountIsSlowedDownAndNeverLocked) {
    for (std::size_t guess = 0; guess < SignInLimits::account_guesses; ++guess) {
        EXPECT_TRUE(may("address " + std::to_string(guess), "ada"));
    }
    EXPECT_EQ(limits.take({.address = "one more", .account = "ada"}), std::chrono::seconds(15));
    EXPECT_TRUE(may("one more", "bob"));
    clock.steady += SignInLimits::account_pause;
    EXPECT_TRUE(may("elsewhere", "ada"));
    EXPECT_FALSE(may("elsewhere still", "ada"));
}

TEST_F(SignInLimitsTest, WhatWasRightIsGivenBack) {
    for (int time = 0; time < 100; ++time) {
        ASSERT_TRUE(may("192.0.2.1", "ada"));
        limits.give_back({.address = "192.0.2.1", .account = "ada"});
    }
}

TEST_F(SignInLimitsTest, RemembersABoundedNumber) {
    for (std::size_t address = 0; address < SignInLimits::remembered_max; ++address) {
        ASSERT_TRUE(may(std::to_string(address), "ada " + std::to_string(address)));
    }
    EXPECT_FALSE(may("new", "new"));
    clock.steady += SignInLimits::account_pause;
    EXPECT_TRUE(may("new", "new"));
}

TEST(AddressGroup, IsTheAddressOrTheFirstHalfOfOneOfVersion6) {
    EXPECT_EQ(address_group("192.0.2.1"), "192.0.2.1");
    EXPECT_EQ(address_group("2001:db8:1:2:3::1"), address_group("2001:db8:1:2:ffff::9"));
    EXPECT_NE(address_group("2001:db8:1:2::1"), address_group("2001:db8:1:3::1"));
    EXPECT_EQ(address_group("unix"), "unix");
}

}  // namespace
}  // namespace tradewind::api

#include "net/connection_count.h"

#include <gtest/gtest.h>

#include <thread>

namespace tradewind::net {
namespace {

constexpr AddressKey near_address{1};
constexpr AddressKey far_address{2};

TEST(ConnectionCount, LetsInSoManyInAllAndSoManyOfAnAddress) {
    ConnectionCount count(3, 2);
    EXPECT_TRUE(count.enter(near_address));
    EXPECT_TRUE(count.enter(near_address));
    EXPECT_FALSE(count.enter(near_address));
    EXPECT_TRUE(count.enter(far_address));
    EXPECT_FALSE(count.enter(far_address));
    EXPECT_FALSE(count.enter(std::nullopt));
    count.leave(near_address);
    EXPECT_TRUE(count.enter(std::nullopt));
    EXPECT_FALSE(count.enter(near_address));
    count.leave(std::nullopt);
    EXPECT_TRUE(count.enter(near_address));
}

TEST(ConnectionCount, LetsNobodyInWhenNoneAreAllowed) {
    EXPECT_FALSE(ConnectionCount(0, 1).enter(near_address));
    ConnectionCount no_addresses(1, 0);
    EXPECT_FALSE(no_addresses.enter(near_address));
    EXPECT_TRUE(no_addresses.enter(std::nullopt));
}

TEST(ConnectionCount, TellsWhenTheLastOneLeft) {
    ConnectionCount count(10, 10);
    const auto now = std::chrono::steady_clock::now();
    EXPECT_TRUE(count.wait_until_none(now));
    EXPECT_TRUE(count.enter(near_address));
    EXPECT_FALSE(count.wait_until_none(now));
    std::thread leaving([&] { count.leave(near_address); });
    EXPECT_TRUE(count.wait_until_none(now + std::chrono::seconds(20)));
    leaving.join();
}

}  // namespace
}  // namespace tradewind::net

#include "net/connection_count.h"

#include <gtest/gtest.h>

#include <thread>

namespace tradewind::net {
namespace {

constexpr AddressKey one{1};
constexpr AddressKey other{2};

TEST(ConnectionCount, LetsInSoManyInAllAndSoManyOfAnAddress) {
    ConnectionCount count(3, 2);
    EXPECT_TRUE(count.enter(one));
    EXPECT_TRUE(count.enter(one));
    EXPECT_FALSE(count.enter(one));
    EXPECT_TRUE(count.enter(other));
    EXPECT_FALSE(count.enter(other));
    EXPECT_FALSE(count.enter(std::nullopt));
    count.leave(one);
    EXPECT_TRUE(count.enter(std::nullopt));
    EXPECT_FALSE(count.enter(one));
    count.leave(std::nullopt);
    EXPECT_TRUE(count.enter(one));
}

TEST(ConnectionCount, LetsNobodyInWhenNoneAreAllowed) {
    EXPECT_FALSE(ConnectionCount(0, 1).enter(one));
    ConnectionCount no_addresses(1, 0);
    EXPECT_FALSE(no_addresses.enter(one));
    EXPECT_TRUE(no_addresses.enter(std::nullopt));
}

TEST(ConnectionCount, TellsWhenTheLastOneLeft) {
    ConnectionCount count(10, 10);
    const auto now = std::chrono::steady_clock::now();
    EXPECT_TRUE(count.wait_until_none(now));
    EXPECT_TRUE(count.enter(one));
    EXPECT_FALSE(count.wait_until_none(now));
    std::thread leaving([&] { count.leave(one); });
    EXPECT_TRUE(count.wait_until_none(now + std::chrono::seconds(20)));
    leaving.join();
}

}  // namespace
}  // namespace tradewind::net

#include "net/peer_address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

namespace tradewind::net {
namespace {

PeerAddress peer(const char* text) {
    sockaddr_storage address{};
    auto& ipv4 = reinterpret_cast<sockaddr_in&>(address);
    auto& ipv6 = reinterpret_cast<sockaddr_in6&>(address);
    if (::inet_pton(AF_INET, text, &ipv4.sin_addr) == 1) {
        ipv4.sin_family = AF_INET;
    } else if (::inet_pton(AF_INET6, text, &ipv6.sin6_addr) == 1) {
        ipv6.sin6_family = AF_INET6;
    } else {
        address.ss_family = AF_UNIX;
    }
    return peer_address(address);
}

TEST(PeerAddress, IsPrintedTheUsualWay) {
    EXPECT_EQ(peer("192.0.2.1").text, "192.0.2.1");
    EXPECT_EQ(peer("2001:db8::1").text, "2001:db8::1");
    EXPECT_EQ(peer("::ffff:192.0.2.1").text, "192.0.2.1");
    EXPECT_EQ(peer("").text, "unix");
}

TEST(PeerAddress, CountsIpv4ByAddressAndIpv6ByNetwork) {
    EXPECT_EQ(peer("192.0.2.1").key, peer("::ffff:192.0.2.1").key);
    EXPECT_NE(peer("192.0.2.1").key, peer("192.0.2.2").key);
    EXPECT_EQ(peer("2001:db8:0:1::1").key, peer("2001:db8:0:1:ffff::").key);
    EXPECT_NE(peer("2001:db8:0:1::1").key, peer("2001:db8:0:2::1").key);
    EXPECT_NE(peer("::1").key, peer("127.0.0.1").key);
    EXPECT_EQ(peer("").key, std::nullopt);
}

}  // namespace
}  // namespace tradewind::net

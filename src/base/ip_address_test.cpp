#include "base/ip_address.h"

#include <gtest/gtest.h>

#include <array>

namespace tradewind::base {
namespace {

TEST(IpAddress, IsPublicWhereAMachineOnTheInternetIsMeant) {
    for (const auto* text :
         {"1.1.1.1",         "9.255.255.255", "11.0.0.0",        "100.63.255.255", "100.128.0.0",
          "126.255.255.255", "128.0.0.0",     "169.253.255.255", "172.15.255.255", "172.32.0.0",
          "192.167.255.255", "192.169.0.0",   "198.17.255.255",  "198.20.0.0",     "223.255.255.255",
          "2a00:1450::1",    "2001:200::1",   "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"}) {
        const auto address = IpAddress::parse(text);
        ASSERT_TRUE(address) << text;
        EXPECT_TRUE(address->is_public()) << text;
    }
}

TEST(IpAddress, IsNotPublicWhereItIsNotOneMachineOnTheInternet) {
    for (const auto* text : {"0.0.0.0",
                             "0.255.255.255",
                             "10.0.0.1",
                             "100.64.0.0",
                             "100.127.255.255",
                             "127.0.0.1",
                             "127.255.255.1",
                             "169.254.169.254",
                             "172.16.0.0",
                             "172.31.255.255",
                             "192.0.0.1",
                             "192.0.2.1",
                             "192.168.1.1",
                             "198.18.0.1",
                             "198.19.255.255",
                             "198.51.100.1",
                             "203.0.113.1",
                             "224.0.0.1",
                             "240.0.0.1",
                             "255.255.255.255",
                             "::",
                             "::1",
                             "::7f00:1",
                             "::ffff:127.0.0.1",
                             "::ffff:10.0.0.1",
                             "64:ff9b::7f00:1",
                             "fc00::1",
                             "fd12::1",
                             "fe80::1",
                             "febf::1",
                             "fec0::1",
                             "ff02::1",
                             "2001::1",
                             "2001:db8::1",
                             "2002:7f00:1::",
                             "3fff::1",
                             "4000::1"}) {
        const auto address = IpAddress::parse(text);
        ASSERT_TRUE(address) << text;
        EXPECT_FALSE(address->is_public()) << text;
    }
}

TEST(IpAddress, IsMadeOfTheBytesOfASocket) {
    const std::array<std::uint8_t, 4> four{10, 0, 0, 1};
    EXPECT_EQ(IpAddress::from_bytes(four), IpAddress::parse("10.0.0.1"));
    std::array<std::uint8_t, 16> sixteen{};
    sixteen[15] = 1;
    EXPECT_EQ(IpAddress::from_bytes(sixteen), IpAddress::parse("::1"));
    EXPECT_FALSE(IpAddress::from_bytes(std::span(sixteen).first(5)));
    EXPECT_FALSE(IpAddress::from_bytes({}));
}

TEST(IpAddress, HasOneTextForOneMachine) {
    struct Row {
        const char* given;
        const char* text;
        bool is_version_4;
        bool is_wildcard;
    };
    for (const auto& row : {Row{"10.0.0.1", "10.0.0.1", true, false}, Row{"::ffff:10.0.0.1", "10.0.0.1", true, false},
                            Row{"2A00:1450:0:0::1", "2a00:1450::1", false, false},
                            Row{"0.0.0.0", "0.0.0.0", true, true}, Row{"::", "::", false, true}}) {
        const auto address = IpAddress::parse(row.given);
        EXPECT_EQ(address->text(), row.text);
        EXPECT_EQ(address->is_version_4(), row.is_version_4) << row.given;
        EXPECT_EQ(address->is_wildcard(), row.is_wildcard) << row.given;
    }
}

TEST(IpAddress, TakesNothingElseForAnAddress) {
    using namespace std::string_view_literals;
    for (const auto text :
         {""sv, "1"sv, "1.2.3"sv, "1.2.3.4.5"sv, "256.1.1.1"sv, "0x7f.0.0.1"sv, "127.1"sv, "2130706433"sv, "[::1]"sv,
          "fe80::1%eth0"sv, "::g"sv, "1.2.3.4 "sv, "1.2.3.4\0"sv, "example.org"sv}) {
        EXPECT_FALSE(IpAddress::parse(text)) << text;
    }
}

}  // namespace
}  // namespace tradewind::base

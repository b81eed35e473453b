#include "api/console_session.h"

#include <gtest/gtest.h>

#include <vector>

namespace tradewind::api {
namespace {

net::RequestHead head_of(std::vector<net::Header> headers) {
    net::RequestHead head;
    head.method = net::Method::Post;
    head.headers = std::move(headers);
    return head;
}

TEST(ConsoleSession, TheCookieFollowsTheSchemeOfThePublicAddress) {
    PublicAddress address;
    address.set("https://Shop.example/tradewind");
    EXPECT_EQ(session_cookie_line(address, "abc", 60),
              "Set-Cookie: __Host-tradewind=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure\r\n");
    EXPECT_EQ(address.origin(), "https://shop.example");
    address.set("http://127.0.0.1:8080");
    EXPECT_EQ(session_cookie_line(address, "", 0),
              "Set-Cookie: tradewind=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax\r\n");
}

TEST(ConsoleSession, FindsTheOneCookieOfItsName) {
    PublicAddress address;
    address.set("http://127.0.0.1:8080");
    EXPECT_EQ(session_token(head_of({{"Cookie", "a=b; tradewind=abc;c=d"}}), address), "abc");
    EXPECT_EQ(session_token(head_of({{"cookie", "a=b"}, {"COOKIE", "tradewind=abc"}}), address), "abc");
    EXPECT_EQ(session_token(head_of({{"Cookie", "tradewind=abc; tradewind=def"}}), address), "") << "neither of two";
    EXPECT_FALSE(session_token(head_of({{"Cookie", "__Host-tradewind=abc; xtradewind=d"}}), address));
    EXPECT_FALSE(session_token(head_of({}), address));
}

TEST(ConsoleSession, TakesOnlyPagesOfItsOwn) {
    PublicAddress address;
    address.set("https://shop.example");
    const net::Header ours{"X-Tradewind-Console", "1"};
    const struct {
        std::vector<net::Header> headers;
        bool is_taken;
    } cases[] = {
        {{ours, {"Origin", "https://shop.example"}}, true},
        {{ours, {"Sec-Fetch-Site", "same-origin"}}, true},
        {{ours}, false},
        {{{"Origin", "https://shop.example"}}, false},
        {{{"X-Tradewind-Console", "0"}, {"Origin", "https://shop.example"}}, false},
        {{ours, ours, {"Origin", "https://shop.example"}}, false},
        {{ours, {"Origin", "https://shop.example.evil.example"}}, false},
        {{ours, {"Origin", "http://shop.example"}}, false},
        {{ours, {"Origin", "https://shop.example:8443"}}, false},
        {{ours, {"Origin", "null"}}, false},
        {{ours, {"Origin", "https://shop.example"}, {"Origin", "https://shop.example"}}, false},
        {{ours, {"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://shop.example"}}, false},
        {{ours, {"Sec-Fetch-Site", "same-site"}}, false},
        {{ours, {"Referer", "https://shop.example/console/"}}, false},
    };
    for (const auto& one : cases) {
        EXPECT_EQ(check_same_site(head_of(one.headers), address).ok(), one.is_taken)
            << one.headers.back().name << ": " << one.headers.back().value;
    }
}

TEST(ConsoleSession, LeavesOutThePortThatEverybodyLeavesOut) {
    PublicAddress address;
    address.set("https://shop.example:443");
    const net::Header ours{"X-Tradewind-Console", "1"};
    EXPECT_TRUE(check_same_site(head_of({ours, {"Origin", "https://shop.example"}}), address));
    address.set("http://shop.example:8443");
    EXPECT_FALSE(check_same_site(head_of({ours, {"Origin", "http://shop.example"}}), address));
}

TEST(ConsoleSession, NoPasswordCrossesANetworkUnprotected) {
    const struct {
        std::string address;
        bool is_private;
    } cases[] = {
        {"https://shop.example", true},           {"http://127.0.0.1:8080", true},
        {"http://localhost:8080", true},          {"http://[::1]:8080", true},
        {"http://shop.example", false},           {"http://192.168.0.7:8080", false},
        {"http://0.0.0.0:8080", false},           {"http://localhost.evil.example", false},
        {"http://127.0.0.1.evil.example", false},
    };
    for (const auto& one : cases) {
        PublicAddress address;
        address.set(one.address);
        EXPECT_EQ(check_private_way(address).ok(), one.is_private) << one.address;
    }
}

}  // namespace
}  // namespace tradewind::api

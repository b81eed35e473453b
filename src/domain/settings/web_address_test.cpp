#include "domain/settings/web_address.h"

#include <gtest/gtest.h>

#include <vector>

namespace tradewind::domain {
namespace {

struct Parts {
    std::string text;
    std::string_view scheme;
    std::string host;
    std::uint16_t port;
};

TEST(WebAddress, TellsSchemeHostAndPort) {
    const std::vector<Parts> cases{
        {"https://shop.example", "https", "shop.example", 443},
        {"http://shop.example", "http", "shop.example", 80},
        {"HTTPS://Shop.Example/P?q#f", "https", "shop.example", 443},
        {"http://shop.example:8080/p", "http", "shop.example", 8080},
        {"http://shop.example:/p", "http", "shop.example", 80},
        {"https://shop.example?q=http://other.example", "https", "shop.example", 443},
        {"https://shop.example#@other.example", "https", "shop.example", 443},
        {"https://shop.example/@other.example:1/", "https", "shop.example", 443},
        {"https://shop.example@other.example/", "https", "other.example", 443},
        {"https://shop.example:80@other.example:81/", "https", "other.example", 81},
        {"https://shop.example./p", "https", "shop.example", 443},
        {"https://tiendañ.example/ñ", "https", "xn--tienda-1wa.example", 443},
        {"https://🌊.example/", "https", "🌊.example", 443},
        {"https://localhost:0", "https", "localhost", 0},
        {"https://under_score.example", "https", "under_score.example", 443},
        {"http://127.0.0.1:65535/", "http", "127.0.0.1", 65535},
        {"http://[2001:DB8::1]:81/", "http", "[2001:db8::1]", 81},
        {"http://[::1]", "http", "[::1]", 80},
    };
    for (const auto& [text, scheme, host, port] : cases) {
        const auto address = WebAddress::parse(text);
        ASSERT_TRUE(address) << text;
        EXPECT_EQ(address.value().scheme(), scheme) << text;
        EXPECT_EQ(address.value().host(), host) << text;
        EXPECT_EQ(address.value().port(), port) << text;
        EXPECT_EQ(check_web_address(text).value(), text) << "kept as given";
    }
}

TEST(WebAddress, IsRefusedWhenItIsNotAbsoluteOrNotOfTheWeb) {
    for (const std::string_view text : {"",
                                        "http",
                                        "https",
                                        "https:",
                                        "https:/",
                                        "https://",
                                        "://shop.example",
                                        "shop.example",
                                        "/p",
                                        "//shop.example/p",
                                        "ftp://shop.example",
                                        "javascript://shop.example",
                                        "httpss://shop.example",
                                        "https:shop.example",
                                        "https:///p",
                                        "https://?q",
                                        "https://:80/",
                                        "https://@/",
                                        "https://.",
                                        "https://.shop.example",
                                        "https://shop..example",
                                        "https://a b.example",
                                        "https://shop.example/a b",
                                        " https://shop.example",
                                        "https://shop.example ",
                                        "https://shop.example\n",
                                        "https://shop.example/\x7F",
                                        "https://shop.example/\u00A0x",
                                        "https://shop.example/\u3000",
                                        "https://other.example\\@shop.example",
                                        "https://other.example@b@shop.example",
                                        "https://shop.example\\p",
                                        "https://sh%6Fp.example",
                                        "https://shop.example:x",
                                        "https://shop.example:-1",
                                        "https://shop.example:65536",
                                        "https://shop.example:8 0",
                                        "https://[::1",
                                        "https://[]",
                                        "https://[::1]x",
                                        "https://[shop]"}) {
        EXPECT_FALSE(WebAddress::parse(text)) << text;
    }
}

}  // namespace
}  // namespace tradewind::domain

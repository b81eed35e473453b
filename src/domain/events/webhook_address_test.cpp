#include "domain/events/webhook_address.h"

#include <gtest/gtest.h>

namespace tradewind::domain::webhook_address_test {
namespace {

const WebhookReach reach{.private_addresses = false, .own_address = "https://marketing.shop.example"};

TEST(WebhookAddress, MayBeAnywhereOnTheOpenInternet) {
    for (const auto* text : {"https://bookings.example/hooks", "HTTP://bookings.example:8080", "https://8.8.8.8/x",
                             "https://[2606:4700::1111]/", "https://10.example/", "https://0xcafe.example",
                             "https://marketing.shop.example:8443/"}) {
        EXPECT_TRUE(check_webhook_address(text, reach)) << text;
    }
}

TEST(WebhookAddress, MustNotBeHereOrInAPrivateNetwork) {
    for (const auto* text : {"http://localhost/",
                             "http://LOCALHOST.:80/",
                             "http://a.localhost",
                             "http://127.0.0.1/",
                             "http://127.1/",
                             "http://2130706433/",
                             "http://0x7f000001/",
                             "http://0x7f.0.0.1/",
                             "http://0177.0.0.1/",
                             "http://0/",
                             "http://10.0.0.1/",
                             "http://192.168.0.1:8080",
                             "http://172.16.3.4",
                             "http://169.254.169.254/latest",
                             "http://[::1]/",
                             "http://[::ffff:127.0.0.1]/",
                             "http://[fe80::1]/",
                             "http://[fd00::1]/",
                             "http://[::]/",
                             "http://user@127.0.0.1/",
                             "http://bookings.example@127.0.0.1/",
                             "http://[abc]/",
                             "http://1.2.3.4.5/",
                             "https://marketing.shop.example/hooks",
                             "https://MARKETING.shop.example:443"}) {
        EXPECT_FALSE(check_webhook_address(text, reach)) << text;
    }
}

TEST(WebhookAddress, MustBeAnAddressOnTheWebInAnyCase) {
    for (const auto* text :
         {"", "bookings.example", "ftp://bookings.example", "https://", "https:///x", "https://book ings.example"}) {
        EXPECT_FALSE(check_webhook_address(text, reach)) << text;
        EXPECT_FALSE(check_webhook_address(text, {.private_addresses = true, .own_address = {}})) << text;
    }
}

TEST(WebhookAddress, NamesNobody) {
    for (const auto* text : {"https://user:word@bookings.example/", "https://user@bookings.example",
                             "https://@b.example", "https://:word@bookings.example/"}) {
        EXPECT_FALSE(check_webhook_address(text, reach)) << text;
        EXPECT_FALSE(check_webhook_address(text, {.private_addresses = true, .own_address = {}})) << text;
    }
    EXPECT_TRUE(check_webhook_address("https://bookings.example/a@b?c=d@e#f@g", reach));
}

TEST(WebhookAddress, MayBeAnywhereWhenPrivateAddressesAreAllowed) {
    for (const auto* text : {"http://localhost:9000/", "http://127.0.0.1/", "http://[::1]/", "http://10.1.2.3/"}) {
        EXPECT_TRUE(check_webhook_address(text, {.private_addresses = true, .own_address = {}})) << text;
    }
}

}  // namespace
}  // namespace tradewind::domain::webhook_address_test

#include "domain/settings/store.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

struct RuleCase {
    TextRule rule;
    std::string text;
    std::optional<std::string> kept;  // Nothing: refused.
};

class StoreRule : public testing::TestWithParam<RuleCase> {};

TEST_P(StoreRule, KeepsOrRefuses) {
    const auto& [rule, text, kept] = GetParam();
    const auto result = rule(text);
    ASSERT_EQ(result.ok(), kept.has_value()) << text;
    if (kept) {
        EXPECT_EQ(result.value(), *kept);
    } else {
        EXPECT_EQ(result.error().problems.size(), 1U);
    }
}

INSTANTIATE_TEST_SUITE_P(Currency, StoreRule,
                         testing::Values(RuleCase{check_currency, "EUR", "EUR"}, RuleCase{check_currency, "ZWG", "ZWG"},
                                         RuleCase{check_currency, "AED", "AED"}, RuleCase{check_currency, "eur", {}},
                                         RuleCase{check_currency, "", {}}, RuleCase{check_currency, "EURO", {}},
                                         RuleCase{check_currency, "XXX", {}}, RuleCase{check_currency, "UR ", {}},
                                         RuleCase{check_currency, "R G", {}}));

INSTANTIATE_TEST_SUITE_P(
    TimeZone, StoreRule,
    testing::Values(RuleCase{check_time_zone, "UTC", "UTC"},
                    RuleCase{check_time_zone, "Europe/Madrid", "Europe/Madrid"},
                    RuleCase{check_time_zone, "America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"},
                    RuleCase{check_time_zone, "", {}}, RuleCase{check_time_zone, "Mars/Olympus", {}},
                    RuleCase{check_time_zone, "../etc/passwd", {}}, RuleCase{check_time_zone, "/etc/localtime", {}},
                    RuleCase{check_time_zone, "+02:00", {}}));

INSTANTIATE_TEST_SUITE_P(Language, StoreRule,
                         testing::Values(RuleCase{check_language, "es", "es"},
                                         RuleCase{check_language, "es-MX", "es-MX"},
                                         RuleCase{check_language, "fil", "fil"}, RuleCase{check_language, "", {}},
                                         RuleCase{check_language, "ES", {}}, RuleCase{check_language, "es-mx", {}},
                                         RuleCase{check_language, "es_MX", {}}, RuleCase{check_language, "es-", {}},
                                         RuleCase{check_language, "e", {}}, RuleCase{check_language, "es-MX-x", {}}));

INSTANTIATE_TEST_SUITE_P(
    CountryCode, StoreRule,
    testing::Values(RuleCase{check_country_code, "34", "34"}, RuleCase{check_country_code, "1", "1"},
                    RuleCase{check_country_code, "1684", "1684"}, RuleCase{check_country_code, "", {}},
                    RuleCase{check_country_code, "+34", {}}, RuleCase{check_country_code, "034", {}},
                    RuleCase{check_country_code, "12345", {}}, RuleCase{check_country_code, "ES", {}}));

INSTANTIATE_TEST_SUITE_P(
    AuthorisedDomain, StoreRule,
    testing::Values(RuleCase{check_authorised_domain, "shop.example", "shop.example"},
                    RuleCase{check_authorised_domain, "Shop.Example", "shop.example"},
                    RuleCase{check_authorised_domain, "https://shop.example", "https://shop.example"},
                    RuleCase{check_authorised_domain, "http://*.shop.example:8080", "http://*.shop.example:8080"},
                    RuleCase{check_authorised_domain, "*.xn--tienda-0wa.example", "*.xn--tienda-0wa.example"},
                    RuleCase{check_authorised_domain, "localhost", "localhost"},
                    RuleCase{check_authorised_domain, "", {}}, RuleCase{check_authorised_domain, "*", {}},
                    RuleCase{check_authorised_domain, "*.", {}},
                    RuleCase{check_authorised_domain, "shop.*.example", {}},
                    RuleCase{check_authorised_domain, "shop..example", {}},
                    RuleCase{check_authorised_domain, "-shop.example", {}},
                    RuleCase{check_authorised_domain, "ftp://shop.example", {}},
                    RuleCase{check_authorised_domain, "https://shop.example/", {}},
                    RuleCase{check_authorised_domain, "shop.example:0", {}},
                    RuleCase{check_authorised_domain, "shop.example:65536", {}},
                    RuleCase{check_authorised_domain, "shop.example:", {}},
                    RuleCase{check_authorised_domain, "tiendañ.example", "xn--tienda-1wa.example"},
                    RuleCase{check_authorised_domain, std::string(64, 'a') + ".example", {}}));

TEST(Patch, PutsOverOnlyWhatItNames) {
    Patch<Store> patch;
    patch.values.name = "Shoes";
    patch.values.currency = "USD";
    patch.present.set(1);  // name
    Store store;
    apply(store_fields, patch, store);
    EXPECT_EQ(store.name, "Shoes");
    EXPECT_EQ(store.currency, "EUR");
}

TEST(Patch, ChangesAreNamedInTheOrderOfTheTable) {
    Store before;
    Store after = before;
    EXPECT_TRUE(changed_fields(store_fields, before, after).empty());
    after.default_country_code = "1";
    after.name = "Shoes";
    EXPECT_EQ(changed_fields(store_fields, before, after),
              (std::vector<std::string_view>{"name", "defaultCountryCode"}));
}

}  // namespace
}  // namespace tradewind::domain

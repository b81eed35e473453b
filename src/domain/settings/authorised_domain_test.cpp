#include "domain/settings/authorised_domain.h"

#include <gtest/gtest.h>

#include <vector>

namespace tradewind::domain {
namespace {

bool holds(std::string_view pattern, std::string_view address) {
    return AuthorisedDomain::parse(pattern).value().holds(WebAddress::parse(address).value());
}

struct PatternCase {
    std::string_view pattern;
    std::vector<std::string_view> inside;
    std::vector<std::string_view> outside;
};

TEST(AuthorisedDomain, HoldsItsHostAndWhatItNamesBesides) {
    const std::vector<PatternCase> cases{
        {"shop.example",
         {"https://shop.example", "http://shop.example/p", "https://SHOP.example:8443/", "https://shop.example./"},
         {"https://www.shop.example", "https://example", "https://ashop.example", "https://shop.example.org",
          "https://shop.example@other.example/", "https://other.example/shop.example",
          "https://other.example#shop.example"}},
        {"*.shop.example",
         {"https://shop.example", "https://www.shop.example", "http://a.b.shop.example:81/"},
         {"https://ashop.example", "https://example", "https://shop.example.org"}},
        {"https://shop.example",
         {"https://shop.example", "HTTPS://shop.example:444"},
         {"http://shop.example", "http://shop.example:443"}},
        {"http://*.shop.example", {"http://www.shop.example"}, {"https://www.shop.example"}},
        {"shop.example:8080",
         {"http://shop.example:8080/p", "https://shop.example:8080"},
         {"http://shop.example", "http://shop.example:80"}},
        {"shop.example:443", {"https://shop.example", "https://shop.example:443"}, {"http://shop.example"}},
        {"https://*.shop.example:444",
         {"https://a.shop.example:444"},
         {"https://a.shop.example", "http://a.shop.example:444"}},
        {"xn--tienda-1wa.example",
         {"https://xn--tienda-1wa.example", "https://tiendañ.example", "https://TIENDAÑ.example"},
         {"https://tiendan.example"}},
        {"*.TiendaÑ.example:444", {"https://xn--tienda-1wa.example:444", "https://a.tiendañ.example:444"}, {}},
        {"127.0.0.1", {"http://127.0.0.1:3000/"}, {"http://127.0.0.2/"}},
    };
    for (const auto& [pattern, inside, outside] : cases) {
        for (const auto address : inside) { EXPECT_TRUE(holds(pattern, address)) << pattern << " " << address; }
        for (const auto address : outside) { EXPECT_FALSE(holds(pattern, address)) << pattern << " " << address; }
    }
}

TEST(AuthorisedDomain, OneOfSeveralIsEnoughAndNoneAllowsAll) {
    const auto address = WebAddress::parse("https://shop.example/p").value();
    EXPECT_TRUE(is_authorised(address, {}));
    EXPECT_TRUE(is_authorised(address, {"other.example", "shop.example"}));
    EXPECT_FALSE(is_authorised(address, {"other.example", "http://shop.example"}));
}

}  // namespace
}  // namespace tradewind::domain

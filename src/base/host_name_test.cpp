#include "base/host_name.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace tradewind::base {
namespace {

TEST(HostName, IsComparedInLowerCaseWithALabels) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"shop.example", "shop.example"},
        {"SHOP.Example", "shop.example"},
        {"xn--TIENDA-0wa.example", "xn--tienda-0wa.example"},
        {"under_score.example", "under_score.example"},
        {"tiendañ.example", "xn--tienda-1wa.example"},
        {"TIENDAÑ.Example", "xn--tienda-1wa.example"},
        {"tiendan\xCC\x83.example", "xn--tienda-1wa.example"},  // n and a combining tilde
        {"faß.example", "xn--fa-hia.example"},
        {"例え。テスト", "xn--r8jz45g.xn--zckzah"},  // With an ideographic full stop.
        {"a.Bücher.example", "a.xn--bcher-kva.example"},
    };
    for (const auto& [name, ascii] : cases) { EXPECT_EQ(ascii_host_name(name), ascii) << name; }
}

TEST(HostName, IsNothingWhenALabelHasNoAsciiForm) {
    std::string long_label;
    for (int count = 0; count < 64; ++count) { long_label += "ñ"; }
    for (const std::string& name :
         {std::string("\xF0\x9F\x8C\x8A.example"), long_label + ".example", "ñ" + std::string(2000, 'a'),
          std::string("ñ\0.example", 11), std::string("-ñ-.example")}) {
        EXPECT_FALSE(ascii_host_name(name)) << name;
    }
}

}  // namespace
}  // namespace tradewind::base

#include "domain/messages/liquid/money_text.h"

#include <array>
#include <cstdlib>
#include <utility>

#include "domain/messages/liquid/date_names.h"

namespace tradewind::domain::liquid {
namespace {

// Those with other than two places.
constexpr std::string_view currencies_without_places =
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";
constexpr std::string_view currencies_of_three_places = "BHD IQD JOD KWD LYD OMR TND";

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> currency_signs{{
    {"EUR", "€"},
    {"USD", "$"},
    {"GBP", "£"},
    {"JPY", "¥"},
    {"MXN", "$"},
    {"INR", "₹"},
    {"BRL", "R$"},
    {"KRW", "₩"},
    {"PLN", "zł"},
}};

int places_of(std::string_view currency) {
    constexpr std::size_t code_letters = 3;
    if (currency.size() != code_letters) { return 2; }
    if (currencies_without_places.find(currency) != std::string_view::npos) { return 0; }
    return currencies_of_three_places.find(currency) != std::string_view::npos ? 3 : 2;
}

std::string_view sign_of(std::string_view currency) {
    for (const auto& [code, sign] : currency_signs) {
        if (code == currency) { return sign; }
    }
    return currency;
}

// How a language writes numbers, and where the currency stands.
struct MoneyForm {
    char point = '.';
    char separator = ',';
    std::size_t digits_ungrouped = 3;  // A number with so many before the point has no separators.
    bool is_sign_first = true;
};

MoneyForm form_of(std::string_view language) {
    // Of the Spanish-speaking countries some write as in English.
    for (const std::string_view country :
         {"es-MX", "es-US", "es-PR", "es-GT", "es-HN", "es-NI", "es-SV", "es-PA", "es-DO", "es-PE"}) {
        if (language == country) { return {}; }
    }
    if (!is_spanish(language)) { return {}; }
    return {.point = ',', .separator = '.', .digits_ungrouped = 4, .is_sign_first = false};
}

}  // namespace

std::optional<std::string> money_text(const LiquidNumber& amount, std::string_view currency,
                                      std::string_view language) {
    const auto places = places_of(currency);
    const auto scaled = amount.scaled(places);
    if (!scaled) { return std::nullopt; }
    const auto form = form_of(language);
    auto digits =
        std::to_string(*scaled < 0 ? 0 - static_cast<std::uint64_t>(*scaled) : static_cast<std::uint64_t>(*scaled));
    const auto fraction = static_cast<std::size_t>(places);
    if (digits.size() <= fraction) { digits.insert(0, fraction + 1 - digits.size(), '0'); }
    auto whole = digits.substr(0, digits.size() - fraction);
    if (whole.size() > form.digits_ungrouped) {
        for (auto at = whole.size(); at > 3; at -= 3) { whole.insert(at - 3, 1, form.separator); }
    }
    if (fraction != 0) { whole += form.point + digits.substr(digits.size() - fraction); }
    const auto sign = std::string(sign_of(currency));
    const std::string minus = *scaled < 0 ? "-" : "";
    // A code needs a space, a sign in front does not; no line ends there.
    const std::string space = "\u00a0";
    if (!form.is_sign_first) { return minus + whole + space + sign; }
    return minus + sign + (sign == currency ? space : "") + whole;
}

}  // namespace tradewind::domain::liquid

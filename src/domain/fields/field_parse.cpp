#include "domain/fields/field_parse.h"

#include <algorithm>

#include "base/text.h"

namespace tradewind::domain {
namespace {

base::Error out_of_bounds(const Bounds& bounds) {
    return base::invalid(
        "", "must be from " + std::to_string(bounds.value_min) + " to " + std::to_string(bounds.value_max));
}

base::Error misfit(std::string_view limit, std::size_t number, std::string_view unit) {
    return base::invalid("",
                         "must have " + std::string(limit) + " " + std::to_string(number) + " " + std::string(unit));
}

// Compared without multiplying a bound, which might not fit.
bool is_within(base::Decimal number, const Bounds& bounds) {
    const auto whole = number.ten_thousandths / base::Decimal::scale;
    const auto rest = number.ten_thousandths % base::Decimal::scale;
    const bool is_below = whole < bounds.value_min || (whole == bounds.value_min && rest < 0);
    const bool is_above = whole > bounds.value_max || (whole == bounds.value_max && rest > 0);
    return !is_below && !is_above;
}

}  // namespace

base::Result<std::string> text_value(std::string_view text, const Bounds& bounds, TextRule rule) {
    if (text.find('\0') != std::string_view::npos) { return base::invalid("", "must not contain U+0000"); }
    const auto characters = base::count_characters(text);
    if (characters == 0 && bounds.characters_min == 1) { return base::invalid("", "must not be empty"); }
    if (characters < bounds.characters_min) { return misfit("at least", bounds.characters_min, "characters"); }
    if (characters > bounds.characters_max) { return misfit("at most", bounds.characters_max, "characters"); }
    return rule == nullptr ? std::string(text) : rule(text);
}

base::Result<std::int64_t> integer_value(std::string_view digits, const Bounds& bounds) {
    const auto number = TRY(base::parse_integer(digits));
    if (number < bounds.value_min || number > bounds.value_max) { return out_of_bounds(bounds); }
    return number;
}

base::Result<base::Decimal> decimal_value(std::string_view digits, const Bounds& bounds) {
    const auto number = TRY(base::Decimal::parse(digits));
    if (!is_within(number, bounds)) { return out_of_bounds(bounds); }
    return number;
}

base::Result<void> check_item_count(std::size_t count, const Bounds& bounds) {
    if (count == 0 && bounds.items_min == 1) { return base::invalid("", "must not be empty"); }
    if (count < bounds.items_min) { return misfit("at least", bounds.items_min, "items"); }
    if (count > bounds.items_max) { return misfit("at most", bounds.items_max, "items"); }
    return {};
}

base::Result<std::string> check_country_code(std::string_view text) {
    constexpr std::size_t digits_max = 4;
    const bool fits =
        !text.empty() && text.size() <= digits_max && text.front() != '0' && std::ranges::all_of(text, base::is_digit);
    if (!fits) { return base::invalid("", "is not a calling code such as 34"); }
    return std::string(text);
}

}  // namespace tradewind::domain

#include "domain/messages/liquid/filters.h"

#include <array>
#include <optional>

#include "domain/messages/liquid/render_state.h"
#include "domain/messages/liquid/value_compare.h"

namespace tradewind::domain::liquid {
namespace {

LiquidValue number_or_failure(const std::optional<LiquidNumber>& number, RenderState& state) {
    if (number) { return *number; }
    state.fail("the number is too large");
    return {};
}

LiquidValue abs_filter(const FilterCall& call) {
    const auto number = number_of(call.input);
    return number < LiquidNumber(0) ? number_or_failure(number.negated(), call.state) : LiquidValue(number);
}

LiquidValue plus_filter(const FilterCall& call) {
    return number_or_failure(number_of(call.input).plus(number_of(call.argument(0))), call.state);
}

LiquidValue minus_filter(const FilterCall& call) {
    const auto other = number_of(call.argument(0)).negated();
    return number_or_failure(other ? number_of(call.input).plus(*other) : std::nullopt, call.state);
}

LiquidValue times_filter(const FilterCall& call) {
    return number_or_failure(number_of(call.input).times(number_of(call.argument(0))), call.state);
}

// The divisor; nothing, and a failure, when it is zero.
std::optional<LiquidNumber> divisor_of(const FilterCall& call) {
    const auto divisor = number_of(call.argument(0));
    if (!divisor.is_zero()) { return divisor; }
    call.state.fail("nothing can be divided by 0");
    return std::nullopt;
}

LiquidValue divided_by_filter(const FilterCall& call) {
    const auto divisor = divisor_of(call);
    return divisor ? number_or_failure(number_of(call.input).divided_by(*divisor), call.state) : LiquidValue();
}

LiquidValue modulo_filter(const FilterCall& call) {
    const auto divisor = divisor_of(call);
    return divisor ? number_or_failure(number_of(call.input).modulo(*divisor), call.state) : LiquidValue();
}

LiquidValue round_filter(const FilterCall& call) {
    const auto places = number_of(call.argument(0)).whole();
    const auto rounded = number_of(call.input).rounded(places);
    if (!rounded) { return number_or_failure(rounded, call.state); }
    return places > 0 ? LiquidValue(*rounded) : LiquidValue(rounded->whole());
}

LiquidValue ceil_filter(const FilterCall& call) {
    return number_of(call.input).ceil();
}

LiquidValue floor_filter(const FilterCall& call) {
    return number_of(call.input).floor();
}

LiquidValue at_least_filter(const FilterCall& call) {
    const auto number = number_of(call.input);
    const auto least = number_of(call.argument(0));
    return least > number ? least : number;
}

LiquidValue at_most_filter(const FilterCall& call) {
    const auto number = number_of(call.input);
    const auto most = number_of(call.argument(0));
    return most < number ? most : number;
}

constexpr std::array<FilterDefinition, 11> number_definitions{{
    {.name = "abs", .apply = abs_filter},
    {.name = "plus", .apply = plus_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "minus", .apply = minus_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "times", .apply = times_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "divided_by", .apply = divided_by_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "modulo", .apply = modulo_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "round", .apply = round_filter, .arguments_max = 1},
    {.name = "ceil", .apply = ceil_filter},
    {.name = "floor", .apply = floor_filter},
    {.name = "at_least", .apply = at_least_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "at_most", .apply = at_most_filter, .arguments_min = 1, .arguments_max = 1},
}};

}  // namespace

std::span<const FilterDefinition> number_filters() {
    return number_definitions;
}

}  // namespace tradewind::domain::liquid

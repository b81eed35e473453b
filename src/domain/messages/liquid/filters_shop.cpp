#include "domain/messages/liquid/filters.h"

#include <array>

#include "domain/messages/liquid/date_reader.h"
#include "domain/messages/liquid/date_writer.h"
#include "domain/messages/liquid/money_text.h"
#include "domain/messages/liquid/render_state.h"
#include "domain/messages/liquid/value_compare.h"

namespace tradewind::domain::liquid {
namespace {

LiquidValue date_filter(const FilterCall& call) {
    const auto format = call.state.text_of(call.argument(0));
    if (format.empty()) { return call.input; }
    const auto moment = read_date(call.input, call.state.settings());
    if (!moment) { return call.input; }
    BoundedText out(LiquidLimits::text_bytes_max);
    write_date(out, *moment, format, call.state.settings());
    call.state.spend_bytes(out.text().size());
    if (out.is_over()) { call.state.fail("a text is longer than 1 MiB", LiquidLimit::Kept); }
    return LiquidValue(std::move(out).take());
}

LiquidValue money_filter(const FilterCall& call) {
    if (call.input.is_nil()) { return {}; }
    const auto& settings = call.state.settings();
    const auto currency = call.has_argument(0) ? call.state.text_of(call.argument(0)) : settings.currency;
    auto text = money_text(number_of(call.input), currency, settings.language);
    if (text) { return *std::move(text); }
    call.state.fail("the amount is too large");
    return {};
}

constexpr std::array<FilterDefinition, 2> shop_definitions{{
    {.name = "date", .apply = date_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "money", .apply = money_filter, .arguments_max = 1},
}};

}  // namespace

std::span<const FilterDefinition> shop_filters() {
    return shop_definitions;
}

}  // namespace tradewind::domain::liquid

#include "domain/messages/liquid/filters.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "domain/messages/liquid/evaluate_expression.h"
#include "domain/messages/liquid/list_items.h"
#include "domain/messages/liquid/render_state.h"
#include "domain/messages/liquid/value_compare.h"
#include "domain/messages/liquid/value_text.h"

namespace tradewind::domain::liquid {
namespace {

LiquidValue join_filter(const FilterCall& call) {
    const auto glue = call.has_argument(0) ? call.state.text_of(call.argument(0)) : " ";
    BoundedText out(LiquidLimits::text_bytes_max);
    bool is_first = true;
    for (const auto& item : items_of(call.input, call.state)) {
        if (out.is_over()) { break; }
        out.append(is_first ? "" : glue);
        is_first = false;
        append_text(out, item);
    }
    call.state.spend_bytes(out.text().size());
    if (out.is_over()) { call.state.fail("a text is longer than 1 MiB", LiquidLimit::Kept); }
    return LiquidValue(std::move(out).take());
}

LiquidValue size_filter(const FilterCall& call) {
    const auto size = size_of(call.input, call.state);
    return size.is_nil() ? LiquidValue(0) : size;
}

LiquidValue first_filter(const FilterCall& call) {
    return first_of(call.input);
}

LiquidValue last_filter(const FilterCall& call) {
    return last_of(call.input);
}

LiquidValue reverse_filter(const FilterCall& call) {
    auto items = items_of(call.input, call.state);
    std::reverse(items.begin(), items.end());
    return items;
}

LiquidValue concat_filter(const FilterCall& call) {
    const auto more = call.argument(0);
    auto items = items_of(call.input, call.state);
    if (more.as_list() == nullptr) {
        call.state.fail("the filter \"concat\" needs a list");
        return {};
    }
    if (!call.state.spend(more.as_list()->size())) { return {}; }
    items.insert(items.end(), more.as_list()->begin(), more.as_list()->end());
    return items;
}

LiquidValue compact_filter(const FilterCall& call) {
    LiquidList kept;
    for (const auto& item : items_of(call.input, call.state)) {
        const auto value = call.argument(0).is_nil() ? item : property_of(item, call.argument(0), call.state);
        if (!value) { return {}; }
        if (!value->is_nil()) { kept.push_back(item); }
    }
    return kept;
}

LiquidValue uniq_filter(const FilterCall& call) {
    LiquidList kept;
    std::unordered_set<std::string> seen;
    for (const auto& item : items_of(call.input, call.state)) {
        const auto value = call.argument(0).is_nil() ? item : property_of(item, call.argument(0), call.state);
        if (!value) { return {}; }
        BoundedText key(LiquidLimits::text_bytes_max);
        append_inspected(key, *value);
        if (!call.state.spend_bytes(key.text().size())) { return {}; }
        if (seen.insert(std::move(key).take()).second) { kept.push_back(item); }
    }
    return kept;
}

LiquidValue map_filter(const FilterCall& call) {
    LiquidList values;
    for (const auto& item : items_of(call.input, call.state)) {
        values.push_back(property_of(item, call.argument(0), call.state).value_or(LiquidValue()));
    }
    return values;
}

LiquidValue sum_filter(const FilterCall& call) {
    LiquidNumber sum;
    for (const auto& item : items_of(call.input, call.state)) {
        const auto value = call.argument(0).is_nil() ? item : property_of(item, call.argument(0), call.state);
        if (call.state.is_stopped()) { return {}; }
        const auto more = sum.plus(number_of(value.value_or(LiquidValue())));
        if (!more) {
            call.state.fail("the number is too large");
            return {};
        }
        sum = *more;
    }
    return sum;
}

LiquidValue default_filter(const FilterCall& call) {
    bool allows_false = false;
    for (const auto& [name, value] : call.named_arguments) {
        if (name == "allow_false") { allows_false = value.is_true(); }
    }
    const bool is_missing = allows_false ? call.input.is_nil() : !call.input.is_true();
    if (!is_missing && !is_like(call.input, Emptiness::Empty)) { return call.input; }
    return call.has_argument(0) ? call.argument(0) : LiquidValue("");
}

constexpr std::array<FilterDefinition, 11> list_definitions{{
    {.name = "join", .apply = join_filter, .arguments_max = 1},
    {.name = "size", .apply = size_filter},
    {.name = "first", .apply = first_filter},
    {.name = "last", .apply = last_filter},
    {.name = "reverse", .apply = reverse_filter},
    {.name = "concat", .apply = concat_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "compact", .apply = compact_filter, .arguments_max = 1},
    {.name = "uniq", .apply = uniq_filter, .arguments_max = 1},
    {.name = "map", .apply = map_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "sum", .apply = sum_filter, .arguments_max = 1},
    {.name = "default", .apply = default_filter, .arguments_max = 2, .takes_names = true},
}};

}  // namespace

std::span<const FilterDefinition> list_filters() {
    return list_definitions;
}

}  // namespace tradewind::domain::liquid

#include "domain/messages/liquid/filters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <string>

#include "base/text.h"
#include "domain/messages/liquid/list_items.h"
#include "domain/messages/liquid/render_state.h"
#include "domain/messages/liquid/value_compare.h"

namespace tradewind::domain::liquid {
namespace {

// Whether the property of the item is what is looked for: the second argument, or anything true. Nothing when it has no
// properties.
std::optional<bool> is_match(const FilterCall& call, const LiquidValue& item) {
    const auto value = property_of(item, call.argument(0), call.state);
    if (!value) { return std::nullopt; }
    const auto target = call.argument(1);
    return target.is_nil() ? value->is_true() : are_equal(*value, target, call.state);
}

LiquidValue kept_items(const FilterCall& call, bool keeps_matches) {
    LiquidList kept;
    for (const auto& item : items_of(call.input, call.state)) {
        const auto matches = is_match(call, item);
        if (!matches) { return {}; }
        if (*matches == keeps_matches) { kept.push_back(item); }
    }
    return kept;
}

LiquidValue where_filter(const FilterCall& call) {
    return kept_items(call, true);
}

LiquidValue reject_filter(const FilterCall& call) {
    return kept_items(call, false);
}

// The first item that matches and its number. Nothing when none does. `is_known` is false when an item has no
// properties.
struct FoundItem {
    std::size_t index = 0;
    LiquidValue item = {};
    bool is_known = true;
};
std::optional<FoundItem> first_match(const FilterCall& call) {
    const auto items = items_of(call.input, call.state);
    for (std::size_t at = 0; at < items.size(); ++at) {
        const auto matches = is_match(call, items[at]);
        if (!matches) { return FoundItem{.is_known = false}; }
        if (*matches) { return FoundItem{.index = at, .item = items[at]}; }
    }
    return std::nullopt;
}

LiquidValue has_filter(const FilterCall& call) {
    const auto found = first_match(call);
    return found && !found->is_known ? LiquidValue() : LiquidValue(found.has_value());
}

LiquidValue find_item_filter(const FilterCall& call) {
    const auto found = first_match(call);
    return found ? found->item : LiquidValue();
}

LiquidValue find_index_filter(const FilterCall& call) {
    const auto found = first_match(call);
    return found && found->is_known ? LiquidValue(found->index) : LiquidValue();
}

// What the items are sorted by. Nothing when one of them has no properties.
std::optional<LiquidList> sort_keys(const FilterCall& call, const LiquidList& items) {
    if (call.argument(0).is_nil()) { return items; }
    LiquidList keys;
    for (const auto& item : items) {
        auto key = property_of(item, call.argument(0), call.state);
        if (!key) { return std::nullopt; }
        keys.push_back(*std::move(key));
    }
    return keys;
}

// All texts or all numbers, but for nothing, which comes last.
bool can_be_sorted(const LiquidList& keys) {
    const auto count = [&](auto test) {
        return static_cast<std::size_t>(std::count_if(keys.begin(), keys.end(), test));
    };
    const auto nils = count([](const LiquidValue& key) { return key.is_nil(); });
    const auto texts = count([](const LiquidValue& key) { return key.as_text() != nullptr; });
    const auto numbers = count([](const LiquidValue& key) { return key.as_number() != nullptr; });
    return keys.size() == 1 || nils + texts == keys.size() || nils + numbers == keys.size();
}

// Counts what sorting costs at most, before.
bool can_afford_sort(const LiquidList& keys, RenderState& state) {
    const auto rounds = static_cast<std::size_t>(std::bit_width(keys.size()));
    for (const auto& key : keys) {
        const auto bytes = key.as_text() != nullptr ? key.as_text()->size() : 0;
        if (!state.spend(1 + bytes * rounds / LiquidLimits::bytes_per_step)) { return false; }
    }
    return true;
}

LiquidList sorted(const LiquidList& items, const LiquidList& keys) {
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
        const auto& left = keys[one];
        const auto& right = keys[other];
        if (left.is_nil() || right.is_nil()) { return !left.is_nil(); }
        if (left.as_text() != nullptr && right.as_text() != nullptr) { return *left.as_text() < *right.as_text(); }
        return left.as_number() != nullptr && right.as_number() != nullptr && *left.as_number() < *right.as_number();
    });
    LiquidList result;
    result.reserve(items.size());
    for (const auto place : order) { result.push_back(items[place]); }
    return result;
}

LiquidValue sort_filter(const FilterCall& call) {
    const auto items = items_of(call.input, call.state);
    const auto keys = sort_keys(call, items);
    if (!keys || !can_afford_sort(*keys, call.state)) { return {}; }
    if (!keys->empty() && !can_be_sorted(*keys)) {
        call.state.fail("values of different kinds cannot be sorted");
        return {};
    }
    return sorted(items, *keys);
}

LiquidValue sort_natural_filter(const FilterCall& call) {
    const auto items = items_of(call.input, call.state);
    auto keys = sort_keys(call, items);
    if (!keys) { return {}; }
    for (auto& key : *keys) {
        if (!key.is_nil()) { key = base::ascii_lower(call.state.text_of(key)); }
        if (call.state.is_stopped()) { return {}; }
    }
    return can_afford_sort(*keys, call.state) ? LiquidValue(sorted(items, *keys)) : LiquidValue();
}

constexpr std::array<FilterDefinition, 7> search_definitions{{
    {.name = "where", .apply = where_filter, .arguments_min = 1, .arguments_max = 2},
    {.name = "reject", .apply = reject_filter, .arguments_min = 1, .arguments_max = 2},
    {.name = "has", .apply = has_filter, .arguments_min = 1, .arguments_max = 2},
    {.name = "find", .apply = find_item_filter, .arguments_min = 1, .arguments_max = 2},
    {.name = "find_index", .apply = find_index_filter, .arguments_min = 1, .arguments_max = 2},
    {.name = "sort", .apply = sort_filter, .arguments_max = 1},
    {.name = "sort_natural", .apply = sort_natural_filter, .arguments_max = 1},
}};

}  // namespace

std::span<const FilterDefinition> list_search_filters() {
    return search_definitions;
}

}  // namespace tradewind::domain::liquid

#include "domain/messages/liquid/list_items.h"

#include <algorithm>
#include <cstdint>

#include "domain/messages/liquid/text_parts.h"

namespace tradewind::domain::liquid {
namespace {

void append_items(LiquidList& items, const LiquidValue& value, RenderState& state) {
    if (!state.spend(1)) { return; }
    const auto* const list = value.as_list();
    if (list == nullptr) {
        items.push_back(value);
        return;
    }
    for (const auto& item : *list) { append_items(items, item, state); }
}

std::optional<LiquidValue> property_of_text(const std::string& text, const LiquidValue& property, RenderState& state) {
    if (const auto* const part = property.as_text()) {
        const bool is_inside = state.spend_bytes(text.size()) && find_text(text, *part) != std::string::npos;
        return is_inside ? property : LiquidValue();
    }
    if (property.is_nil()) { return std::nullopt; }
    state.fail("the property of a text must be a text");
    return std::nullopt;
}

}  // namespace

LiquidList items_of(const LiquidValue& value, RenderState& state) {
    LiquidList items;
    if (value.is_nil()) { return items; }
    if (const auto* const range = value.as_range()) {
        if (!state.spend(range->size())) { return items; }
        for (std::uint64_t at = 0; at < range->size(); ++at) {
            items.emplace_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(range->first) + at));
        }
        return items;
    }
    append_items(items, value, state);
    return items;
}

std::optional<LiquidValue> property_of(const LiquidValue& item, const LiquidValue& property, RenderState& state) {
    if (!state.spend(1)) { return std::nullopt; }
    if (const auto* const values = item.as_values()) {
        const auto* const name = property.as_text();
        return name != nullptr ? values->find(*name).value_or(LiquidValue()) : LiquidValue();
    }
    if (const auto* const text = item.as_text()) { return property_of_text(*text, property, state); }
    const auto* const number = item.as_number();
    const auto* const bit = property.as_number();
    if (number == nullptr || number->is_decimal()) { return std::nullopt; }
    // Liquid has always taken the numbered properties of an integer for its bits.
    if (bit != nullptr && !bit->is_decimal()) {
        const auto place = std::clamp<std::int64_t>(bit->whole(), 0, 63);
        return bit->whole() < 0 ? 0 : number->whole() >> place & 1;
    }
    state.fail("a number has no properties");
    return std::nullopt;
}

}  // namespace tradewind::domain::liquid

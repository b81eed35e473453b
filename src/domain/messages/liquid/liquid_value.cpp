#include "domain/messages/liquid/liquid_value.h"

#include <algorithm>

namespace tradewind::domain {
namespace {

LiquidNumber number_of(base::Decimal amount) {
    if (amount.ten_thousandths % base::Decimal::scale == 0) { return {amount.ten_thousandths / base::Decimal::scale}; }
    return *LiquidNumber::decimal(amount.ten_thousandths, 4);
}

}  // namespace

LiquidValue::LiquidValue(base::Decimal amount) : form_(number_of(amount)) {}

LiquidValue LiquidValue::escaped_text(std::string text) {
    LiquidValue value(std::move(text));
    std::get<Text>(value.form_).is_escaped = true;
    return value;
}

bool LiquidValue::is_true() const {
    const auto* const boolean = as_boolean();
    return boolean != nullptr ? *boolean : !is_nil();
}

bool LiquidValue::is_escaped() const {
    const auto* const text = std::get_if<Text>(&form_);
    return text != nullptr && text->is_escaped;
}

const std::string* LiquidValue::as_text() const {
    const auto* const text = std::get_if<Text>(&form_);
    return text != nullptr ? text->text.get() : nullptr;
}

const LiquidList* LiquidValue::as_list() const {
    const auto* const list = std::get_if<std::shared_ptr<const LiquidList>>(&form_);
    return list != nullptr ? list->get() : nullptr;
}

const LiquidValues* LiquidValue::as_values() const {
    const auto* const values = std::get_if<std::shared_ptr<const LiquidValues>>(&form_);
    return values != nullptr ? values->get() : nullptr;
}

std::optional<LiquidValue> LiquidMap::find(std::string_view name) const {
    const auto entry =
        std::find_if(entries_.begin(), entries_.end(), [&](const auto& each) { return each.first == name; });
    return entry != entries_.end() ? std::optional(entry->second) : std::nullopt;
}

LiquidValue liquid_map(LiquidEntries entries) {
    return {std::make_shared<const LiquidMap>(std::move(entries))};
}

}  // namespace tradewind::domain

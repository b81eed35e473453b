#include "domain/messages/liquid/value_compare.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/text.h"
#include "domain/messages/liquid/template_lexer.h"
#include "domain/messages/liquid/text_parts.h"

namespace tradewind::domain::liquid {
namespace {

bool are_equal_texts(const std::string& one, const std::string& other, RenderState& state) {
    if (one.size() != other.size()) { return false; }
    if (&one == &other) { return true; }
    return state.spend_bytes(one.size()) && one == other;
}

bool are_equal_lists(const LiquidList& one, const LiquidList& other, RenderState& state) {
    if (one.size() != other.size()) { return false; }
    if (&one == &other) { return true; }
    for (std::size_t at = 0; at < one.size(); ++at) {
        if (!state.spend(1) || !are_equal(one[at], other[at], state)) { return false; }
    }
    return true;
}

bool are_equal_maps(const LiquidValues& one, const LiquidValues& other, RenderState& state) {
    if (&one == &other) { return true; }
    const auto* const entries = one.entries();
    const auto* const others = other.entries();
    if (entries == nullptr || others == nullptr || entries->size() != others->size()) { return false; }
    return std::all_of(entries->begin(), entries->end(), [&](const auto& entry) {
        const auto match = other.find(entry.first);
        return state.spend(1) && match && are_equal(entry.second, *match, state);
    });
}

// No number needs a longer text.
constexpr std::size_t number_bytes_max = 400;

std::string_view number_text(const std::string& text) {
    return trim_both(std::string_view(text).substr(0, number_bytes_max));
}

// The digits, with a sign, that the text begins with; the nearest number there is when they are too many.
std::int64_t leading_integer(std::string_view text) {
    if (text.starts_with('+')) { text.remove_prefix(1); }
    std::int64_t number = 0;
    const auto failure = std::from_chars(text.data(), text.data() + text.size(), number).ec;
    if (failure != std::errc::result_out_of_range) { return number; }
    using Limits = std::numeric_limits<std::int64_t>;
    return text.starts_with('-') ? Limits::min() : Limits::max();
}

bool is_decimal_text(std::string_view text) {
    if (text.starts_with('-')) { text.remove_prefix(1); }
    const auto dot = text.find('.');
    return dot != std::string_view::npos && dot != 0 && dot + 1 != text.size() &&
           std::all_of(text.begin(), text.end(),
                       [&](const char& each) { return base::is_digit(each) || &each == text.data() + dot; });
}

}  // namespace

bool are_equal(const LiquidValue& one, const LiquidValue& other, RenderState& state) {
    if (one.is_nil() || other.is_nil()) { return one.is_nil() && other.is_nil(); }
    if (one.as_boolean() != nullptr && other.as_boolean() != nullptr) {
        return *one.as_boolean() == *other.as_boolean();
    }
    if (one.as_number() != nullptr && other.as_number() != nullptr) { return *one.as_number() == *other.as_number(); }
    if (one.as_text() != nullptr && other.as_text() != nullptr) {
        return are_equal_texts(*one.as_text(), *other.as_text(), state);
    }
    if (one.as_list() != nullptr && other.as_list() != nullptr) {
        return are_equal_lists(*one.as_list(), *other.as_list(), state);
    }
    if (one.as_values() != nullptr && other.as_values() != nullptr) {
        return are_equal_maps(*one.as_values(), *other.as_values(), state);
    }
    return one.as_range() != nullptr && other.as_range() != nullptr && *one.as_range() == *other.as_range();
}

std::optional<std::strong_ordering> order_of(const LiquidValue& one, const LiquidValue& other, RenderState& state) {
    if (one.as_number() != nullptr && other.as_number() != nullptr) { return *one.as_number() <=> *other.as_number(); }
    if (one.as_text() != nullptr && other.as_text() != nullptr) {
        state.spend_bytes(std::min(one.as_text()->size(), other.as_text()->size()));
        return *one.as_text() <=> *other.as_text();
    }
    return std::nullopt;
}

bool contains(const LiquidValue& whole, const LiquidValue& part, RenderState& state) {
    if (!part.is_true()) { return false; }
    if (const auto* const text = whole.as_text()) {
        return state.spend_bytes(text->size()) && find_text(*text, state.text_of(part)) != std::string::npos;
    }
    if (const auto* const list = whole.as_list()) {
        return std::any_of(list->begin(), list->end(),
                           [&](const auto& item) { return state.spend(1) && are_equal(item, part, state); });
    }
    if (const auto* const range = whole.as_range()) {
        const auto* const number = part.as_number();
        return number != nullptr && *number >= LiquidNumber(range->first) && *number <= LiquidNumber(range->last);
    }
    const auto* const values = whole.as_values();
    return values != nullptr && part.as_text() != nullptr && values->find(*part.as_text()).has_value();
}

bool is_like(const LiquidValue& value, Emptiness emptiness) {
    const bool wants_blank = emptiness == Emptiness::Blank;
    if (const auto* const text = value.as_text()) { return text->empty() || (wants_blank && is_blank_text(*text)); }
    if (const auto* const list = value.as_list()) { return list->empty(); }
    if (const auto* const values = value.as_values()) {
        return values->entries() != nullptr && values->entries()->empty();
    }
    return wants_blank && !value.is_true();
}

LiquidNumber number_of(const LiquidValue& value) {
    if (const auto* const number = value.as_number()) { return *number; }
    const auto* const text = value.as_text();
    if (text == nullptr) { return 0; }
    const auto trimmed = number_text(*text);
    if (is_decimal_text(trimmed)) { return LiquidNumber::parse(trimmed).value_or(LiquidNumber()); }
    return leading_integer(trimmed);
}

std::optional<std::int64_t> integer_of(const LiquidValue& value, RenderState& state) {
    const auto* const number = value.as_number();
    if (number != nullptr && !number->is_decimal()) { return number->whole(); }
    if (const auto* const text = value.as_text()) {
        const auto parsed = LiquidNumber::parse(number_text(*text));
        if (parsed && !parsed->is_decimal()) { return parsed->whole(); }
    }
    state.fail("this must be an integer");
    return std::nullopt;
}

std::int64_t leading_integer(const LiquidValue& value) {
    if (const auto* const number = value.as_number()) { return number->whole(); }
    return value.as_text() != nullptr ? leading_integer(number_text(*value.as_text())) : 0;
}

}  // namespace tradewind::domain::liquid

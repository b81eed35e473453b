#include "domain/messages/liquid/evaluate_expression.h"

#include <algorithm>

#include "base/text.h"
#include "domain/messages/liquid/filters.h"
#include "domain/messages/liquid/value_compare.h"

namespace tradewind::domain::liquid {
namespace {

bool continues_character(char byte) {
    return (byte & 0xc0) == 0x80;
}

LiquidValue entry_pair(const std::pair<std::string, LiquidValue>& entry) {
    return LiquidList{entry.first, entry.second};
}

LiquidValue step_into(const LiquidValue& from, const LookupStep& step, const LiquidValue& key, RenderState& state) {
    if (const auto* const values = from.as_values()) {
        if (const auto* const name = key.as_text()) {
            if (auto found = values->find(*name)) { return *std::move(found); }
        }
    }
    const auto* const number = key.as_number();
    if (const auto* const list = from.as_list(); list != nullptr && number != nullptr && !number->is_decimal()) {
        return item_at(*list, number->whole());
    }
    if (!step.computed.empty()) { return {}; }
    if (step.name == "size") { return size_of(from, state); }
    if (step.name == "first") { return first_of(from); }
    if (step.name == "last") { return last_of(from); }
    return {};
}

LiquidValue evaluate_lookup(const Lookup& lookup, RenderState& state) {
    const auto key_of = [&](const LookupStep& step) {
        return step.computed.empty() ? LiquidValue(step.name) : evaluate(step.computed.front(), state);
    };
    LiquidValue found;
    for (const auto& step : lookup.steps) {
        if (&step == &lookup.steps.front()) {
            found = state.find(step.computed.empty() ? step.name : state.text_of(key_of(step)));
        } else {
            found = step_into(found, step, key_of(step), state);
        }
        if (found.is_nil()) { break; }
    }
    return found;
}

LiquidValue apply_filter(const FilterUse& use, const LiquidValue& input, RenderState& state) {
    if (use.definition == nullptr || !state.spend(1)) { return input; }
    std::vector<LiquidValue> arguments;
    for (const auto& argument : use.arguments) { arguments.push_back(evaluate(argument, state)); }
    std::vector<std::pair<std::string_view, LiquidValue>> named;
    for (const auto& [name, argument] : use.named_arguments) { named.emplace_back(name, evaluate(argument, state)); }
    if (state.is_stopped()) { return {}; }
    state.set_place(use.place);
    const auto given = arguments.size() + (named.empty() || use.definition->takes_names ? 0 : 1);
    if (given < use.definition->arguments_min || given > use.definition->arguments_max) {
        state.fail("the filter \"" + use.name + "\" cannot take " + std::to_string(given) +
                   (given == 1 ? " argument" : " arguments"));
        return {};
    }
    return use.definition->apply({.input = input, .arguments = arguments, .named_arguments = named, .state = state});
}

// Nothing when they cannot be compared by this operator.
std::optional<std::strong_ordering> condition_order(const LiquidValue& left, const LiquidValue& right,
                                                    RenderState& state) {
    const auto is_ordered = [](const LiquidValue& value) {
        return value.as_number() != nullptr || value.as_text() != nullptr;
    };
    if (!is_ordered(left) || !is_ordered(right)) { return std::nullopt; }
    const auto order = order_of(left, right, state);
    if (!order) { state.fail("a number and a text cannot be compared"); }
    return order;
}

bool are_equal_expressions(const Expression& left, const Expression& right, RenderState& state) {
    const auto* const left_emptiness = std::get_if<Emptiness>(&left.form);
    const auto* const right_emptiness = std::get_if<Emptiness>(&right.form);
    if (left_emptiness != nullptr && right_emptiness != nullptr) { return false; }
    const auto is_such = [&](const Expression& expression, Emptiness emptiness) {
        const auto value = evaluate(expression, state);
        return state.spend_bytes(value.as_text() != nullptr ? value.as_text()->size() : 0) && is_like(value, emptiness);
    };
    if (left_emptiness != nullptr) { return is_such(right, *left_emptiness); }
    if (right_emptiness != nullptr) { return is_such(left, *right_emptiness); }
    return are_equal(evaluate(left, state), evaluate(right, state), state);
}

bool comparison_holds(const Comparison& comparison, RenderState& state) {
    const auto is_emptiness = [](const Expression& each) { return std::holds_alternative<Emptiness>(each.form); };
    state.set_place(comparison.left.place);
    if (comparison.is == Operator::None) { return evaluate(comparison.left, state).is_true(); }
    if (comparison.is == Operator::Unknown) {
        state.fail("this condition has no operator that there is");
        return false;
    }
    if (comparison.is == Operator::Equal || comparison.is == Operator::NotEqual) {
        const bool is_equal = are_equal_expressions(comparison.left, comparison.right, state);
        return is_equal == (comparison.is == Operator::Equal);
    }
    const auto left = evaluate(comparison.left, state);
    const auto right = evaluate(comparison.right, state);
    if (comparison.is == Operator::Contains) { return contains(left, right, state); }
    if (is_emptiness(comparison.left) || is_emptiness(comparison.right)) { return false; }
    const auto order = condition_order(left, right, state);
    if (!order) { return false; }
    switch (comparison.is) {
        case Operator::Less:
            return *order < 0;
        case Operator::LessOrEqual:
            return *order <= 0;
        case Operator::Greater:
            return *order > 0;
        default:
            return *order >= 0;
    }
}

}  // namespace

std::string_view first_character(std::string_view text) {
    if (text.empty()) { return text; }
    const auto end = std::find_if_not(text.begin() + 1, text.end(), continues_character);
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::string_view last_character(std::string_view text) {
    auto begin = text.size();
    while (begin > 0 && continues_character(text[begin - 1])) { --begin; }
    return text.substr(begin > 0 ? begin - 1 : 0);
}

LiquidValue item_at(const LiquidList& list, std::int64_t index) {
    const auto size = static_cast<std::int64_t>(list.size());
    if (index < 0) { index += size; }
    return index >= 0 && index < size ? list[static_cast<std::size_t>(index)] : LiquidValue();
}

LiquidValue size_of(const LiquidValue& value, RenderState& state) {
    if (const auto* const text = value.as_text()) {
        return state.spend_bytes(text->size()) ? LiquidValue(base::count_characters(*text)) : LiquidValue();
    }
    if (const auto* const list = value.as_list()) { return list->size(); }
    if (const auto* const range = value.as_range()) { return range->size(); }
    const auto* const values = value.as_values();
    return values != nullptr && values->entries() != nullptr ? LiquidValue(values->entries()->size()) : LiquidValue();
}

LiquidValue first_of(const LiquidValue& value) {
    if (const auto* const text = value.as_text()) { return first_character(*text); }
    if (const auto* const list = value.as_list()) { return item_at(*list, 0); }
    if (const auto* const range = value.as_range()) { return range->first; }
    const auto* const values = value.as_values();
    const auto* const entries = values != nullptr ? values->entries() : nullptr;
    return entries != nullptr && !entries->empty() ? entry_pair(entries->front()) : LiquidValue();
}

LiquidValue last_of(const LiquidValue& value) {
    if (const auto* const text = value.as_text()) { return last_character(*text); }
    if (const auto* const list = value.as_list()) { return item_at(*list, -1); }
    if (const auto* const range = value.as_range()) { return range->last; }
    return {};
}

LiquidValue evaluate(const Expression& expression, RenderState& state) {
    if (const auto* const constant = std::get_if<LiquidValue>(&expression.form)) { return *constant; }
    if (const auto* const lookup = std::get_if<Lookup>(&expression.form)) { return evaluate_lookup(*lookup, state); }
    if (const auto* const range = std::get_if<RangeOf>(&expression.form)) {
        return LiquidRange{.first = leading_integer(evaluate(range->ends.front(), state)),
                           .last = leading_integer(evaluate(range->ends.back(), state))};
    }
    return "";
}

LiquidValue evaluate(const Output& output, RenderState& state) {
    auto value = evaluate(output.value, state);
    for (const auto& filter : output.filters) {
        if (state.is_stopped()) { return {}; }
        value = apply_filter(filter, value, state);
    }
    return value;
}

bool holds(const Condition& condition, RenderState& state) {
    bool result = false;
    for (std::size_t at = 0; at < condition.comparisons.size(); ++at) {
        result = state.spend(1) && comparison_holds(condition.comparisons[at], state);
        if (at < condition.joiners.size() && result == (condition.joiners[at] == Joiner::Or)) { break; }
    }
    return result;
}

bool is_case_of(const Expression& subject, const Expression& value, RenderState& state) {
    return state.spend(1) && are_equal_expressions(subject, value, state);
}

}  // namespace tradewind::domain::liquid

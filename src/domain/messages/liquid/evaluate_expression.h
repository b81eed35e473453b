#pragma once

#include <string_view>

#include "domain/messages/liquid/render_state.h"
#include "domain/messages/liquid/template_tree.h"

namespace tradewind::domain::liquid {

LiquidValue evaluate(const Expression& expression, RenderState& state);
// With the filters.
LiquidValue evaluate(const Output& output, RenderState& state);
bool holds(const Condition& condition, RenderState& state);
// `subject == value`, where the value may be `blank` or `empty`.
bool is_case_of(const Expression& subject, const Expression& value, RenderState& state);

// The first or last character.
std::string_view first_character(std::string_view text);
std::string_view last_character(std::string_view text);
// From the end when negative; nothing beyond the ends.
LiquidValue item_at(const LiquidList& list, std::int64_t index);
// `.size`, `.first` and `.last`.
LiquidValue size_of(const LiquidValue& value, RenderState& state);
LiquidValue first_of(const LiquidValue& value);
LiquidValue last_of(const LiquidValue& value);

}  // namespace tradewind::domain::liquid

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

#include "domain/messages/liquid/liquid_value.h"
#include "domain/messages/liquid/render_state.h"
#include "domain/messages/liquid/template_tree.h"

namespace tradewind::domain::liquid {

// Deep; 1 and 1.0 are equal, 1 and "1" are not.
bool are_equal(const LiquidValue& one, const LiquidValue& other, RenderState& state);
// Of two numbers or two texts; nothing of anything else.
std::optional<std::strong_ordering> order_of(const LiquidValue& one, const LiquidValue& other, RenderState& state);
bool contains(const LiquidValue& whole, const LiquidValue& part, RenderState& state);
bool is_like(const LiquidValue& value, Emptiness emptiness);

// As arithmetic sees it: a text that begins with an integer, or is a decimal; 0 for everything else.
LiquidNumber number_of(const LiquidValue& value);
// What must be an integer, such as an index; a text may hold it. Tells the state when it is none.
std::optional<std::int64_t> integer_of(const LiquidValue& value, RenderState& state);
// The integer that a text begins with; of a decimal what is left of the dot; 0 else.
std::int64_t leading_integer(const LiquidValue& value);

}  // namespace tradewind::domain::liquid

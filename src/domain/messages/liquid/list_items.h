#pragma once

#include <optional>

#include "domain/messages/liquid/liquid_value.h"
#include "domain/messages/liquid/render_state.h"

namespace tradewind::domain::liquid {

// The items that filters on lists go through: lists in lists are opened, nothing has none, and any other value is one
// item. Each counts as a step.
LiquidList items_of(const LiquidValue& value, RenderState& state);

// The property of an item; of a text itself when it is in there. Nothing when an item of its kind has no properties.
// The state is told when the kind of property makes no sense for it.
std::optional<LiquidValue> property_of(const LiquidValue& item, const LiquidValue& property, RenderState& state);

}  // namespace tradewind::domain::liquid

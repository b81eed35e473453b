#pragma once

#include "base/json.h"
#include "domain/messages/liquid/liquid_value.h"

namespace tradewind::domain {

// JSON as a value of a template. A number that fits into no LiquidNumber is the text of its digits.
LiquidValue liquid_value(const base::JsonValue& json);

}  // namespace tradewind::domain

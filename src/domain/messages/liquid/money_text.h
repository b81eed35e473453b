#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domain/messages/liquid/liquid_number.h"

namespace tradewind::domain::liquid {

// An amount with its currency as the language writes it: `€1,234.50`, `1234,50 €`. With as many places as the currency
// has, rounded. Nothing when the amount is too large.
std::optional<std::string> money_text(const LiquidNumber& amount, std::string_view currency, std::string_view language);

}  // namespace tradewind::domain::liquid

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace tradewind::domain {

// A rule for texts that must be the code of a currency in use, by ISO 4217: `EUR`, in capitals.
base::Result<std::string> check_currency(std::string_view text);

}  // namespace tradewind::domain

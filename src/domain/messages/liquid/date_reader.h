#pragma once

#include <optional>
#include <string_view>

#include "base/instant.h"
#include "domain/messages/liquid/liquid_value.h"
#include "domain/messages/liquid/render.h"

namespace tradewind::domain::liquid {

// The moment that a value tells: seconds since 1970, as number or text; `now` and `today`; `2016-03-14T10:00:00Z` and
// shorter; `March 14, 2016 10:00 PM` and the like, in English. Without a zone it is the store's. Nothing for anything
// else.
std::optional<base::Instant> read_date(const LiquidValue& value, const RenderSettings& settings);

}  // namespace tradewind::domain::liquid

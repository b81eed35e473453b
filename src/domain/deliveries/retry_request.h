#pragma once

#include <optional>

#include "base/id.h"
#include "base/instant.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

// Which dead deliveries somebody wants to be tried again: those of a type that were made from then until then.
struct RetryRequest {
    base::Id type = {};
    std::optional<base::Instant> from = {};
    std::optional<base::Instant> to = {};
};

inline constexpr FieldTable<RetryRequest, 3> retry_request_fields{{
    {.name = "eventTypeId", .member = &RetryRequest::type, .presence = Presence::Required},
    {.name = "from", .member = &RetryRequest::from},
    {.name = "to", .member = &RetryRequest::to},
}};

}  // namespace tradewind::domain

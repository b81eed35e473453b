#pragma once

#include <string>

#include "domain/fields/field_table.h"

namespace tradewind::domain {

// Why the store, a workflow or a contact is to be put on hold.
struct HoldRequest {
    std::string reason;
};

inline constexpr FieldTable<HoldRequest, 1> hold_request_fields{{
    {.name = "reason",
     .member = &HoldRequest::reason,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 500}},
}};

}  // namespace tradewind::domain

#pragma once

#include <optional>

#include "base/instant.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

// To when the clock of a store that was made to try things out is to be turned.
struct TestClockRequest {
    // Always there once it was read. As a plain one it would be the only member of 8 bytes in a table, and GCC then
    // warns of writes of larger kinds into it, which never happen.
    std::optional<base::Instant> now = {};
};

inline constexpr FieldTable<TestClockRequest, 1> test_clock_fields{{
    {.name = "now", .member = &TestClockRequest::now, .presence = Presence::Required},
}};

}  // namespace tradewind::domain

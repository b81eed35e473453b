#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domain/filters/filter.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api::admin {

inline constexpr std::string_view filter_path = "/filter";

// A filter that a client sent, wherever it stood; what is wrong with it is added, at paths that begin with filter_path.
std::optional<domain::Filter> read_filter(const base::JsonValue& value, const storage::Definitions& definitions,
                                          std::vector<base::Problem>& problems);
// The member `filter` of a body, which must be there.
std::optional<domain::Filter> read_filter_member(const base::JsonValue& body, const storage::Definitions& definitions,
                                                 std::vector<base::Problem>& problems);

// Whether contacts can be looked for by this filter: Conflict while a segment that it names has no members yet.
base::Result<void> check_named_segments(const domain::Filter& filter, const storage::Definitions& definitions);

}  // namespace tradewind::api::admin

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

}  // namespace tradewind::api::admin

#pragma once

#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace tradewind::domain {

// Looks for what cannot be kept, wherever it is in a value that is kept as it was sent, and adds where it is. `path` is
// that of the value, which may be as deep as a definition.
void find_misfits(const base::JsonValue& value, std::string_view path, std::vector<base::Problem>& problems);

}  // namespace tradewind::domain

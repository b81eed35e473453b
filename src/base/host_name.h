#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tradewind::base {

// The name of a host as machines compare it: lower case, international labels as A-labels (`xn--...`). Nothing when a
// label has no such form. The name must be valid UTF-8.
std::optional<std::string> ascii_host_name(std::string_view name);

}  // namespace tradewind::base

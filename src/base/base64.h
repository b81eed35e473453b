#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tradewind::base {

// The usual alphabet, with padding.
std::string to_base64(std::string_view bytes);
// Nothing when it is not that.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace tradewind::base

#pragma once

#include <string_view>

namespace tradewind::domain {

// What is wrong with an id that is well-formed and nobody's.
inline constexpr std::string_view unknown_id_reason = "does not exist";

}  // namespace tradewind::domain

#pragma once

#include <string>
#include <string_view>

namespace tradewind::base {

// Letters of all scripts, one for one: `ß` has no capital of its own and stays. The text must be valid UTF-8; bytes
// that are not stay as they are.
std::string upper_case(std::string_view text);
std::string lower_case(std::string_view text);
// The first letter as a capital, all others small.
std::string capitalized(std::string_view text);

}  // namespace tradewind::base

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tradewind::domain {

inline constexpr std::string_view coupon_code_column = "code";

// What is wrong with the header of a file of coupon codes, as a phrase about the file; empty when nothing is.
std::string check_coupon_header(const std::vector<std::string>& names);

}  // namespace tradewind::domain

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tradewind::base {

// The lines of a text, without the line feeds that end them; the last may do without one. Nothing when there are more
// than `lines_max`.
std::optional<std::vector<std::string_view>> split_lines(std::string_view text, std::size_t lines_max);

}  // namespace tradewind::base

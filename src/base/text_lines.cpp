#include "base/text_lines.h"

#include <algorithm>

namespace tradewind::base {

std::optional<std::vector<std::string_view>> split_lines(std::string_view text, std::size_t lines_max) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        if (lines.size() == lines_max) { return std::nullopt; }
        const auto end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace tradewind::base

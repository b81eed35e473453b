#include "domain/messages/liquid/source_lines.h"

#include <algorithm>
#include <utility>

namespace tradewind::domain::liquid {

SourceLines::SourceLines(std::string source) : source_(std::move(source)), starts_{0} {
    for (std::size_t at = 0; at < source_.size(); ++at) {
        if (source_[at] == '\n') { starts_.push_back(at + 1); }
    }
}

LineAndColumn SourceLines::at(std::size_t place) const {
    place = std::min(place, source_.size());
    const auto line =
        static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), place) - starts_.begin());
    const auto start = source_.begin() + static_cast<std::ptrdiff_t>(starts_[line - 1]);
    const auto end = source_.begin() + static_cast<std::ptrdiff_t>(place);
    // A byte that goes on with a character begins with the bits 10.
    const auto characters = std::count_if(start, end, [](char byte) { return (byte & 0xc0) != 0x80; });
    return {.line = line, .column = static_cast<std::size_t>(characters) + 1};
}

}  // namespace tradewind::domain::liquid

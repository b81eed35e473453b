// The first byte is how many lines there may be, the rest a text. Its lines put together again are the text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text_lines.h"

namespace {

void demand(bool truth) {
    if (!truth) { std::abort(); }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    if (count == 0) { return 0; }
    const std::size_t lines_max = bytes[0];
    const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, count - 1);
    const auto lines = tradewind::base::split_lines(text, lines_max);
    if (!lines) {
        demand(tradewind::base::split_lines(text, text.size()).value().size() > lines_max);
        return 0;
    }
    demand(lines->size() <= lines_max);
    std::string joined;
    for (const auto line : *lines) {
        demand(line.find('\n') == std::string_view::npos);
        joined.append(line).append("\n");
    }
    demand(joined == text || joined == std::string(text) + "\n");
    return 0;
}

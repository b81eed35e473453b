// Lines are read the same however the text is split; they follow each other, lie within the text and are not blank. The
// first byte of the input chooses the split.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/ndjson_reader.h"
#include "base/text.h"

namespace {

using tradewind::base::FilePlace;
using tradewind::base::NdjsonLine;
using tradewind::base::NdjsonReader;

void demand(bool condition) {
    if (!condition) std::abort();
}

struct Line {
    FilePlace place;
    FilePlace end;
    std::string text;

    bool operator==(const Line&) const = default;
};

std::vector<Line> read(std::string_view text, std::size_t piece_bytes) {
    std::vector<Line> lines;
    NdjsonReader reader([&](const NdjsonLine& line) {
        demand(line.problem.empty() != tradewind::base::trim(line.text).empty());
        lines.push_back({line.place, line.end, std::string(line.text)});
    });
    while (!text.empty()) {
        reader.push(text.substr(0, piece_bytes));
        text.remove_prefix(std::min(piece_bytes, text.size()));
    }
    reader.finish();
    return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t count) {
    if (count == 0) return 0;
    const std::size_t piece_bytes = std::size_t{data[0]} % 31 + 1;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, count - 1);
    const auto lines = read(text, text.size() + 1);
    demand(lines == read(text, 1));
    demand(lines == read(text, piece_bytes));
    FilePlace last;
    for (const auto& line : lines) {
        demand(line.place.offset >= last.offset && line.place.line >= last.line);
        demand(line.end.offset <= text.size());
        demand(text.substr(line.place.offset, line.text.size()) == line.text);
        last = line.end;
    }
    return 0;
}

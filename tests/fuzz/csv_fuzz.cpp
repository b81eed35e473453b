// CSV is read the same however it is split; rows follow each other and lie within the text; a reader that goes on at
// any row reads the rest alike. The first byte of the input chooses the split and the delimiter.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv_reader.h"
#include "base/text.h"

namespace {

using tradewind::base::CsvReader;
using tradewind::base::CsvRow;

void demand(bool condition) {
    if (!condition) std::abort();
}

bool are_equal(const std::vector<CsvRow>& some, const std::vector<CsvRow>& others) {
    const auto equal = [](const CsvRow& one, const CsvRow& other) {
        return one.place == other.place && one.end == other.end && one.cells == other.cells &&
               one.problem == other.problem;
    };
    return std::equal(some.begin(), some.end(), others.begin(), others.end(), equal);
}

// From the start of the text, or from the start of a row.
std::vector<CsvRow> read(std::string_view text, std::size_t piece_bytes, char delimiter,
                         const CsvRow* start = nullptr) {
    std::vector<CsvRow> rows;
    CsvReader reader(delimiter, [&](CsvRow& row) { rows.push_back(row); });
    if (start != nullptr) {
        reader.go_on_at(start->place);
        text.remove_prefix(start->place.offset);
    }
    while (!text.empty()) {
        reader.push(text.substr(0, piece_bytes));
        text.remove_prefix(std::min(piece_bytes, text.size()));
    }
    reader.finish();
    return rows;
}

void check_rows(const std::vector<CsvRow>& rows, std::string_view text) {
    tradewind::base::FilePlace last;
    for (const auto& row : rows) {
        demand(row.place.offset >= last.offset && row.place.line >= last.line);
        demand(row.end.offset > row.place.offset && row.end.line >= row.place.line && row.end.offset <= text.size());
        demand(row.problem.empty() != row.cells.empty() && row.cells.size() <= CsvReader::cells_max);
        for (const auto& cell : row.cells) demand(tradewind::base::is_valid_utf8(cell));
        last = row.end;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t count) {
    if (count == 0) return 0;
    const std::size_t piece_bytes = std::size_t{data[0]} % 31 + 1;
    const char delimiter = data[0] < 128 ? ',' : ';';
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, count - 1);
    const auto rows = read(text, text.size() + 1, delimiter);
    check_rows(rows, text);
    demand(are_equal(rows, read(text, 1, delimiter)));
    demand(are_equal(rows, read(text, piece_bytes, delimiter)));
    if (!rows.empty()) {
        const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
        demand(are_equal({middle, rows.end()}, read(text, piece_bytes, delimiter, &*middle)));
    }
    return 0;
}

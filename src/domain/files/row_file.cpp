#include "domain/files/row_file.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/text.h"

namespace tradewind::domain {
namespace {

constexpr std::size_t told_name_bytes_max = 200;
constexpr std::string_view zip_start = "PK\x03\x04";

}  // namespace

RowFileReader::RowFileReader(char delimiter, CheckHeader check_header, OnRecord on_record)
    : delimiter_(delimiter),
      check_header_(check_header),
      on_record_(std::move(on_record)),
      reader_(delimiter, [this](base::CsvRow& row) { take_row(row); }) {}

base::Result<void> RowFileReader::judge() const {
    if (!file_problem_.empty()) { return base::invalid("/file", file_problem_); }
    if (!header_) { return base::invalid("/file", "has no header"); }
    return {};
}

void RowFileReader::take_row(base::CsvRow& row) {
    if (!file_problem_.empty()) { return; }
    if (!header_) { return take_header(row); }
    ImportRecord record{.place = row.place,
                        .end = row.end,
                        .json = {},
                        .problem = std::string(row.problem),
                        .cells = std::move(row.cells)};
    if (record.problem.empty() && record.cells.size() != header_->size()) {
        record.problem = "has " + std::to_string(record.cells.size()) + " cells where the header has " +
                         std::to_string(header_->size());
    }
    on_record_(std::move(record));
}

void RowFileReader::push(std::string_view bytes) {
    start_ += bytes.substr(0, zip_start.size() - start_.size());
    reader_.push(bytes);
}

void RowFileReader::take_header(base::CsvRow& row) {
    if (start_ == zip_start) {
        file_problem_ = "is a ZIP file or a workbook, not CSV; unpack it, or save it as CSV";
        return;
    }
    if (!row.problem.empty()) {
        file_problem_ = "has a header that " + std::string(row.problem);
        return;
    }
    file_problem_ = check_header_(row.cells);
    if (file_problem_.empty()) {
        header_ = std::move(row.cells);
        return;
    }
    const char other = delimiter_ == ',' ? ';' : ',';
    if (row.cells.size() == 1 && row.cells.front().find(other) != std::string::npos) {
        file_problem_ += "; its cells seem to be separated by " + std::string(1, other);
    }
}

bool has_column(const std::vector<std::string>& header, std::string_view name) {
    return std::ranges::find(header, name) != header.end();
}

std::string repeated_column(const std::vector<std::string>& header) {
    std::unordered_set<std::string_view> seen;
    for (const auto& name : header) {
        if (name.empty() || seen.insert(name).second) { continue; }
        return name.size() > told_name_bytes_max ? "has a column twice" : "has the column " + name + " twice";
    }
    return {};
}

bool is_blank(std::string_view cell) {
    return base::trim(cell).empty();
}

}  // namespace tradewind::domain

#include "domain/files/purchase_file.h"

#include <utility>

namespace tradewind::domain {
namespace {

using Part = PurchaseColumn::Part;

// The cells of a row for the report, unless they are too many to be kept there.
std::vector<std::string> reported_cells(const base::CsvRow& row) {
    const bool is_short = row.end.offset - row.place.offset <= told_row_bytes_max;
    return is_short ? row.cells : std::vector<std::string>();
}

std::string too_large() {
    return "is a purchase of more than " + std::to_string(PurchaseFileReader::record_bytes_max) + " bytes";
}

}  // namespace

PurchaseFileReader::PurchaseFileReader(const ImportOptions& options, OnRecord on_record)
    : format_(options.format), on_record_(std::move(on_record)) {
    switch (format_) {
        case FileFormat::Csv:
            reader_.emplace<base::CsvReader>(options.delimiter, [this](base::CsvRow& row) { take_row(row); });
            break;
        case FileFormat::Ndjson:
            reader_.emplace<base::NdjsonReader>([this](const base::NdjsonLine& line) { take_line(line); });
            break;
    }
}

void PurchaseFileReader::push(std::string_view bytes) {
    if (auto* csv = std::get_if<base::CsvReader>(&reader_)) { csv->push(bytes); }
    if (auto* ndjson = std::get_if<base::NdjsonReader>(&reader_)) { ndjson->push(bytes); }
}

void PurchaseFileReader::finish() {
    if (auto* csv = std::get_if<base::CsvReader>(&reader_)) { csv->finish(); }
    if (auto* ndjson = std::get_if<base::NdjsonReader>(&reader_)) { ndjson->finish(); }
    end_group();
}

void PurchaseFileReader::go_on_at(const base::FilePlace& place) {
    group_.reset();
    if (auto* csv = std::get_if<base::CsvReader>(&reader_)) { csv->go_on_at(place); }
    if (auto* ndjson = std::get_if<base::NdjsonReader>(&reader_)) { ndjson->go_on_at(place); }
}

base::Result<void> PurchaseFileReader::judge() const {
    if (!file_problem_.empty()) { return base::invalid("/file", file_problem_); }
    if (!is_past_header()) { return base::invalid("/file", "has no header"); }
    return {};
}

std::vector<std::string> PurchaseFileReader::header() const {
    std::vector<std::string> names;
    if (columns_) {
        for (const auto& column : columns_->all()) { names.push_back(column.name); }
    }
    return names;
}

void PurchaseFileReader::take_row(base::CsvRow& row) {
    if (!file_problem_.empty()) { return; }
    if (!columns_) { return take_header(row); }
    ImportRecord broken{.place = row.place, .end = row.end, .json = {}, .problem = {}, .cells = {}};
    if (!row.problem.empty()) {
        broken.problem = row.problem;
    } else if (row.cells.size() != columns_->size()) {
        broken.problem = "has " + std::to_string(row.cells.size()) + " cells where the header has " +
                         std::to_string(columns_->size());
    } else if (row.cells[columns_->purchase_id()].empty()) {
        broken.problem = "purchaseId is required";
    } else {
        return take_cells(row);
    }
    broken.cells = reported_cells(row);
    take_broken(std::move(broken));
}

void PurchaseFileReader::take_header(base::CsvRow& row) {
    if (!row.problem.empty()) {
        file_problem_ = "has a header that " + std::string(row.problem);
        return;
    }
    auto columns = PurchaseColumns::read(row.cells);
    if (columns) {
        columns_ = std::move(columns).take();
    } else {
        file_problem_ = columns.error().problems.front().reason;
    }
}

void PurchaseFileReader::take_cells(base::CsvRow& row) {
    const auto& purchase_id = row.cells[columns_->purchase_id()];
    if (!group_ || group_->purchase_id != purchase_id) {
        end_group();
        begin_group(row, purchase_id);
    } else {
        auto& record = group_->record;
        if (!group_->held.empty() && record.problem.empty()) {
            record.problem =
                "line " + std::to_string(group_->held.front().place.line) + ": " + group_->held.front().problem;
        }
        group_->held.clear();
        record.end = row.end;
    }
    add_to_group(row.cells);
}

// It may lie in the midst of the purchase before it, which the row after it tells.
void PurchaseFileReader::take_broken(ImportRecord record) {
    if (group_ && group_->held.size() == held_rows_max) { end_group(); }
    if (!group_) { return on_record_(std::move(record)); }
    group_->held.push_back(std::move(record));
}

void PurchaseFileReader::begin_group(base::CsvRow& row, const std::string& purchase_id) {
    group_.emplace();
    group_->record.place = row.place;
    group_->record.end = row.end;
    group_->record.cells = reported_cells(row);
    group_->purchase_id = purchase_id;
    group_->purchase_cells.resize(columns_->size());
}

void PurchaseFileReader::add_to_group(const std::vector<std::string>& cells) {
    auto& record = group_->record;
    if (!record.problem.empty()) { return; }
    for (std::size_t index = 0; index < cells.size(); ++index) {
        const auto& column = columns_->all()[index];
        auto& known = group_->purchase_cells[index];
        if (column.part != Part::Purchase || cells[index].empty()) { continue; }
        if (known.empty()) {
            known = cells[index];
        } else if (known != cells[index]) {
            record.problem = column.name + " is not the same in all rows of the purchase";
            return;
        }
    }
    if (!group_->items.empty()) { group_->items += ','; }
    base::JsonWriter writer(group_->items);
    writer.begin_object();
    columns_->write_cells(writer, Part::Item, cells);
    writer.end_object();
    if (group_->items.size() > record_bytes_max) {
        record.problem = too_large();
        std::string().swap(group_->items);
    }
}

void PurchaseFileReader::end_group() {
    if (!group_) { return; }
    auto group = std::move(*group_);
    group_.reset();
    if (group.record.problem.empty()) {
        base::JsonWriter writer(group.record.json);
        writer.begin_object();
        columns_->write_cells(writer, Part::Purchase, group.purchase_cells);
        writer.key("products");
        writer.raw("[" + group.items + "]");
        writer.end_object();
    }
    on_record_(std::move(group.record));
    for (auto& held : group.held) { on_record_(std::move(held)); }
}

void PurchaseFileReader::take_line(const base::NdjsonLine& line) {
    on_record_({.place = line.place,
                .end = line.end,
                .json = std::string(line.text),
                .problem = std::string(line.problem),
                .cells = {}});
}

}  // namespace tradewind::domain

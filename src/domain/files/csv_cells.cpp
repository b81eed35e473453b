#include "domain/files/csv_cells.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/json.h"

namespace tradewind::domain {
namespace {

base::TimeZone zone_named(std::string_view name) {
    auto zone = base::TimeZone::load(name);
    if (!zone) { throw std::runtime_error("the time zone " + std::string(name) + " is not known any more"); }
    return std::move(zone).take();
}

}  // namespace

CellStyle cell_style(const Export& wanted) {
    return {.dates = date_format(wanted.date_format).value(),
            .zone = zone_named(wanted.plan.time_zone),
            .utc = zone_named("UTC"),
            .delimiter = wanted.delimiter.front(),
            .guard = wanted.plan.guards_formulas ? base::FormulaGuard::On : base::FormulaGuard::Off};
}

void CsvCells::text_list(const std::vector<std::string>& values) {
    joined(values);
    text(scratch_);
}

void CsvCells::number(std::int64_t value) {
    plain(fmt::format_int(value).c_str());
}

void CsvCells::decimal(base::Decimal value) {
    scratch_.clear();
    value.append_to(scratch_);
    plain(scratch_);
}

void CsvCells::date(base::Instant value, const base::TimeZone& zone) {
    scratch_.clear();
    append_date(scratch_, value, style_.dates, zone);
    plain(scratch_);
}

void CsvCells::custom(FieldType type, std::string_view json) {
    switch (type) {
        case FieldType::Integer:
        case FieldType::Decimal:
        case FieldType::Boolean:
            return plain(json);
        case FieldType::Text:
        case FieldType::Email:
        case FieldType::Phone:
        case FieldType::Radio:
        case FieldType::Date:
        case FieldType::Checkbox:
            return json_text(type, json);
    }
}

// A string or a list of strings.
void CsvCells::json_text(FieldType type, std::string_view json) {
    const auto write = [&](std::string_view value) {
        if (type == FieldType::Text || type == FieldType::Email) { return text(value); }
        if (type == FieldType::Date && style_.dates != DateFormat::Iso) {
            if (const auto moment = base::Instant::parse(value)) { return day(moment.value()); }
        }
        plain(value);
    };
    const bool is_plain_string = json.size() >= 2 && json.front() == '"' && json.find('\\') == std::string_view::npos;
    if (is_plain_string) { return write(json.substr(1, json.size() - 2)); }
    const auto document = base::JsonDocument::parse(json);
    if (!document) { throw std::runtime_error("the value of a custom field is damaged"); }
    const auto root = document.value().root();
    if (root.kind() == base::JsonKind::String) { return write(root.string()); }
    std::vector<std::string> values;
    if (root.kind() == base::JsonKind::Array) {
        for (const auto element : root.elements()) {
            if (element.kind() == base::JsonKind::String) { values.emplace_back(element.string()); }
        }
    }
    joined(values);
    plain(scratch_);
}

void CsvCells::joined(const std::vector<std::string>& values) {
    scratch_.clear();
    for (const auto& value : values) {
        if (&value != &values.front()) { scratch_ += list_separator; }
        scratch_ += value;
    }
}

}  // namespace tradewind::domain

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv_writer.h"
#include "base/decimal.h"
#include "base/instant.h"
#include "base/time_zone.h"
#include "domain/fields/contact_field.h"
#include "domain/files/date_format.h"
#include "domain/files/export.h"

namespace tradewind::domain {

// How the cells of an export look.
struct CellStyle {
    DateFormat dates;
    base::TimeZone zone;  // Of the store.
    base::TimeZone utc;
    char delimiter;
    base::FormulaGuard guard;
};

// By what was asked for and planned. Throws when the zone is not known any more.
CellStyle cell_style(const Export& wanted);

// Writes the cells of rows, one after the other. A value that is not there is an empty cell.
class CsvCells {
  public:
    static constexpr char list_separator = '|';

    CsvCells(std::string& out, const CellStyle& style) : writer_(out, style.delimiter, style.guard), style_(style) {}

    void empty() { writer_.cell({}); }
    // What people typed: guarded against being taken for a formula.
    void text(std::string_view value) { writer_.text_cell(value); }
    void maybe_text(const std::optional<std::string>& value) { value ? text(*value) : empty(); }
    void text_list(const std::vector<std::string>& values);
    // What is no such text: ids, phones, words of ours, numbers.
    void plain(std::string_view value) { writer_.cell(value); }
    void maybe_plain(const std::optional<std::string>& value) { value ? plain(*value) : empty(); }
    void number(std::int64_t value);
    void decimal(base::Decimal value);
    void boolean(bool value) { plain(value ? "true" : "false"); }
    // When something happened, by the clock of the store.
    void moment(base::Instant value) { date(value, style_.zone); }
    void maybe_moment(const std::optional<base::Instant>& value) { value ? moment(*value) : empty(); }
    // A day that somebody named, such as a birthday: it does not move with a zone.
    void day(base::Instant value) { date(value, style_.utc); }
    // The value of a custom field, as its kind writes it.
    void custom(FieldType type, std::string_view json);
    void end_row() { writer_.end_row(); }

  private:
    void date(base::Instant value, const base::TimeZone& zone);
    void json_text(FieldType type, std::string_view json);
    void joined(const std::vector<std::string>& values);

    base::CsvWriter writer_;
    const CellStyle& style_;
    std::string scratch_;
};

}  // namespace tradewind::domain

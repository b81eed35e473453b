#include "base/csv_writer.h"

namespace tradewind::base {

bool looks_like_formula(std::string_view text) {
    constexpr std::string_view beginnings = "=+-@\t\r\n";
    const auto first = text.find_first_not_of('\'');
    return first != std::string_view::npos && beginnings.find(text[first]) != std::string_view::npos;
}

std::string_view without_formula_guard(std::string_view text) {
    return text.starts_with('\'') && looks_like_formula(text) ? text.substr(1) : text;
}

void CsvWriter::cell(std::string_view value) {
    begin_cell();
    append(value);
}

void CsvWriter::text_cell(std::string_view text) {
    begin_cell();
    if (guard_ == FormulaGuard::On && looks_like_formula(text)) { out_ += '\''; }
    append(text);
}

void CsvWriter::end_row() {
    out_ += '\n';
    is_row_start_ = true;
}

void CsvWriter::begin_cell() {
    if (!is_row_start_) { out_ += delimiter_; }
    is_row_start_ = false;
    out_ += '"';
}

void CsvWriter::append(std::string_view value) {
    while (true) {
        const auto quote = value.find('"');
        out_ += value.substr(0, quote);
        if (quote == std::string_view::npos) { break; }
        out_ += R"("")";
        value.remove_prefix(quote + 1);
    }
    out_ += '"';
}

}  // namespace tradewind::base

#pragma once

#include <string>
#include <string_view>

namespace tradewind::base {

// Whether spreadsheets are kept from taking a text for a formula.
enum class FormulaGuard { Off, On };

// Appends rows of CSV to a text: every cell quoted, lines ended by `\n`, UTF-8 as it is given.
class CsvWriter {
  public:
    CsvWriter(std::string& out, char delimiter, FormulaGuard guard) : out_(out), delimiter_(delimiter), guard_(guard) {}

    // As it is: what cannot be a formula, or must not be touched, such as a number, a time, a phone number or an id.
    void cell(std::string_view value);
    // What people typed. With the guard on, one that looks like a formula gets a `'` in front.
    void text_cell(std::string_view text);
    void end_row();

  private:
    void begin_cell();
    void append(std::string_view value);

    std::string& out_;
    const char delimiter_;
    const FormulaGuard guard_;
    bool is_row_start_ = true;
};

// Whether a spreadsheet could take this text for a formula: it starts with `=`, `+`, `-`, `@`, a tab, CR or LF. So does
// one that looks as if it were guarded already, so that what is written can be told from it when it is read.
bool looks_like_formula(std::string_view text);
// A text as it was before the guard.
std::string_view without_formula_guard(std::string_view text);

}  // namespace tradewind::base

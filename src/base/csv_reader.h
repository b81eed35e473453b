#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_order_mark.h"
#include "base/file_place.h"

namespace tradewind::base {

struct CsvRow {
    FilePlace place;                 // Its first byte.
    FilePlace end;                   // Behind its line end.
    std::vector<std::string> cells;  // UTF-8. None in a broken row.
    std::string_view problem;        // Why it is broken, such as "has a quote that is not closed"; else empty.
};

// Reads CSV in pieces of any size: how the input is split makes no difference. UTF-8 with or without a byte order mark,
// line ends `\n` or `\r\n`, cells quoted by `"`, which is doubled inside; a quote inside a cell that did not begin with
// one is a character like any other. Empty lines are not rows. A broken row ends at the next line end outside quotes,
// and the rows after it are read as if it were not there. Memory is bounded by what a row may hold.
class CsvReader {
  public:
    static constexpr std::size_t cell_bytes_max = std::size_t{1024} * 1024;
    static constexpr std::size_t row_bytes_max = std::size_t{2} * 1024 * 1024;  // As written, with its quotes.
    static constexpr std::size_t cells_max = 500;

    // The row may be moved out of; it is valid until the call returns.
    using OnRow = std::function<void(CsvRow& row)>;

    CsvReader(char delimiter, OnRow on_row) : delimiter_(delimiter), on_row_(std::move(on_row)) {}

    void push(std::string_view bytes);
    // What comes next is the end of the text: a last row may lack its line end.
    void finish();
    // What comes next is from there, where a row begins.
    void go_on_at(const FilePlace& place);

  private:
    enum class State { RowStart, CellStart, Plain, PlainCarriageReturn, Quoted, QuoteInQuoted, ClosedCarriageReturn };

    void read(std::string_view bytes);
    // How many bytes at the front belong to the cell as they are.
    [[nodiscard]] std::size_t plain_bytes(std::string_view bytes) const;
    void take(char byte);
    void take_between_cells(char byte);
    void take_plain(char byte);
    void take_after_quote(char byte);
    void begin_row();
    void end_cell();
    void end_row();
    void add(std::string_view bytes);
    void break_row(std::string_view problem);

    const char delimiter_;
    const OnRow on_row_;
    ByteOrderMark mark_;
    State state_ = State::RowStart;
    FilePlace here_;
    CsvRow row_;
    std::string cell_;
};

}  // namespace tradewind::base

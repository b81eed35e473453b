#include "base/csv_reader.h"

#include <algorithm>

#include "base/text.h"

namespace tradewind::base {

void CsvReader::push(std::string_view bytes) {
    read(mark_.take(bytes));
    read(bytes);
}

void CsvReader::finish() {
    read(mark_.finish());
    if (state_ == State::RowStart) { return; }
    if (state_ == State::Quoted) { break_row("has a quote that is not closed"); }
    // A carriage return that ends the text is half a line end; alone on its line it leaves an empty one.
    if (state_ == State::PlainCarriageReturn && row_.cells.empty() && cell_.empty() && row_.problem.empty()) {
        state_ = State::RowStart;
        return;
    }
    end_row();
}

void CsvReader::go_on_at(const FilePlace& place) {
    mark_.finish();
    state_ = State::RowStart;
    here_ = place;
    cell_.clear();
}

void CsvReader::read(std::string_view bytes) {
    // The mark has no place in the text, but the bytes behind it are counted from the start of the file.
    if (here_.offset == 0 && mark_.was_found()) { here_.offset = ByteOrderMark::mark.size(); }
    while (!bytes.empty()) {
        if (const auto count = plain_bytes(bytes); count > 0) {
            const auto plain = bytes.substr(0, count);
            here_.line += static_cast<std::uint64_t>(std::count(plain.begin(), plain.end(), '\n'));
            here_.offset += count;
            add(plain);
            bytes.remove_prefix(count);
        } else {
            take(bytes.front());
            bytes.remove_prefix(1);
        }
    }
}

std::size_t CsvReader::plain_bytes(std::string_view bytes) const {
    if (state_ == State::Quoted) { return std::min(bytes.find('"'), bytes.size()); }
    if (state_ != State::Plain) { return 0; }
    const auto is_special = [this](char byte) { return byte == delimiter_ || byte == '\n' || byte == '\r'; };
    return static_cast<std::size_t>(std::find_if(bytes.begin(), bytes.end(), is_special) - bytes.begin());
}

void CsvReader::take(char byte) {
    if (state_ == State::RowStart) { begin_row(); }
    ++here_.offset;
    if (byte == '\n') { ++here_.line; }
    switch (state_) {
        case State::RowStart:
        case State::CellStart:
            return take_between_cells(byte);
        case State::Plain:
            return take_plain(byte);
        case State::PlainCarriageReturn:
            state_ = State::Plain;
            if (byte != '\n') {
                add("\r");
                return take_plain(byte);
            }
            // Only an empty line has no cell before its carriage return.
            if (row_.cells.empty() && cell_.empty() && row_.problem.empty()) {
                state_ = State::RowStart;
                return;
            }
            return end_row();
        case State::Quoted:
            state_ = State::QuoteInQuoted;  // Everything else was plain.
            return;
        case State::QuoteInQuoted:
            return take_after_quote(byte);
        case State::ClosedCarriageReturn:
            if (byte == '\n') { return end_row(); }
            break_row("has something behind a closing quote");
            state_ = State::Plain;
            return take_plain(byte);
    }
}

void CsvReader::take_between_cells(char byte) {
    if (state_ == State::RowStart && byte == '\n') { return; }
    if (byte == '"') {
        state_ = State::Quoted;
        return;
    }
    state_ = State::Plain;
    take_plain(byte);
}

void CsvReader::take_plain(char byte) {
    if (byte == delimiter_) {
        end_cell();
        state_ = State::CellStart;
    } else if (byte == '\n') {
        end_row();
    } else if (byte == '\r') {
        state_ = State::PlainCarriageReturn;
    } else {
        add({&byte, 1});
    }
}

void CsvReader::take_after_quote(char byte) {
    if (byte == '"') {
        add("\"");
        state_ = State::Quoted;
    } else if (byte == '\r') {
        state_ = State::ClosedCarriageReturn;
    } else {
        if (byte != delimiter_ && byte != '\n') { break_row("has something behind a closing quote"); }
        state_ = State::Plain;
        take_plain(byte);
    }
}

void CsvReader::begin_row() {
    row_ = {.place = here_, .end = {}, .cells = {}, .problem = {}};
    cell_.clear();
}

void CsvReader::end_cell() {
    if (row_.problem.empty() && row_.cells.size() == cells_max) { break_row("has more than 500 cells"); }
    if (!row_.problem.empty()) { return; }
    if (is_valid_utf8(cell_)) {
        row_.cells.push_back(std::move(cell_));
    } else {
        break_row("is not UTF-8");
    }
    cell_.clear();
}

void CsvReader::end_row() {
    end_cell();
    row_.end = here_;
    state_ = State::RowStart;
    on_row_(row_);
}

void CsvReader::add(std::string_view bytes) {
    if (!row_.problem.empty()) { return; }
    // What is exceeded first counts, also when both are by the same piece.
    const auto before = static_cast<std::size_t>(here_.offset - row_.place.offset) - bytes.size();
    const auto row_room = before < row_bytes_max ? row_bytes_max - before : 0;
    const auto cell_room = cell_bytes_max - cell_.size();
    if (bytes.size() > std::min(row_room, cell_room)) {
        return break_row(cell_room <= row_room ? "has a cell of more than 1048576 bytes"
                                               : "is longer than 2097152 bytes");
    }
    cell_ += bytes;
}

void CsvReader::break_row(std::string_view problem) {
    if (!row_.problem.empty()) { return; }
    row_.problem = problem;
    row_.cells = {};
    cell_ = {};
}

}  // namespace tradewind::base

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/byte_order_mark.h"
#include "base/file_place.h"

namespace tradewind::base {

struct NdjsonLine {
    FilePlace place;           // Its first byte.
    FilePlace end;             // Behind its line end.
    std::string_view text;     // Without its line end; nothing of a broken line. What it holds was not looked at.
    std::string_view problem;  // Why it is broken; else empty.
};

// Reads the lines of a file with one JSON value on each, in pieces of any size: how the input is split makes no
// difference. A byte order mark at the start is left out. Lines of nothing but white space are not told. Memory is
// bounded by what a line may hold.
class NdjsonReader {
  public:
    static constexpr std::size_t line_bytes_max = std::size_t{1024} * 1024;

    // The line is valid until the call returns.
    using OnLine = std::function<void(const NdjsonLine& line)>;

    explicit NdjsonReader(OnLine on_line) : on_line_(std::move(on_line)) {}

    void push(std::string_view bytes);
    // What comes next is the end of the text: a last line may lack its line end.
    void finish();
    // What comes next is from there, where a line begins.
    void go_on_at(const FilePlace& place);

  private:
    void read(std::string_view bytes);
    void end_line();

    const OnLine on_line_;
    ByteOrderMark mark_;
    FilePlace begin_;
    FilePlace here_;
    std::string text_;
    bool is_too_long_ = false;
};

}  // namespace tradewind::base

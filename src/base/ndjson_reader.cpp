#include "base/ndjson_reader.h"

#include <algorithm>

#include "base/text.h"

namespace tradewind::base {

void NdjsonReader::push(std::string_view bytes) {
    read(mark_.take(bytes));
    read(bytes);
}

void NdjsonReader::finish() {
    read(mark_.finish());
    end_line();
}

void NdjsonReader::go_on_at(const FilePlace& place) {
    mark_.finish();
    begin_ = here_ = place;
    text_.clear();
    is_too_long_ = false;
}

void NdjsonReader::read(std::string_view bytes) {
    // The mark has no place in the text, but the bytes behind it are counted from the start of the file.
    if (here_.offset == 0 && mark_.was_found()) { begin_.offset = here_.offset = ByteOrderMark::mark.size(); }
    while (!bytes.empty()) {
        const auto part = bytes.substr(0, bytes.find('\n'));
        const bool has_end = part.size() < bytes.size();
        if (part.size() > line_bytes_max - text_.size()) {
            is_too_long_ = true;
            std::string().swap(text_);
        }
        if (!is_too_long_) { text_ += part; }
        here_.offset += part.size();
        bytes.remove_prefix(part.size());
        if (has_end) {
            bytes.remove_prefix(1);
            ++here_.offset;
            ++here_.line;
            end_line();
        }
    }
}

void NdjsonReader::end_line() {
    if (is_too_long_) {
        on_line_({.place = begin_, .end = here_, .text = {}, .problem = "is longer than 1048576 bytes"});
    } else if (!trim(text_).empty()) {
        on_line_({.place = begin_, .end = here_, .text = text_, .problem = {}});
    }
    begin_ = here_;
    text_.clear();
    is_too_long_ = false;
}

}  // namespace tradewind::base

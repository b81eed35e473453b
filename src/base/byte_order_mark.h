#pragma once

#include <cstddef>
#include <string_view>

namespace tradewind::base {

// Takes the mark of UTF-8 off the start of a text that comes in pieces of any size.
class ByteOrderMark {
  public:
    // What of the mark was seen, and turned out to be none, is part of the text and comes before `piece`; the mark
    // itself is taken off the front of `piece`.
    std::string_view take(std::string_view& piece) {
        if (is_past_) { return {}; }
        const auto seen = seen_;
        while (!piece.empty() && seen_ < mark.size() && piece.front() == mark[seen_]) {
            piece.remove_prefix(1);
            ++seen_;
        }
        if (seen_ == mark.size()) {
            is_past_ = true;
            return {};
        }
        if (piece.empty()) { return {}; }
        is_past_ = true;
        // Those of this piece go back to it.
        const auto of_this_piece = seen_ - seen;
        piece = {piece.data() - of_this_piece, piece.size() + of_this_piece};
        return mark.substr(0, seen);
    }
    // The same at the end of the text.
    std::string_view finish() {
        const bool has_part = !is_past_;
        is_past_ = true;
        return has_part ? mark.substr(0, seen_) : std::string_view();
    }
    [[nodiscard]] bool was_found() const { return seen_ == mark.size(); }

    static constexpr std::string_view mark = "\xEF\xBB\xBF";

  private:
    std::size_t seen_ = 0;
    bool is_past_ = false;
};

}  // namespace tradewind::base

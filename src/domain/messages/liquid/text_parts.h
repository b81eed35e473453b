#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace tradewind::domain::liquid {

// How many bytes so many characters from the start take; all when there are fewer.
std::size_t bytes_of_characters(std::string_view text, std::size_t characters);

// Where a text is in another: the first from there on, or the last; npos when nowhere. Linear in the texts, whatever
// they are, which std::string does not promise.
std::size_t find_text(std::string_view text, std::string_view what, std::size_t from = 0);
std::size_t find_last_text(std::string_view text, std::string_view what);

// The parts of a text between a separator. A space stands for any white space, and none is left over; an empty one
// makes a part of each character.
class TextSplitter {
  public:
    TextSplitter(std::string_view text, std::string_view separator);

    // Nothing when there are no more.
    std::optional<std::string_view> next();

  private:
    std::string_view rest_;
    std::string_view separator_;
    bool is_done_;
};

}  // namespace tradewind::domain::liquid

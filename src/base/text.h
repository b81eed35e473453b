#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tradewind::base {

// A decimal digit of ASCII.
constexpr bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

bool is_valid_utf8(std::string_view text);
// The same text with U+FFFD for every byte that is not part of valid UTF-8.
std::string replace_invalid_utf8(std::string_view text);
// Counted as a person counts them: code points. The text must be valid UTF-8.
std::size_t count_characters(std::string_view text);
// As much of a text as fits into so many bytes, without a broken character at its end.
std::string shortened(std::string text, std::size_t bytes_max);
std::string ascii_lower(std::string_view text);
bool equals_ignoring_case(std::string_view one, std::string_view other);  // ASCII
std::string_view trim(std::string_view text);                             // ASCII white space

// Letters of all scripts, one for one: `ß` becomes `ẞ`. The text must be valid UTF-8; bytes that are not stay as they
// are.
std::string upper_case(std::string_view text);
std::string lower_case(std::string_view text);
// The first letter as a capital, all others small.
std::string capitalized(std::string_view text);

// An e-mail address: kept as given (trimmed), compared by its key, the ASCII lower case. Local part 1 to 64 of atext
// and dots (no dot first, last or twice in a row), domain of at least two labels of 1 to 63, UTF-8 allowed, at most 200
// characters. The Error is `invalid("", reason)`: the caller puts its path.
class EmailAddress {
  public:
    static constexpr std::size_t characters_max = 200;

    static Result<EmailAddress> parse(std::string_view text);
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::string& key() const { return key_; }

  private:
    std::string text_;
    std::string key_;
};

// A phone number in international form: `+` and 7 to 15 digits.
class PhoneNumber {
  public:
    // Spaces and dashes are removed; without `+` the calling code (digits, such as "34") is put in front. The Error is
    // `invalid("", reason)`: the caller puts its path.
    static Result<PhoneNumber> parse(std::string_view text, std::string_view default_country_code);
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string text_;
};

// Percent-decoding, once. `PlusIs::Space` for queries. Bad escapes, invalid UTF-8 and U+0000: BadRequest.
enum class PlusIs { Itself, Space };
Result<std::string> percent_decode(std::string_view text, PlusIs plus);
// Everything but unreserved characters is escaped.
std::string percent_encode(std::string_view text);

// Two lower-case digits a byte.
std::string to_hex(std::string_view bytes);

}  // namespace tradewind::base

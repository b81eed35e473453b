#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tradewind::base {

// Keys are cut after so many characters, so that any database can index them.
inline constexpr std::size_t search_key_characters_max = 100;

// A text as searches compare it: `Ñandú` and `nandu` have the same key. Case, accents and the forms in which a
// character can be written make no difference. The text must be valid UTF-8.
std::string search_key(std::string_view text);
// The same without the cut.
std::string whole_search_key(std::string_view text);

// Byte for byte greater than every key that starts with `key`, and less than every key that comes after those.
std::string search_key_end(std::string_view key);

}  // namespace tradewind::base

#include "base/search_key.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>

#include "base/text.h"

namespace tradewind::base {
namespace {

constexpr std::string_view greatest_character = "\xF4\x8F\xBF\xBF";  // U+10FFFF

struct FreeBytes {
    void operator()(utf8proc_uint8_t* bytes) const noexcept { std::free(bytes); }
};

// The bytes of the first `count` characters, or of all.
std::size_t bytes_of_characters(std::string_view text, std::size_t count) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool starts_character = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
        if (starts_character && count-- == 0) { return at; }
    }
    return text.size();
}

}  // namespace

std::string search_key(std::string_view text) {
    auto key = whole_search_key(text);
    key.resize(bytes_of_characters(key, search_key_characters_max));
    return key;
}

std::string whole_search_key(std::string_view text) {
    const bool is_ascii = std::ranges::all_of(text, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
    if (is_ascii) { return ascii_lower(text); }
    constexpr auto folding = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
                                                            UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
    utf8proc_uint8_t* bytes = nullptr;
    const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &bytes, folding);
    const std::unique_ptr<utf8proc_uint8_t, FreeBytes> owner(bytes);
    if (length == UTF8PROC_ERROR_NOMEM) { throw std::bad_alloc(); }
    if (length < 0) { throw std::invalid_argument("a search key is made of a text that is not UTF-8"); }
    return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length)};
}

std::string search_key_end(std::string_view key) {
    std::string end(key);
    for (auto characters = count_characters(key); characters <= search_key_characters_max; ++characters) {
        end += greatest_character;
    }
    return end;
}

}  // namespace tradewind::base

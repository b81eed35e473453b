#include "base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace tradewind::base {

namespace {

constexpr std::string_view hex_digits_lower = "0123456789abcdef";
constexpr std::string_view hex_digits_upper = "0123456789ABCDEF";

unsigned char byte_at(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]);
}

bool is_letter_or_digit(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || is_digit(character);
}

bool is_ascii(char character) {
    return static_cast<unsigned char>(character) < 0x80;
}

bool is_continuation(unsigned char byte) {
    return (byte & 0xC0) == 0x80;
}

// How many ASCII bytes the text has from here on, up to a few less; looked at eight at a time.
std::size_t ascii_run(std::string_view text, std::size_t at) {
    constexpr std::uint64_t high_bits = 0x8080808080808080;
    const auto start = at;
    for (std::uint64_t eight; text.size() - at >= sizeof eight; at += sizeof eight) {
        std::memcpy(&eight, text.data() + at, sizeof eight);
        if ((eight & high_bits) != 0) { break; }
    }
    return at - start;
}

// The bytes of the character that starts here, or 0 if none does. Overlong forms, surrogates and what lies beyond
// U+10FFFF all show in the first two bytes.
std::size_t character_length(std::string_view text, std::size_t at) {
    const auto first = byte_at(text, at);
    if (first < 0x80) { return 1; }
    const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length == 0 || text.size() - at < length) { return 0; }
    const auto second = byte_at(text, at + 1);
    const unsigned char least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned char most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) { return 0; }
    for (std::size_t next = 2; next < length; ++next) {
        if (!is_continuation(byte_at(text, at + next))) { return 0; }
    }
    return length;
}

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text.substr(ascii_run(text, 0)), [](char character) { return is_ascii(character); });
}

// U+0080 to U+009F. The text is valid UTF-8.
bool has_wide_control(std::string_view text) {
    constexpr char first = '\xC2';
    for (auto at = text.find(first); at != std::string_view::npos; at = text.find(first, at + 1)) {
        if (byte_at(text, at + 1) < 0xA0) { return true; }
    }
    return false;
}

// White space beyond ASCII, and the byte order mark, which is as invisible.
bool has_wide_blank(std::string_view text) {
    constexpr std::array<std::string_view, 19> blanks{
        "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007",
        "\u2008", "\u2009", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000", "\uFEFF"};
    return std::ranges::any_of(blanks,
                               [&](std::string_view blank) { return text.find(blank) != std::string_view::npos; });
}

bool is_local_part(std::string_view text) {
    constexpr std::size_t characters_max = 64;
    constexpr std::string_view atext_marks = "!#$%&'*+-/=?^_`{|}~";
    if (text.empty() || count_characters(text) > characters_max) { return false; }
    if (text.front() == '.' || text.back() == '.' || text.find("..") != std::string_view::npos) { return false; }
    return std::ranges::all_of(text, [&](char character) {
        return !is_ascii(character) || is_letter_or_digit(character) || character == '.' ||
               atext_marks.find(character) != std::string_view::npos;
    });
}

bool is_domain_label(std::string_view text) {
    constexpr std::size_t characters_max = 63;
    if (text.empty() || count_characters(text) > characters_max) { return false; }
    if (text.front() == '-' || text.back() == '-') { return false; }
    return std::ranges::all_of(
        text, [](char character) { return !is_ascii(character) || is_letter_or_digit(character) || character == '-'; });
}

bool is_domain(std::string_view text) {
    auto dot = text.find('.');
    if (dot == std::string_view::npos) { return false; }
    for (; dot != std::string_view::npos; dot = text.find('.')) {
        if (!is_domain_label(text.substr(0, dot))) { return false; }
        text.remove_prefix(dot + 1);
    }
    return is_domain_label(text);
}

using LetterChange = utf8proc_int32_t (*)(utf8proc_int32_t);

// Changes the first character of the text and takes it off.
void append_changed(std::string& out, std::string_view& text, LetterChange change) {
    if (is_ascii(text.front())) {
        out += static_cast<char>(change(text.front()));
        text.remove_prefix(1);
        return;
    }
    utf8proc_int32_t character = -1;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                         static_cast<utf8proc_ssize_t>(text.size()), &character);
    if (length <= 0) {
        out += text.front();
        text.remove_prefix(1);
        return;
    }
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto written = utf8proc_encode_char(change(character), bytes.data());
    out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(written));
    text.remove_prefix(static_cast<std::size_t>(length));
}

std::string with_letters_changed(std::string_view text, LetterChange first, LetterChange others) {
    std::string out;
    out.reserve(text.size());
    if (!text.empty()) { append_changed(out, text, first); }
    while (!text.empty()) { append_changed(out, text, others); }
    return out;
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        at += ascii_run(text, at);
        if (at == text.size()) { break; }
        const auto length = character_length(text, at);
        if (length == 0) { return false; }
        at += length;
    }
    return true;
}

std::string replace_invalid_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto length = character_length(text, at);
        out.append(length == 0 ? "\xEF\xBF\xBD" : text.substr(at, length));
        at += std::max<std::size_t>(length, 1);
    }
    return out;
}

std::size_t count_characters(std::string_view text) {
    const auto ascii = ascii_run(text, 0);
    return ascii + static_cast<std::size_t>(std::ranges::count_if(text.substr(ascii), [](char character) {
               return !is_continuation(static_cast<unsigned char>(character));
           }));
}

std::string shortened(std::string text, std::size_t bytes_max) {
    if (text.size() <= bytes_max) { return text; }
    auto end = bytes_max;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) { --end; }
    text.resize(end);
    return text;
}

std::string ascii_lower(std::string_view text) {
    std::string lower(text);
    for (char& character : lower) {
        if (character >= 'A' && character <= 'Z') { character = static_cast<char>(character - 'A' + 'a'); }
    }
    return lower;
}

bool equals_ignoring_case(std::string_view one, std::string_view other) {
    const auto lower = [](char character) {
        return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
    };
    return std::ranges::equal(one, other, {}, lower, lower);
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view white_space = " \t\n\v\f\r";
    const auto first = text.find_first_not_of(white_space);
    if (first == std::string_view::npos) { return {}; }
    return text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

Result<EmailAddress> EmailAddress::parse(std::string_view text) {
    const auto address = trim(text);
    const auto at_sign = address.rfind('@');
    const bool is_readable =
        is_ascii(address) || (is_valid_utf8(address) && !has_wide_control(address) && !has_wide_blank(address));
    if (!is_readable || at_sign == std::string_view::npos || !is_local_part(address.substr(0, at_sign)) ||
        !is_domain(address.substr(at_sign + 1))) {
        return invalid("", "must be an e-mail address");
    }
    if (count_characters(address) > characters_max) {
        return invalid("", "must have at most " + std::to_string(characters_max) + " characters");
    }
    EmailAddress parsed;
    parsed.text_ = address;
    parsed.key_ = ascii_lower(address);
    return parsed;
}

Result<PhoneNumber> PhoneNumber::parse(std::string_view text, std::string_view default_country_code) {
    constexpr std::size_t digits_min = 7;
    constexpr std::size_t digits_max = 15;
    std::string number(text);
    std::erase_if(number, [](char character) { return character == ' ' || character == '-'; });
    if (!number.starts_with('+')) { number = "+" + std::string(default_country_code) + number; }
    const auto digits = std::string_view(number).substr(1);
    if (digits.size() < digits_min || digits.size() > digits_max || !std::ranges::all_of(digits, is_digit)) {
        return invalid("", "must be a phone number in international form, such as +34651234567");
    }
    PhoneNumber parsed;
    parsed.text_ = std::move(number);
    return parsed;
}

Result<std::string> percent_decode(std::string_view text, PlusIs plus) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '+' && plus == PlusIs::Space) {
            out.push_back(' ');
        } else if (text[at] == '%') {
            const auto digits = text.substr(at + 1, 2);
            unsigned char byte = 0;
            const auto stop = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16).ptr;
            if (digits.size() != 2 || stop != digits.data() + 2) {
                return bad_request("The address has a % that two hexadecimal digits do not follow.");
            }
            out.push_back(static_cast<char>(byte));
            at += 2;
        } else {
            out.push_back(text[at]);
        }
    }
    if (!is_valid_utf8(out)) { return bad_request("The address is not valid UTF-8."); }
    if (out.find('\0') != std::string::npos) { return bad_request("The address holds the character U+0000."); }
    return out;
}

std::string percent_encode(std::string_view text) {
    constexpr std::string_view unreserved_marks = "-._~";
    std::string out;
    out.reserve(text.size());
    for (const char character : text) {
        if (is_letter_or_digit(character) || unreserved_marks.find(character) != std::string_view::npos) {
            out.push_back(character);
        } else {
            const auto byte = static_cast<unsigned char>(character);
            const char escape[] = {'%', hex_digits_upper[byte >> 4], hex_digits_upper[byte & 0xF]};
            out.append(escape, sizeof escape);
        }
    }
    return out;
}

std::string to_hex(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char character : bytes) {
        const auto byte = static_cast<unsigned char>(character);
        out.push_back(hex_digits_lower[byte >> 4]);
        out.push_back(hex_digits_lower[byte & 0xF]);
    }
    return out;
}

std::string upper_case(std::string_view text) {
    return with_letters_changed(text, utf8proc_toupper, utf8proc_toupper);
}

std::string lower_case(std::string_view text) {
    return with_letters_changed(text, utf8proc_tolower, utf8proc_tolower);
}

std::string capitalized(std::string_view text) {
    return with_letters_changed(text, utf8proc_toupper, utf8proc_tolower);
}

}  // namespace tradewind::base

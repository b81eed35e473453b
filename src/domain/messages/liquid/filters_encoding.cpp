#include "domain/messages/liquid/filters.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/text.h"
#include "domain/messages/liquid/render_state.h"

namespace tradewind::domain::liquid {
namespace {

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view url_safe_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

LiquidValue longer_text(std::string text, RenderState& state) {
    if (text.size() > LiquidLimits::text_bytes_max) { state.fail("a text is longer than 1 MiB", LiquidLimit::Kept); }
    return text;
}

std::string base64_text(std::string_view bytes, std::string_view digits) {
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const auto group = bytes.substr(at, 3);
        std::uint32_t bits = 0;
        for (std::size_t each = 0; each < 3; ++each) {
            bits = bits << 8 | (each < group.size() ? static_cast<unsigned char>(group[each]) : 0U);
        }
        for (std::size_t each = 0; each < 4; ++each) {
            out += each <= group.size() ? digits[bits >> (18 - 6 * each) & 63U] : '=';
        }
    }
    return out;
}

constexpr std::uint8_t no_digit = 255;

// What each character stands for.
constexpr std::array<std::uint8_t, 256> digit_values(std::string_view digits) {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_digit);
    for (std::size_t at = 0; at < digits.size(); ++at) {
        values[static_cast<unsigned char>(digits[at])] = static_cast<std::uint8_t>(at);
    }
    return values;
}

// Refuses what is no base64; without its padding only when that is allowed.
std::optional<std::string> base64_bytes(std::string_view text, std::string_view digits, bool needs_padding) {
    if (needs_padding && text.size() % 4 != 0) { return std::nullopt; }
    while (!text.empty() && text.size() % 4 == 0 && text.ends_with('=') && !text.ends_with("===")) {
        text.remove_suffix(text.ends_with("==") ? 2 : 1);
    }
    if (text.size() % 4 == 1) { return std::nullopt; }
    const auto values = digit_values(digits);
    std::string out;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char each : text) {
        const auto digit = values[static_cast<unsigned char>(each)];
        if (digit == no_digit) { return std::nullopt; }
        bits = bits << 6 | digit;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out += static_cast<char>(bits >> count & 255U);
        }
    }
    return out;
}

LiquidValue decoded(const FilterCall& call, std::string_view digits, bool needs_padding) {
    const auto bytes = base64_bytes(call.state.text_of(call.input), digits, needs_padding);
    if (bytes) { return base::replace_invalid_utf8(*bytes); }
    call.state.fail("this is not base64");
    return {};
}

LiquidValue base64_encode_filter(const FilterCall& call) {
    return longer_text(base64_text(call.state.text_of(call.input), base64_digits), call.state);
}

LiquidValue base64_url_safe_encode_filter(const FilterCall& call) {
    return longer_text(base64_text(call.state.text_of(call.input), url_safe_digits), call.state);
}

LiquidValue base64_decode_filter(const FilterCall& call) {
    return decoded(call, base64_digits, true);
}

LiquidValue base64_url_safe_decode_filter(const FilterCall& call) {
    return decoded(call, url_safe_digits, false);
}

LiquidValue url_encode_filter(const FilterCall& call) {
    if (call.input.is_nil()) { return {}; }
    const auto text = call.state.text_of(call.input);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto space = std::min(text.find(' ', at), text.size());
        out += base::percent_encode(std::string_view(text).substr(at, space - at));
        if (space < text.size()) { out += '+'; }
        at = space + 1;
    }
    return longer_text(std::move(out), call.state);
}

std::optional<unsigned> hex_digit(char character) {
    if (base::is_digit(character)) { return static_cast<unsigned>(character - '0'); }
    const auto small = static_cast<char>(character | 0x20);
    return small >= 'a' && small <= 'f' ? std::optional(static_cast<unsigned>(small - 'a') + 10) : std::nullopt;
}

LiquidValue url_decode_filter(const FilterCall& call) {
    if (call.input.is_nil()) { return {}; }
    const auto text = call.state.text_of(call.input);
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto high = text[at] == '%' && at + 2 < text.size() ? hex_digit(text[at + 1]) : std::nullopt;
        const auto low = high ? hex_digit(text[at + 2]) : std::nullopt;
        if (low) {
            out += static_cast<char>(*high << 4 | *low);
            at += 2;
        } else {
            out += text[at] == '+' ? ' ' : text[at];
        }
    }
    if (!base::is_valid_utf8(out)) { call.state.fail("this is not text in UTF-8"); }
    return out;
}

constexpr std::array<FilterDefinition, 6> encoding_definitions{{
    {.name = "base64_encode", .apply = base64_encode_filter},
    {.name = "base64_decode", .apply = base64_decode_filter},
    {.name = "base64_url_safe_encode", .apply = base64_url_safe_encode_filter},
    {.name = "base64_url_safe_decode", .apply = base64_url_safe_decode_filter},
    {.name = "url_encode", .apply = url_encode_filter},
    {.name = "url_decode", .apply = url_decode_filter},
}};

}  // namespace

std::span<const FilterDefinition> encoding_filters() {
    return encoding_definitions;
}

}  // namespace tradewind::domain::liquid

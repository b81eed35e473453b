#include "base/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/json.h"
#include "base/text.h"

namespace tradewind::base {

namespace {

constexpr char as_it_is = 0;
constexpr char by_number = 'u';

// For each byte: as_it_is, by_number, or the letter after the backslash.
constexpr auto escapes = [] {
    std::array<char, 256> table{};
    for (std::size_t control = 0; control < 0x20; ++control) { table[control] = by_number; }
    table['\b'] = 'b';
    table['\f'] = 'f';
    table['\n'] = 'n';
    table['\r'] = 'r';
    table['\t'] = 't';
    table['"'] = '"';
    table['\\'] = '\\';
    return table;
}();

constexpr std::uint64_t in_every_byte(unsigned char byte) {
    return ~std::uint64_t{0} / 0xFF * byte;
}

// Whether one of eight bytes is below `limit`, which is at most 0x80.
constexpr bool any_below(std::uint64_t eight, unsigned char limit) {
    return ((eight - in_every_byte(limit)) & ~eight & in_every_byte(0x80)) != 0;
}

constexpr bool any_to_escape(std::uint64_t eight) {
    return any_below(eight, 0x20) || any_below(eight ^ in_every_byte('"'), 1) ||
           any_below(eight ^ in_every_byte('\\'), 1);
}

char escape_of(char character) {
    return escapes[static_cast<unsigned char>(character)];
}

// Eight bytes from two halves, which may overlap.
std::uint64_t load_halves(const char* one, const char* other) {
    std::array<std::uint32_t, 2> halves;
    std::memcpy(&halves[0], one, sizeof halves[0]);
    std::memcpy(&halves[1], other, sizeof halves[1]);
    return halves[0] | std::uint64_t{halves[1]} << 32;
}

// Looks at eight bytes at a time, the last eight overlapping those before.
bool any_to_escape(std::string_view text) {
    constexpr std::size_t half = 4;
    if (text.size() < half) {
        return std::ranges::any_of(text, [](char character) { return escape_of(character) != as_it_is; });
    }
    const char* const last_half = text.data() + text.size() - half;
    if (text.size() < 2 * half) { return any_to_escape(load_halves(text.data(), last_half)); }
    for (; text.size() > 2 * half; text.remove_prefix(2 * half)) {
        if (any_to_escape(load_halves(text.data(), text.data() + half))) { return true; }
    }
    return any_to_escape(load_halves(last_half - half, last_half));
}

// Where the first character stands that must be escaped; `end` if there is none.
const char* find_escaped(const char* at, const char* end) {
    for (std::uint64_t eight; end - at >= std::ptrdiff_t{sizeof eight}; at += sizeof eight) {
        std::memcpy(&eight, at, sizeof eight);
        if (any_to_escape(eight)) { break; }
    }
    while (at != end && escape_of(*at) == as_it_is) { ++at; }
    return at;
}

void append_escaped(std::string& out, std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    for (;;) {
        const char* const run = std::exchange(at, find_escaped(at, end));
        out.append(run, static_cast<std::size_t>(at - run));
        if (at == end) { return; }
        const char escape = escape_of(*at);
        out.push_back('\\');
        out.push_back(escape);
        if (escape == by_number) { out.append("00").append(to_hex({at, 1})); }
        ++at;
    }
}

}  // namespace

void JsonWriter::append_quoted(std::string_view text) {
    if (!any_to_escape(text)) {
        const auto opening = out_.size();
        out_.append(text.size() + 2, '"');
        text.copy(out_.data() + opening + 1, text.size());
        return;
    }
    out_.push_back('"');
    append_escaped(out_, text);
    out_.push_back('"');
}

void JsonWriter::integer(std::int64_t number) {
    start_value();
    std::array<char, 20> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out_.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

void write_json(JsonWriter& writer, const JsonValue& value) {
    switch (value.kind()) {
        case JsonKind::Null:
            return writer.null();
        case JsonKind::Boolean:
            return writer.boolean(value.boolean());
        case JsonKind::Number:
            return writer.raw(value.digits());
        case JsonKind::String:
            return writer.string(value.string());
        case JsonKind::Array:
            writer.begin_array();
            for (const auto element : value.elements()) { write_json(writer, element); }
            return writer.end_array();
        case JsonKind::Object:
            writer.begin_object();
            for (const auto member : value.members()) {
                writer.key(member.key);
                write_json(writer, member.value);
            }
            return writer.end_object();
    }
}

}  // namespace tradewind::base

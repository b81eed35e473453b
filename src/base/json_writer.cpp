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

// Where the first character stands that must be escaped; `end` if there is none.
const char* find_escaped(const char* at, const char* end) {
    for (std::uint64_t eight; end - at >= std::ptrdiff_t{sizeof eight}; at += sizeof eight) {
        std::memcpy(&eight, at, sizeof eight);
        if (any_to_escape(eight)) { break; }
    }
    while (at != end && escape_of(*at) == as_it_is) { ++at; }
    return at;
}

}  // namespace

void JsonWriter::append_quoted(std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const char* const first_escaped = find_escaped(at, end);
    if (first_escaped == end) {
        const auto size = out_.size();
        out_.resize(size + text.size() + 2);
        char* const to = out_.data() + size;
        to[0] = '"';
        std::copy(at, end, to + 1);
        to[text.size() + 1] = '"';
        return;
    }
    out_.push_back('"');
    for (;;) {
        const char* const run = std::exchange(at, find_escaped(at, end));
        out_.append(run, static_cast<std::size_t>(at - run));
        if (at == end) { break; }
        const char escape = escape_of(*at);
        out_.push_back('\\');
        out_.push_back(escape);
        if (escape == by_number) { out_.append("00").append(to_hex({at, 1})); }
        ++at;
    }
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

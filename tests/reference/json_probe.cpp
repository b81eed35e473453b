// Reads documents from standard input, each as four bytes of length (least first) and the text, and writes a line for
// each: `refused`, or what was read in a form that leaves nothing open. Driven by json_reference_test.py.

#include <array>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/text.h"

namespace {

using tradewind::base::JsonDocument;
using tradewind::base::JsonKind;
using tradewind::base::JsonValue;
using tradewind::base::to_hex;

std::optional<std::string> read_document(std::istream& in) {
    std::array<char, 4> length_bytes;
    if (!in.read(length_bytes.data(), length_bytes.size())) { return std::nullopt; }
    std::uint32_t length = 0;
    for (std::size_t index = length_bytes.size(); index > 0; --index) {
        length = length << 8 | static_cast<unsigned char>(length_bytes[index - 1]);
    }
    std::string text(length, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    return text;
}

void print(std::ostream& out, JsonValue value) {
    switch (value.kind()) {
        case JsonKind::Null:
            out << 'n';
            return;
        case JsonKind::Boolean:
            out << (value.boolean() ? 't' : 'f');
            return;
        case JsonKind::Number:
            out << '#' << value.digits();
            return;
        case JsonKind::String:
            out << '"' << to_hex(value.string());
            return;
        case JsonKind::Array:
            out << '[';
            for (const auto element : value.elements()) {
                print(out, element);
                out << ',';
            }
            out << ']';
            return;
        case JsonKind::Object:
            out << '{';
            for (const auto& [key, member] : value.members()) {
                out << to_hex(key) << ':';
                print(out, member);
                out << ',';
            }
            out << '}';
            return;
    }
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    while (const auto text = read_document(std::cin)) {
        const auto document = JsonDocument::parse(*text);
        if (document.ok()) {
            print(std::cout, document.value().root());
        } else {
            std::cout << "refused";
        }
        std::cout << '\n';
    }
}

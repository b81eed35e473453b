#include "base/json_pointer.h"

#include <charconv>

namespace tradewind::base {
namespace {

// Nothing when a `~` is not one of the two escapes.
std::optional<std::string> unescaped(std::string_view part) {
    std::string text;
    text.reserve(part.size());
    for (std::size_t place = 0; place < part.size(); ++place) {
        if (part[place] != '~') {
            text += part[place];
            continue;
        }
        const char escape = ++place < part.size() ? part[place] : '\0';
        if (escape != '0' && escape != '1') { return std::nullopt; }
        text += escape == '0' ? '~' : '/';
    }
    return text;
}

std::optional<JsonValue> element_at(const JsonValue& array, std::string_view part) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
    const bool is_whole = error == std::errc() && end == part.data() + part.size();
    const bool has_leading_zero = part.size() > 1 && part.front() == '0';
    if (!is_whole || has_leading_zero || index >= array.size()) { return std::nullopt; }
    auto element = array.elements().begin();
    for (; index > 0; --index) { ++element; }
    return *element;
}

}  // namespace

Result<JsonPointer> JsonPointer::parse(std::string_view text) {
    JsonPointer pointer;
    if (text.empty()) { return pointer; }
    if (!text.starts_with('/')) { return invalid("", "must be empty or start with a slash"); }
    while (!text.empty()) {
        text.remove_prefix(1);
        const auto length = std::min(text.find('/'), text.size());
        auto part = unescaped(text.substr(0, length));
        if (!part) { return invalid("", "must have 0 or 1 after each ~"); }
        pointer.parts_.push_back(std::move(*part));
        text.remove_prefix(length);
    }
    return pointer;
}

std::optional<JsonValue> JsonPointer::find(const JsonValue& root) const {
    std::optional<JsonValue> found = root;
    for (const auto& part : parts_) {
        switch (found->kind()) {
            case JsonKind::Object:
                found = found->find(part);
                break;
            case JsonKind::Array:
                found = element_at(*found, part);
                break;
            case JsonKind::Null:
            case JsonKind::Boolean:
            case JsonKind::Number:
            case JsonKind::String:
                return std::nullopt;
        }
        if (!found) { return std::nullopt; }
    }
    return found;
}

std::string pointer_to_member(std::string_view key) {
    std::string pointer = "/";
    for (const char c : key) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer += c;
        }
    }
    return pointer;
}

}  // namespace tradewind::base

#include "storage/stores/contacts/custom_values.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/json.h"
#include "base/json_writer.h"
#include "storage/database/json_column.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {
namespace {

// The end of a value that starts the text, written without spaces; npos when it is written otherwise.
std::size_t end_of_value(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char character = text[at];
        if (in_string) {
            if (character == '\\') {
                ++at;
            } else if (character == '"') {
                in_string = false;
            }
        } else if (character == '"') {
            in_string = true;
        } else if (character == ' ') {
            return std::string_view::npos;
        } else if (depth == 0 && (character == ',' || character == '}')) {
            return at;
        } else if (character == '[') {
            ++depth;
        } else if (character == ']') {
            --depth;
        }
    }
    return std::string_view::npos;
}

// Takes apart what json_from_custom() wrote, much faster than a reader of any JSON. Nothing when the text is written
// otherwise: PostgreSQL gives JSON back in a form of its own.
std::optional<std::vector<domain::CustomValue>> split_custom(std::string_view json) {
    std::vector<domain::CustomValue> values;
    values.reserve(static_cast<std::size_t>(std::ranges::count(json, ':')));
    for (char before = '{'; before != '}';) {
        if (!json.starts_with(before) || !json.substr(1).starts_with("\"f")) { return std::nullopt; }
        json.remove_prefix(3);
        std::int64_t number = 0;
        const auto digits = std::from_chars(json.data(), json.data() + json.size(), number);
        json.remove_prefix(static_cast<std::size_t>(digits.ptr - json.data()));
        const bool is_in_order = values.empty() || values.back().number < number;
        if (digits.ec != std::errc() || !is_in_order || !json.starts_with("\":")) { return std::nullopt; }
        json.remove_prefix(2);
        const auto end = end_of_value(json);
        if (end == std::string_view::npos) { return std::nullopt; }
        values.push_back({.number = number, .json = std::string(json.substr(0, end))});
        json.remove_prefix(end);
        before = json.front();
    }
    return values;
}

}  // namespace

std::string json_from_custom(const std::vector<domain::CustomValue>& values) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    for (const auto& value : values) {
        writer.key("f" + std::to_string(value.number));
        writer.raw(value.json);
    }
    writer.end_object();
    return json;
}

std::vector<domain::CustomValue> custom_from(std::string_view json) {
    std::vector<domain::CustomValue> values;
    if (json == "{}") { return values; }
    if (auto split = split_custom(json)) { return std::move(*split); }
    const auto document = base::JsonDocument::parse(json);
    if (!document || document.value().root().kind() != base::JsonKind::Object) {
        throw DatabaseBroken("the custom values of a contact are damaged");
    }
    for (const auto member : document.value().root().members()) {
        auto& value = values.emplace_back();
        const auto digits = member.key.substr(1);
        if (std::from_chars(digits.data(), digits.data() + digits.size(), value.number).ec != std::errc()) {
            throw DatabaseBroken("the custom values of a contact are damaged");
        }
        base::JsonWriter writer(value.json);
        base::write_json(writer, member.value);
    }
    std::sort(values.begin(), values.end(),
              [](const auto& one, const auto& other) { return one.number < other.number; });
    return values;
}

}  // namespace tradewind::storage

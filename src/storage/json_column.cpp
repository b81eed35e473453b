#include "storage/json_column.h"

#include "base/json.h"
#include "base/json_writer.h"
#include "storage/transaction.h"

namespace tradewind::storage {

void write_json(base::JsonWriter& writer, const base::JsonValue& value) {
    switch (value.kind()) {
        case base::JsonKind::Null:
            return writer.null();
        case base::JsonKind::Boolean:
            return writer.boolean(value.boolean());
        case base::JsonKind::Number:
            return writer.raw(value.digits());
        case base::JsonKind::String:
            return writer.string(value.string());
        case base::JsonKind::Array:
            writer.begin_array();
            for (const auto element : value.elements()) { write_json(writer, element); }
            return writer.end_array();
        case base::JsonKind::Object:
            writer.begin_object();
            for (const auto member : value.members()) {
                writer.key(member.key);
                write_json(writer, member.value);
            }
            return writer.end_object();
    }
}

std::string json_from_texts(const std::vector<std::string>& texts) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_array();
    for (const auto& text : texts) { writer.string(text); }
    writer.end_array();
    return json;
}

std::string json_from_numbers(const std::vector<std::int64_t>& numbers) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_array();
    for (const auto number : numbers) { writer.integer(number); }
    writer.end_array();
    return json;
}

std::vector<std::string> texts_from_json(std::string_view json) {
    const auto document = base::JsonDocument::parse(json);
    if (!document || document.value().root().kind() != base::JsonKind::Array) {
        throw DatabaseBroken("a JSON column does not hold a list");
    }
    std::vector<std::string> texts;
    for (const auto element : document.value().root().elements()) {
        if (element.kind() != base::JsonKind::String) {
            throw DatabaseBroken("a JSON column holds something but texts");
        }
        texts.emplace_back(element.string());
    }
    return texts;
}

}  // namespace tradewind::storage

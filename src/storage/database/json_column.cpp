#include "storage/database/json_column.h"

#include "base/json.h"
#include "base/json_writer.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

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

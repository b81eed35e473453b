#include "contact_fields.h"

#include <algorithm>
#include <span>

#include "base/text.h"
#include "storage/transaction.h"

namespace tradewind::bench {
namespace {

base::Result<std::string> one_of(std::span<const std::string_view> words, std::string_view text) {
    if (std::find(words.begin(), words.end(), text) == words.end()) {
        return base::invalid("", "is not a known status");
    }
    return std::string(text);
}

void write_value(base::JsonWriter& writer, const base::JsonValue& value) {
    switch (value.kind()) {
        case base::JsonKind::Null:
            writer.null();
            break;
        case base::JsonKind::Boolean:
            writer.boolean(value.boolean());
            break;
        case base::JsonKind::Number:
            writer.raw(value.digits());
            break;
        case base::JsonKind::String:
            writer.string(value.string());
            break;
        case base::JsonKind::Array:
            writer.begin_array();
            for (const auto element : value.elements()) { write_value(writer, element); }
            writer.end_array();
            break;
        case base::JsonKind::Object:
            writer.begin_object();
            for (const auto member : value.members()) {
                writer.key(member.key);
                write_value(writer, member.value);
            }
            writer.end_object();
            break;
    }
}

std::string json_of(const base::JsonValue& value) {
    std::string json;
    base::JsonWriter writer(json);
    write_value(writer, value);
    return json;
}

}  // namespace

base::Result<std::string> check_phone(std::string_view text) {
    const auto phone = TRY(base::PhoneNumber::parse(text, "34"));
    return phone.text();
}

base::Result<std::string> check_email_status(std::string_view text) {
    static constexpr std::array<std::string_view, 4> words{"active", "bounced", "paused", "banned"};
    return one_of(words, text);
}

base::Result<std::string> check_subscription_status(std::string_view text) {
    static constexpr std::array<std::string_view, 3> words{"subscribed", "unsubscribed", "none"};
    return one_of(words, text);
}

CustomValues read_custom_values(const base::JsonValue& body, std::vector<base::Problem>& problems) {
    CustomValues values;
    for (std::size_t index = 0; index < custom_fields.size(); ++index) {
        const auto value = body.find(custom_fields[index].id);
        if (!value) { continue; }
        if (value->kind() == custom_fields[index].kind) {
            values[index] = json_of(*value);
        } else {
            problems.push_back({.path = "/" + std::string(custom_fields[index].id), .reason = "has the wrong type"});
        }
    }
    return values;
}

CustomValues custom_values_from_column(std::string_view column) {
    const auto document = base::JsonDocument::parse(column);
    if (!document) { throw storage::DatabaseBroken("a column of custom values holds no JSON"); }
    CustomValues values;
    for (std::size_t index = 0; index < custom_fields.size(); ++index) {
        if (const auto value = document.value().root().find(custom_fields[index].stored_key)) {
            values[index] = json_of(*value);
        }
    }
    return values;
}

std::string column_from_custom_values(const CustomValues& values) {
    std::string column;
    base::JsonWriter writer(column);
    writer.begin_object();
    for (std::size_t index = 0; index < custom_fields.size(); ++index) {
        if (!values[index]) { continue; }
        writer.key(custom_fields[index].stored_key);
        writer.raw(*values[index]);
    }
    writer.end_object();
    return column;
}

void write_custom_values(base::JsonWriter& writer, const CustomValues& values) {
    for (std::size_t index = 0; index < custom_fields.size(); ++index) {
        if (!values[index]) { continue; }
        writer.key(custom_fields[index].id);
        writer.raw(*values[index]);
    }
}

}  // namespace tradewind::bench

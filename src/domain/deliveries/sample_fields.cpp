#include "domain/deliveries/sample_fields.h"

#include "base/json_writer.h"

namespace tradewind::domain {
namespace {

void write_sample(base::JsonWriter& writer, const CustomEventField& field) {
    const auto option = field.options.empty() ? std::string() : field.options.front().id;
    switch (field.type) {
        case FieldType::Text:
            return writer.string("example");
        case FieldType::Email:
            return writer.string("somebody@example.org");
        case FieldType::Phone:
            return writer.string("+34600000000");
        case FieldType::Integer:
        case FieldType::Decimal:
            return writer.integer(1);
        case FieldType::Date:
            return writer.instant({0});
        case FieldType::Checkbox:
            writer.begin_array();
            if (!option.empty()) { writer.string(option); }
            return writer.end_array();
        case FieldType::Radio:
            return writer.string(option);
        case FieldType::Boolean:
            return writer.boolean(true);
    }
}

}  // namespace

std::string sample_fields(const CustomEventType& type) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    for (const auto& field : type.fields) {
        writer.key(field.id);
        write_sample(writer, field);
    }
    writer.end_object();
    return json;
}

}  // namespace tradewind::domain

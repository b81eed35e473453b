#include "domain/workflows/nodes/field_values.h"

#include "base/json_writer.h"
#include "base/text.h"
#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

// `{"<id>": <value>}` read as a merge of some contact.
base::Result<std::string> merged_value(const ContactField& field, std::string_view value_json,
                                       const ContactFieldList& fields) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key(field.id);
    writer.raw(value_json);
    writer.end_object();
    const auto document = TRY(base::JsonDocument::parse(json));
    const ContactKey anybody = base::EmailAddress::parse("anybody@example.org").take();
    const auto patch = read_contact_patch(document.root(), fields, anybody, OtherKey::MayNotSet);
    if (!patch) { return base::invalid("", patch.error().problems.front().reason); }
    const auto& value = patch.value().entries.front().value;
    if (!value) { return std::string("null"); }
    std::string kept;
    base::JsonWriter kept_writer(kept);
    kind_of(field.type).write(kept_writer, *value);
    return kept;
}

}  // namespace

base::Result<void> check_settable(const ContactField& field) {
    if (field.read_only) { return base::invalid("", "is read-only"); }
    if (field.id == "_email" || field.id == "_externalId") {
        return base::invalid("", "names the contact and cannot be set by a workflow");
    }
    return {};
}

base::Result<std::string> sum_json(const ContactField& field, const std::string& held, base::Decimal addend) {
    std::string sum;
    if (field.type == FieldType::Integer) {  // It may be larger than any Decimal.
        const auto number = TRY(base::parse_integer(held == "null" ? "0" : held));
        sum = std::to_string(number + addend.ten_thousandths / base::Decimal::scale);
    } else {
        const auto number = TRY(base::Decimal::parse(held == "null" ? "0" : held));
        sum = base::Decimal{number.ten_thousandths + addend.ten_thousandths}.text();
    }
    TRY(kind_of(field.type).read_text(sum, field));
    return sum;
}

base::Result<std::string> field_value_json(const ContactField& field, const base::JsonValue& value,
                                           const ContactFieldList& fields) {
    TRY(check_settable(field));
    std::string json;
    base::JsonWriter writer(json);
    base::write_json(writer, value);
    return merged_value(field, json, fields);
}

base::Result<std::string> field_value_json(const ContactField& field, std::string_view text,
                                           const ContactFieldList& fields) {
    TRY(check_settable(field));
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) { return merged_value(field, "null", fields); }
    const auto value = TRY(kind_of(field.type).read_text(text, field));
    std::string json;
    base::JsonWriter writer(json);
    kind_of(field.type).write(writer, value);
    return json;
}

}  // namespace tradewind::domain

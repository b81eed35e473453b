#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

base::Error not_boolean() {
    return field_kinds::misfit("must be true or false");
}

base::Result<FieldValue> read_boolean_text(std::string_view text, const ContactField&) {
    if (text == "true" || text == "1") { return FieldValue(true); }
    if (text == "false" || text == "0") { return FieldValue(false); }
    return not_boolean();
}

base::Result<FieldValue> read_boolean(const base::JsonValue& value, const ContactField&) {
    if (value.kind() != base::JsonKind::Boolean) { return not_boolean(); }
    return FieldValue(value.boolean());
}

}  // namespace

const FieldKind boolean_kind{
    .type = FieldType::Boolean,
    .word = "boolean",
    .traits = {.required_by_default = true, .may_be_optional = false},
    .read = read_boolean,
    .read_text = read_boolean_text,
    .write = [](base::JsonWriter& writer, const FieldValue& value) { writer.boolean(std::get<bool>(value)); },
};

}  // namespace tradewind::domain

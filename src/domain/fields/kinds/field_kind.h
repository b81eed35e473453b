#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "domain/fields/contact_field.h"

namespace tradewind::domain {

// Which properties a field of a kind may have.
struct KindTraits {
    bool required_by_default = false;
    bool may_be_required = true;
    bool may_be_optional = true;
    bool takes_default_value = true;
    bool takes_max_length = false;
    bool takes_value_bounds = false;
    bool takes_date_bounds = false;
    bool needs_options = false;
    bool needs_country_code = false;
};

// What a kind of field is. A new kind is a new file here and a line in the table.
struct FieldKind {
    FieldType type;
    std::string_view word;  // As in JSON: `checkbox`.
    KindTraits traits;
    // A value as clients send it, checked against the bounds of the field, in the form in which it is kept. Null is the
    // caller's business. Problems have paths relative to the value: "", or "/3" within a list.
    base::Result<FieldValue> (*read)(const base::JsonValue& value, const ContactField& field);
    // The same from a cell of a CSV file, which must be valid UTF-8. All problems have the path "".
    base::Result<FieldValue> (*read_text)(std::string_view text, const ContactField& field);
    // As clients read it. What it writes, `read` takes for the same value.
    void (*write)(base::JsonWriter& writer, const FieldValue& value);
};

const FieldKind& kind_of(FieldType type);
const FieldKind* find_kind(std::string_view word);

extern const FieldKind text_kind;
extern const FieldKind email_kind;
extern const FieldKind phone_kind;
extern const FieldKind integer_kind;
extern const FieldKind decimal_kind;
extern const FieldKind date_kind;
extern const FieldKind checkbox_kind;
extern const FieldKind radio_kind;
extern const FieldKind boolean_kind;

namespace field_kinds {

// Invalid at the value itself.
base::Error misfit(std::string_view reason);
bool has_option(const ContactField& field, std::string_view id);
void write_string(base::JsonWriter& writer, const FieldValue& value);

// The `read` of kinds whose JSON is a string or a number: what `read_text` makes of its text or digits.
template <auto read_text>
base::Result<FieldValue> read_string(const base::JsonValue& value, const ContactField& field) {
    if (value.kind() != base::JsonKind::String) { return misfit("must be a string"); }
    return read_text(value.string(), field);
}
template <auto read_text>
base::Result<FieldValue> read_number(const base::JsonValue& value, const ContactField& field) {
    if (value.kind() != base::JsonKind::Number) { return misfit("must be a number"); }
    return read_text(value.digits(), field);
}

}  // namespace field_kinds
}  // namespace tradewind::domain

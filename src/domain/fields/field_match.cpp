#include "domain/fields/field_match.h"

#include <algorithm>
#include <cassert>

#include "base/json_writer.h"
#include "base/search_key.h"
#include "base/text.h"
#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

std::string json_of(const ContactField& field, const FieldValue& value) {
    std::string json;
    base::JsonWriter writer(json);
    kind_of(field.type).write(writer, value);
    return json;
}

// What two values have in common when they are equal. Every kind writes a value in one form.
std::string key_of(FieldType type, const base::JsonValue& value) {
    switch (value.kind()) {
        case base::JsonKind::Boolean:
            return value.boolean() ? "true" : "false";
        case base::JsonKind::Number:
            return std::string(value.digits());
        case base::JsonKind::String:
            if (type == FieldType::Text) { return base::search_key(value.string()); }
            if (type == FieldType::Email) { return base::ascii_lower(value.string()); }
            return std::string(value.string());
        case base::JsonKind::Null:
        case base::JsonKind::Array:
        case base::JsonKind::Object:
            break;
    }
    assert(false && "no kind of field keeps such a value");
    return {};
}

base::Result<std::string> wanted_key(const ContactField& field, std::string_view text) {
    if (field.type == FieldType::Checkbox) {
        if (!field_kinds::has_option(field, text)) {
            return field_kinds::misfit("must be the id of one of the options");
        }
        return std::string(text);
    }
    const auto value = TRY(kind_of(field.type).read_text(text, field));
    const auto document = base::JsonDocument::parse(json_of(field, value)).take();
    return key_of(field.type, document.root());
}

}  // namespace

base::Result<FieldMatch> FieldMatch::parse(const ContactField& field, std::string_view text) {
    FieldMatch match;
    match.type_ = field.type;
    match.number_ = field.number;
    match.wanted_ = TRY(wanted_key(field, text));
    if (field.default_value) {
        const auto document = base::JsonDocument::parse(json_of(field, *field.default_value)).take();
        match.is_default_ = match.fits(document.root());
    }
    return match;
}

bool FieldMatch::fits(const base::JsonValue& value) const {
    if (value.kind() != base::JsonKind::Array) { return key_of(type_, value) == wanted_; }
    const auto chosen = value.elements();
    return std::any_of(chosen.begin(), chosen.end(),
                       [&](const base::JsonValue& option) { return key_of(type_, option) == wanted_; });
}

}  // namespace tradewind::domain

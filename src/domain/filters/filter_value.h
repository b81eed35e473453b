#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/decimal.h"
#include "base/instant.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "domain/contacts/contact.h"
#include "domain/fields/contact_field_list.h"
#include "domain/filters/filter.h"

namespace tradewind::domain {

// A value that a test looks at; monostate when it is missing: not set, an empty text or an empty list.
using FilterValue = std::variant<std::monostate, std::string, std::vector<std::string>, std::int64_t, base::Decimal,
                                 base::Instant, bool>;

inline bool is_missing(const FilterValue& value) {
    return std::holds_alternative<std::monostate>(value);
}

// What the contact has in the field of a test, its default included; missing when there is no such field any more.
FilterValue value_of(const Contact& contact, const ContactFieldList& fields, const FieldTest& test);
// A value in the form in which kinds of fields write it.
FilterValue value_of(const base::JsonValue& json, ValueKind kind);
FilterValue value_of(std::string text);

void write_value(base::JsonWriter& writer, const FilterValue& value);

// A text in the form in which values of this kind are compared.
std::string comparable(ValueKind kind, std::string_view text);

}  // namespace tradewind::domain

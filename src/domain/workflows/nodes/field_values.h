#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "domain/contacts/contact_patch.h"
#include "domain/fields/contact_field_list.h"

namespace tradewind::domain {

// A value that a workflow may put into the field of a contact, as JSON in the form in which it is kept; null clears.
// The Error is Invalid with one reason.
base::Result<std::string> field_value_json(const ContactField& field, const base::JsonValue& value,
                                           const ContactFieldList& fields);
// The same from a text, as in a cell of a file. Nothing but blanks clears.
base::Result<std::string> field_value_json(const ContactField& field, std::string_view text,
                                           const ContactFieldList& fields);
// What a field of numbers holds, as JSON, and what is added to it: the new value as JSON. Nothing held counts as 0.
base::Result<std::string> sum_json(const ContactField& field, const std::string& held, base::Decimal addend);
// Whether a workflow can set it at all.
base::Result<void> check_settable(const ContactField& field);

}  // namespace tradewind::domain

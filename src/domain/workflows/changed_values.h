#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/contacts/contact.h"
#include "domain/fields/contact_field_list.h"
#include "domain/workflows/happening.h"

namespace tradewind::domain {

// What a contact has in a field, by the name that changes tell of it, as JSON; null when it is not set.
std::string field_json(const Contact& contact, const ContactFieldList& fields, std::string_view field);

// Of all fields in which two states of a contact differ.
std::vector<ChangedValue> changed_values(const Contact& before, const Contact& after, const ContactFieldList& fields);
// Of a new contact: what it is subscribed to. Nothing else of it became different.
std::vector<ChangedValue> first_values(const Contact& contact, const ContactFieldList& fields);

}  // namespace tradewind::domain

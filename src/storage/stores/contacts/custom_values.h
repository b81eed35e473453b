#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/contacts/contact.h"

namespace tradewind::storage {

// The values of a contact's custom fields as its row keeps them: `{"f1":"red","f12":["a"]}`, by number.
std::string json_from_custom(const std::vector<domain::CustomValue>& values);
// Throws DatabaseBroken when the column holds something else.
std::vector<domain::CustomValue> custom_from(std::string_view json);

}  // namespace tradewind::storage

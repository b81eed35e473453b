#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "domain/contacts/contact_key.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

// By what somebody names a contact: by the service's id or by a key.
using ContactName = std::variant<base::Id, ContactKey>;

// The same as a body tells it: exactly one of them is there.
struct ContactNaming {
    std::optional<base::Id> id;
    std::optional<std::string> email;
    std::optional<std::string> external_id;
};

inline constexpr FieldTable<ContactNaming, 3> contact_naming_fields{{
    {.name = "id", .member = &ContactNaming::id},
    {.name = "email", .member = &ContactNaming::email, .rule = check_email_address},
    {.name = "externalId", .member = &ContactNaming::external_id, .rule = check_external_id},
}};

// Reads `{"email": "ada@example.org"}`, found at the path `at`; nothing, and its problems, when it is wrong.
std::optional<ContactName> read_contact_name(const base::JsonValue& value, std::string_view at,
                                             std::vector<base::Problem>& problems);

}  // namespace tradewind::domain

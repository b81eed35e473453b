#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "domain/contacts/contact_key.h"
#include "domain/contacts/contact_patch.h"
#include "domain/fields/contact_field_list.h"

namespace tradewind::domain {

// What is wrong with the header of a file of contacts, as a phrase about the file; empty when nothing is. Its columns
// are named by the ids of fields, or as in an export of contacts.
std::string check_contact_header(const std::vector<std::string>& names);

struct ContactColumns {
    std::vector<const ContactField*> fields;  // Null for what is ignored: unknown and read-only ones.
    bool are_exported = false;                // By us: dates may be English, and external ids guarded.
};
ContactColumns contact_columns(const std::vector<std::string>& header, const ContactFieldList& fields);

// What a row of a file asks for. It has at least one of the keys.
struct ContactRow {
    std::optional<ExternalId> external_id;
    std::optional<base::EmailAddress> email;
    ContactPatch patch;  // Of the other fields; blank cells are left out.
};
// Checks every cell against its field; all problems at once. `cells` are as many as the columns.
base::Result<ContactRow> read_contact_row(const std::vector<std::string>& cells, const ContactColumns& columns);

}  // namespace tradewind::domain

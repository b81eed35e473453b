#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "domain/contact_field_list.h"
#include "domain/contact_key.h"
#include "domain/contact_patch.h"

namespace tradewind::domain {

// What is wrong with the header of a file of contacts, as a phrase about the file; empty when nothing is.
std::string check_contact_header(const std::vector<std::string>& names);

// The field that each column of a file is about; null for those that are ignored: unknown and read-only ones.
using ContactColumns = std::vector<const ContactField*>;
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

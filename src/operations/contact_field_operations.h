#pragma once

#include <string_view>

#include "base/result.h"
#include "base/sources.h"
#include "domain/fields/contact_field.h"
#include "operations/segment_uses.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// Makes a field as `wanted`, whose properties have been checked, one by one and together. The field as it is from then
// on: contacts that exist have its default, if it has one.
base::Result<domain::ContactField> create_contact_field(storage::Transaction& transaction, base::Sources& sources,
                                                        const domain::ContactField& wanted);

// Takes a field away from every contact. Its values are hidden at once and do not come back with another field of the
// same id. Conflict while something uses it; `users` are users_of_field() it.
base::Result<void> delete_contact_field(storage::Transaction& transaction, base::Sources& sources, std::string_view id,
                                        const Users& users = {});

}  // namespace tradewind::operations

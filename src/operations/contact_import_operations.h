#pragma once

#include "base/id.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/files/contact_row.h"
#include "storage/database/transaction.h"
#include "storage/stores/contacts/contacts_ahead.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// What becomes of a contact that is there already.
enum class Existing { LeaveAlone, FillEmptyFields, Override };

// Takes in one row of a file, without a word to workflows: the contact of its external id, or else of its e-mail, or a
// new one. The contact as it is now, locked. Refused, before anything is written, when the keys are those of two
// different contacts. The row was read by the fields of these definitions.
base::Result<domain::Contact> import_contact(storage::Transaction& transaction, base::Sources& sources,
                                             const storage::Definitions& definitions, storage::ContactsAhead& contacts,
                                             const domain::ContactRow& row, Existing existing);

}  // namespace tradewind::operations

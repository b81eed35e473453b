#pragma once

#include <optional>

#include "base/outside.h"
#include "base/result.h"
#include "base/secret.h"
#include "domain/contact.h"
#include "domain/contact_key.h"
#include "domain/contact_patch.h"
#include "storage/definitions.h"
#include "storage/transaction.h"

namespace tradewind::operations {

// Puts a patch over the contact that has the key, or over a new one with that key, and journals what came of it. The
// contact as it is now. Invalid when the patch claims a key that another contact has. The patch was read by the fields
// of these definitions.
base::Result<domain::Contact> change_contact(storage::Transaction& transaction, base::Outside& outside,
                                             const storage::Definitions& definitions, const domain::ContactKey& key,
                                             const domain::ContactPatch& patch);

// What is wrong with claiming this key for the contact that `named_by` names (nobody, when it names none): nothing,
// unless another contact has it.
std::optional<base::Problem> claim_problem(storage::Transaction& transaction,
                                           const std::optional<domain::ContactKey>& named_by,
                                           const domain::ContactKey& claimed);

// Removes the person: the contact and everything that tells of it. Nothing happens when nobody has the key.
void erase_contact(storage::Transaction& transaction, base::Outside& outside, const base::SecretKey& secret_key,
                   const domain::ContactKey& key);

}  // namespace tradewind::operations

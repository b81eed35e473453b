#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "domain/contacts/contact.h"
#include "domain/contacts/contact_key.h"
#include "domain/contacts/contact_patch.h"
#include "operations/activity_operations.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// Puts a patch over the contact that has the key, or over a new one with that key, and journals what came of it. The
// contact as it is now. Invalid when the patch claims a key that another contact has. The patch was read by the fields
// of these definitions.
base::Result<domain::Contact> change_contact(storage::Transaction& transaction, base::Sources& sources,
                                             const storage::Definitions& definitions, const domain::ContactKey& key,
                                             const domain::ContactPatch& patch);

// The two halves of it, for whoever has looked for the contact and knows that the keys it will have are free: what the
// patch makes of a contact that is locked, or of a new one with this key,
struct ContactWrite {
    std::optional<domain::Contact> before;  // Nothing: it is new.
    domain::Contact after;
    std::vector<domain::ContactChange> changes;
};
ContactWrite apply_patch(base::Sources& sources, const storage::Definitions& definitions,
                         std::optional<domain::Contact> found, const domain::ContactKey& key,
                         const domain::ContactPatch& patch);
// and the writing of it; nothing is written when nothing changed. The contact as it is now.
domain::Contact save_contact(storage::Transaction& transaction, base::Sources& sources,
                             const storage::Definitions& definitions, ContactWrite write, const domain::Cause& cause);

// What is wrong with claiming this key for the contact that `named_by` names (nobody, when it names none): nothing,
// unless another contact has it.
std::optional<base::Problem> claim_problem(storage::Transaction& transaction,
                                           const std::optional<domain::ContactKey>& named_by,
                                           const domain::ContactKey& claimed);

// Removes the person: the contact and everything that tells of it. Nothing happens when nobody has the key.
void erase_contact(storage::Transaction& transaction, base::Sources& sources, const base::SecretKey& secret_key,
                   const domain::ContactKey& key);

// What the log of erasures keeps of a person, and
struct PersonHashes {
    base::KeyedHash contact;
    std::optional<base::KeyedHash> email;
    std::optional<base::KeyedHash> external_id;
};
PersonHashes hashes_of(const base::SecretKey& secret_key, const domain::Contact& contact);
// whether the log has somebody with this key under a higher id; and
bool was_erased_after(storage::Transaction& transaction, const base::SecretKey& secret_key,
                      const domain::ContactKey& key, base::Id after);
// the removing alone, of a contact that is locked, for whoever erases somebody again.
void remove_person(storage::Transaction& transaction, base::Sources& sources, const domain::Contact& contact);

base::Error unknown_contact_id();

}  // namespace tradewind::operations

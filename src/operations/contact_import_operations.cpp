#include "operations/contact_import_operations.h"

#include <utility>

#include "operations/contact_operations.h"

namespace tradewind::operations {
namespace {

using MaybeContact = std::optional<domain::Contact>;

base::Error two_contacts() {
    return base::bad_request("_email and _externalId belong to two different contacts");
}

// Whom the row is about; nothing when nobody has either key.
base::Result<MaybeContact> find(storage::Transaction& transaction, storage::ContactsAhead& contacts,
                                const domain::ContactRow& row) {
    auto by_external_id = row.external_id ? contacts.lock_contact(transaction, *row.external_id) : MaybeContact();
    if (!row.email) { return by_external_id; }
    if (by_external_id) {
        if (has_key(*by_external_id, *row.email)) { return by_external_id; }
        if (contacts.find_contact_id(transaction, *row.email)) { return two_contacts(); }
        return by_external_id;
    }
    auto by_email = contacts.lock_contact(transaction, *row.email);
    // Whoever has another external id is somebody else than the one whom the row names.
    if (by_email && row.external_id && by_email->external_id) { return two_contacts(); }
    return by_email;
}

domain::ContactKey key_of(const domain::ContactRow& row) {
    if (row.external_id) { return *row.external_id; }
    return *row.email;
}

// All that the row says, its keys among it where the contact does not have them.
domain::ContactPatch patch_of(const domain::ContactRow& row, const MaybeContact& found,
                              const domain::ContactFieldList& fields) {
    domain::ContactPatch patch;
    if (row.external_id && found && !found->external_id) {
        patch.entries.push_back({.field = fields.find("_externalId"), .value = row.external_id->text()});
    }
    const bool is_other_email = row.email && (!found || !has_key(*found, *row.email));
    if (is_other_email && row.external_id) {
        patch.entries.push_back({.field = fields.find("_email"), .value = row.email->text()});
    }
    patch.entries.insert(patch.entries.end(), row.patch.entries.begin(), row.patch.entries.end());
    return patch;
}

}  // namespace

base::Result<domain::Contact> import_contact(storage::Transaction& transaction, base::Sources& sources,
                                             const storage::Definitions& definitions, storage::ContactsAhead& contacts,
                                             const domain::ContactRow& row, Existing existing) {
    auto found = TRY(find(transaction, contacts, row));
    if (found && existing == Existing::LeaveAlone) { return std::move(*found); }
    auto patch = patch_of(row, found, definitions.contact_fields);
    if (found && existing == Existing::FillEmptyFields) {
        patch = domain::only_empty(patch, *found, definitions.contact_fields);
    }
    auto write = apply_patch(sources, definitions, std::move(found), key_of(row), patch);
    return save_contact(transaction, sources, definitions, std::move(write), {.kind = domain::Cause::Kind::Import});
}

}  // namespace tradewind::operations

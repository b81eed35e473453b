#pragma once

#include <string>

#include "base/sources.h"
#include "domain/contacts/contact.h"
#include "domain/journal/activity.h"
#include "domain/journal/cause.h"
#include "storage/database/transaction.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// Who sees to it that the next entry of the contact, in whatever process, gets a larger number.
enum class EntryNumber {
    Noted,  // The entry itself.
    Row,    // The contact's row is written after it in the same transaction, with its last number.
    Taken,  // It was taken when the contact was locked; see lock_contact_for_entry.
};

// What a change of the world leaves in the journal.
struct JournalEntry {
    domain::ActivityKind kind;
    base::Instant at;
    std::string data = "{}";
    base::Id subject = {};                    // What it is about: an event type, a segment, a coupon set.
    const domain::Contact* before = nullptr;  // The contact as it was, when the same change altered its fields.
    domain::Cause cause = {};
    EntryNumber number = EntryNumber::Noted;
};

// Writes it into the journal, with the contact's states of this moment, and queues the change when somebody waits for
// it. The contact is locked; its journal goes on above its last number.
domain::Activity journal(storage::Transaction& transaction, base::Sources& sources,
                         const storage::Definitions& definitions, domain::Contact& contact, const JournalEntry& entry);

// A change of facts that the journal does not tell: scores, a purchase that was deleted.
struct UntoldChange {
    const domain::Contact& before;
    bool purchases = false;
    domain::Cause cause = {};
};

// Queues it when somebody waits for it. The contact is locked.
void queue_untold(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                  domain::Contact& contact, const UntoldChange& change);

// Queues that a workflow takes the contact in, if it may come in. The contact is locked.
void queue_enrolment(storage::Transaction& transaction, base::Sources& sources, const storage::ContactJournal& journal,
                     base::Id workflow);

}  // namespace tradewind::operations

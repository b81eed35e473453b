#pragma once

#include <string>

#include "base/sources.h"
#include "domain/contacts/contact.h"
#include "domain/journal/activity.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// Whether workflows that wait for such a thing hear of it.
enum class Wakes { Yes, No };

// What a change of the world leaves in the journal.
struct JournalEntry {
    domain::ActivityKind kind;
    base::Instant at;
    std::string data = "{}";
    Wakes wakes = Wakes::Yes;
};

// Writes it into the journal, with the contact's states of this moment, and hands it to the engine when something waits
// for its kind.
domain::Activity journal(storage::Transaction& transaction, base::Sources& sources,
                         const storage::Definitions& definitions, const domain::Contact& contact,
                         const JournalEntry& entry);

}  // namespace tradewind::operations

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/journal/audited_change.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// What was done, for the audit list.
struct Audited {
    std::string action;   // Such as `store.change`.
    std::string subject;  // The id of what was changed.
    std::vector<domain::AuditedChange> changes = {};
};

// Writes down who did it and when, in the transaction that does it.
void audit(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor, Audited done);
// Nothing is written when nobody is named: some things are also done by the store's own programs, which are not
// audited.
void audit(storage::Transaction& transaction, base::Sources& sources, const std::optional<domain::Actor>& actor,
           Audited done);

}  // namespace tradewind::operations

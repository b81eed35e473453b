#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "domain/journal/actor.h"
#include "domain/journal/audited_change.h"
#include "domain/lists/list_page.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Who changed what, and when.
struct AuditEntry {
    base::Id id;
    base::Instant at;
    domain::Actor actor;
    std::string action;   // Such as `store.change`.
    std::string subject;  // The id of what was changed.
    std::vector<domain::AuditedChange> changes;
};

void insert_audit_entry(Transaction& transaction, const AuditEntry& entry);
// Whether such a thing was ever done.
bool has_audit_entry(Transaction& transaction, std::string_view action);
// The newest entries first.
domain::Page<AuditEntry> list_audit_entries(Transaction& transaction, const domain::PageRequest& page);

}  // namespace tradewind::storage

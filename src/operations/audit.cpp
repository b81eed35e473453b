#include "operations/audit.h"

#include <utility>

#include "storage/stores/settings/audit_store.h"

namespace tradewind::operations {

void audit(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor, Audited done) {
    storage::insert_audit_entry(transaction, {.id = sources.ids.next(),
                                              .at = sources.clock.now(),
                                              .actor = actor,
                                              .action = std::move(done.action),
                                              .subject = std::move(done.subject),
                                              .changes = std::move(done.changes)});
}

void audit(storage::Transaction& transaction, base::Sources& sources, const std::optional<domain::Actor>& actor,
           Audited done) {
    if (actor) { audit(transaction, sources, *actor, std::move(done)); }
}

}  // namespace tradewind::operations

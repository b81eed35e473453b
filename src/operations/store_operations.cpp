#include "operations/store_operations.h"

#include <algorithm>

#include "operations/audit.h"
#include "storage/stores/settings/custom_event_type_store.h"
#include "storage/stores/settings/store_store.h"

namespace tradewind::operations {

domain::Store create_store(storage::Transaction& transaction, base::Sources& sources) {
    const auto now = sources.clock.now();
    domain::Store store;
    store.id = sources.ids.next();
    store.created_at = now;
    store.updated_at = now;
    storage::insert_store(transaction, store);
    transaction.touch_definitions();
    return store;
}

base::Result<domain::Store> change_store(storage::Transaction& transaction, base::Sources& sources,
                                         const domain::Actor& actor, const domain::Patch<domain::Store>& patch) {
    transaction.lock_definitions();
    const auto before = storage::find_store(transaction);
    if (!before) { throw storage::DatabaseBroken("the database holds no store"); }
    auto after = *before;
    domain::apply(domain::managed_store_fields, patch, after);
    auto changed = domain::audited_changes(domain::managed_store_fields, *before, after);
    if (changed.empty()) { return after; }
    if (after.incident_event_type && after.incident_event_type != before->incident_event_type) {
        const auto type = storage::find_custom_event_type(transaction, *after.incident_event_type);
        if (!type || !type->sends()) {
            return base::invalid("/incidentEventTypeId", "must be the id of an event type that sends");
        }
    }

    after.updated_at = std::max(sources.clock.now(), after.created_at);
    storage::update_store(transaction, after);
    audit(transaction, sources, actor,
          {.action = "store.change", .subject = after.id.text(), .changes = std::move(changed)});
    transaction.touch_definitions();
    return after;
}

}  // namespace tradewind::operations

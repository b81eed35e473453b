#include "operations/store_operations.h"

#include <algorithm>

#include "operations/audit.h"
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
    domain::apply(domain::store_fields, patch, after);
    const auto changed = domain::changed_fields(domain::store_fields, *before, after);
    if (changed.empty()) { return after; }

    after.updated_at = std::max(sources.clock.now(), after.created_at);
    storage::update_store(transaction, after);
    audit(transaction, sources, actor,
          {.action = "store.change", .subject = after.id.text(), .changes = {changed.begin(), changed.end()}});
    transaction.touch_definitions();
    return after;
}

}  // namespace tradewind::operations

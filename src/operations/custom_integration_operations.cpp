#include "operations/custom_integration_operations.h"

#include <algorithm>

#include "storage/stores/settings/custom_event_hook_store.h"
#include "storage/stores/settings/custom_event_type_store.h"
#include "storage/stores/settings/custom_integration_store.h"
#include "storage/stores/settings/signing_secret_store.h"
#include "storage/stores/settings/store_store.h"

namespace tradewind::operations {

base::Result<domain::CustomIntegration> create_custom_integration(storage::Transaction& transaction,
                                                                  base::Sources& sources,
                                                                  const domain::CustomIntegration& wanted) {
    transaction.lock_definitions();
    if (storage::count_custom_integrations(transaction) >= static_cast<std::int64_t>(domain::custom_integrations_max)) {
        return base::invalid("/name", "there are " + std::to_string(domain::custom_integrations_max) +
                                          " custom integrations already, the most allowed");
    }
    auto created = wanted;
    created.id = sources.ids.next();
    created.created_at = sources.made_at(created.id);
    created.updated_at = created.created_at;
    storage::insert_custom_integration(transaction, created);
    transaction.touch_definitions();
    return created;
}

base::Result<domain::CustomIntegration> change_custom_integration(
    storage::Transaction& transaction, base::Sources& sources, base::Id id,
    const domain::Patch<domain::CustomIntegration>& patch) {
    transaction.lock_definitions();
    const auto before = storage::find_custom_integration(transaction, id);
    if (!before) { return unknown_custom_integration(); }
    auto after = *before;
    domain::apply(domain::custom_integration_fields, patch, after);
    if (after == *before) { return after; }
    after.updated_at = std::max(sources.clock.now(), after.created_at);
    storage::update_custom_integration(transaction, after);
    transaction.touch_definitions();
    return after;
}

base::Result<void> delete_custom_integration(storage::Transaction& transaction, base::Id id, const Users& users) {
    transaction.lock_definitions();
    if (!users.empty()) { return in_use("An event type of the custom integration", users); }
    if (!storage::delete_custom_integration(transaction, id)) { return unknown_custom_integration(); }
    storage::delete_custom_event_hooks_of(transaction, id);
    storage::delete_signing_secrets_of(transaction, id);
    storage::delete_custom_event_types_of(transaction, id);
    storage::forget_missing_incident_type(transaction);
    transaction.touch_definitions();
    return {};
}

base::Error unknown_custom_integration() {
    return base::not_found("There is no custom integration with this id.");
}

}  // namespace tradewind::operations

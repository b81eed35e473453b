#pragma once

#include <optional>
#include <vector>

#include "domain/events/custom_event_hook.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Whoever makes, changes or deletes one holds lock_definitions() and calls touch_definitions().

std::optional<domain::CustomEventHook> find_custom_event_hook(Transaction& transaction, base::Id type);
// They are bounded by domain::custom_event_types_max.
std::vector<domain::CustomEventHook> all_custom_event_hooks(Transaction& transaction);
void insert_custom_event_hook(Transaction& transaction, const domain::CustomEventHook& hook);
void update_custom_event_hook(Transaction& transaction, const domain::CustomEventHook& hook);
// That of the type, or those of all types of the integration.
void delete_custom_event_hook(Transaction& transaction, base::Id type);
void delete_custom_event_hooks_of(Transaction& transaction, base::Id integration);

}  // namespace tradewind::storage

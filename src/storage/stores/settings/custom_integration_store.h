#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "domain/events/custom_integration.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Whoever makes, changes or deletes one holds lock_definitions() and calls touch_definitions().

std::optional<domain::CustomIntegration> find_custom_integration(Transaction& transaction, base::Id id);
// Newest first; they are bounded by domain::custom_integrations_max.
std::vector<domain::CustomIntegration> all_custom_integrations(Transaction& transaction);
std::int64_t count_custom_integrations(Transaction& transaction);
void insert_custom_integration(Transaction& transaction, const domain::CustomIntegration& integration);
void update_custom_integration(Transaction& transaction, const domain::CustomIntegration& integration);
// False when there was no such integration. Its event types are another store's.
bool delete_custom_integration(Transaction& transaction, base::Id id);

}  // namespace tradewind::storage

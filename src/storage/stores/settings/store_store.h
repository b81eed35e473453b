#pragma once

#include <optional>

#include "domain/settings/store.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// The settings of the one store. Nothing before the first start.
std::optional<domain::Store> find_store(Transaction& transaction);
void insert_store(Transaction& transaction, const domain::Store& store);
void update_store(Transaction& transaction, const domain::Store& store);

// Nobody is told of incidents any more when the event type for them was deleted.
void forget_missing_incident_type(Transaction& transaction);

}  // namespace tradewind::storage

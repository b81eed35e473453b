#pragma once

#include <optional>

#include "domain/settings/store.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// The settings of the one store. Nothing before the first start.
std::optional<domain::Store> find_store(Transaction& transaction);
void insert_store(Transaction& transaction, const domain::Store& store);
void update_store(Transaction& transaction, const domain::Store& store);

}  // namespace tradewind::storage

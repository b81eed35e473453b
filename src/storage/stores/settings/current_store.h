#pragma once

#include "domain/settings/store.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::storage {

// The store's settings as this transaction sees them: those of the snapshot, or newer ones when they were changed
// meanwhile.
domain::Store current_store(Transaction& transaction, const Definitions& snapshot);

}  // namespace tradewind::storage

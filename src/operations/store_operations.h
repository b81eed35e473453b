#pragma once

#include "base/result.h"
#include "base/sources.h"
#include "domain/fields/field_table.h"
#include "domain/journal/actor.h"
#include "domain/settings/store.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// Makes the one store of a new database, with the defaults.
domain::Store create_store(storage::Transaction& transaction, base::Sources& sources);

// Puts the patch over the store's settings; the store as it is afterwards. A patch that changes nothing writes nothing.
base::Result<domain::Store> change_store(storage::Transaction& transaction, base::Sources& sources,
                                         const domain::Actor& actor, const domain::Patch<domain::Store>& patch);

}  // namespace tradewind::operations

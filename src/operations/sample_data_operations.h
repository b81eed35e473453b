#pragma once

#include "base/result.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/settings/sample_data.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// Whether nobody has put anything into the store yet but its settings.
bool is_store_empty(storage::Transaction& transaction, const storage::Definitions& definitions);

// Has a shop for a first look put into the store by whoever serves it. Conflict unless the store is empty.
base::Result<domain::SampleShop> add_sample_data(storage::Transaction& transaction, base::Sources& sources,
                                                 const storage::Definitions& definitions, const domain::Actor& actor);
// Has it taken out again, also while it is being added. When there is none, what was told of the
// last one is forgotten.
domain::SampleShop remove_sample_data(storage::Transaction& transaction, base::Sources& sources,
                                      const domain::Actor& actor);

}  // namespace tradewind::operations

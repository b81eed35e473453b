#pragma once

#include "base/result.h"
#include "base/sources.h"
#include "domain/events/custom_integration.h"
#include "operations/segment_uses.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// Invalid when there are as many as there may be.
base::Result<domain::CustomIntegration> create_custom_integration(storage::Transaction& transaction,
                                                                  base::Sources& sources,
                                                                  const domain::CustomIntegration& wanted);
// The integration as it is now; NotFound when there is none.
base::Result<domain::CustomIntegration> change_custom_integration(
    storage::Transaction& transaction, base::Sources& sources, base::Id id,
    const domain::Patch<domain::CustomIntegration>& patch);
// Takes its event types with it; NotFound when there is none. Conflict while something uses one of them; `users` are
// users_of_integration() it.
base::Result<void> delete_custom_integration(storage::Transaction& transaction, base::Id id, const Users& users = {});

// What is said of an integration that is not there.
base::Error unknown_custom_integration();

}  // namespace tradewind::operations

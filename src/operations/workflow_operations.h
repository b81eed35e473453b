#pragma once

#include "base/result.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/workflows/workflow.h"
#include "operations/segment_uses.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// A new draft. Invalid, with all that is wrong at once, also when there are as many as there may be or its definition
// names a coupon set that is not there.
base::Result<domain::Workflow> create_workflow(storage::Transaction& transaction, base::Sources& sources,
                                               const domain::Actor& actor, const domain::WorkflowChange& wanted);
// The workflow as it is now; NotFound when there is none, Invalid before that.
base::Result<domain::Workflow> change_workflow(storage::Transaction& transaction, base::Sources& sources,
                                               const domain::Actor& actor, base::Id id,
                                               const domain::WorkflowChange& change);
// Conflict while something uses it; `users` are users_of() it.
base::Result<void> delete_workflow(storage::Transaction& transaction, base::Sources& sources,
                                   const domain::Actor& actor, base::Id id, const Users& users = {});

// What is said of a workflow that is not there.
base::Error unknown_workflow();

}  // namespace tradewind::operations

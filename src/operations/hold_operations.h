#pragma once

#include <string>

#include "base/result.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/workflows/workflow.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/contact_hold_store.h"
#include "storage/stores/settings/outside_store.h"

namespace tradewind::operations {

// The switch that stops everything that leaves: of the whole store, of a workflow, or for a contact. While it is on,
// nobody comes in, whoever is inside stops before the next node that acts, and calls that were decided on wait. A new
// reason takes the place of the old one; ending what is not there changes nothing.

// Answers the hold that is in force: one that a person did not make stays as it is.
storage::Hold hold_store(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                         const std::string& reason);
// Conflict when no person made it: then the operator confirms that this copy is the live one, see confirm_live().
base::Result<void> release_store(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor);
// What ending a hold of the store means, whoever ends it.
void end_store_hold(storage::Transaction& transaction);

base::Result<domain::Workflow> hold_workflow(storage::Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, base::Id id, const std::string& reason);
base::Result<void> release_workflow(storage::Transaction& transaction, base::Sources& sources,
                                    const domain::Actor& actor, base::Id id);

base::Result<storage::ContactHold> hold_contact(storage::Transaction& transaction, base::Sources& sources,
                                                const domain::Actor& actor, base::Id id, const std::string& reason);
base::Result<void> release_contact(storage::Transaction& transaction, base::Sources& sources,
                                   const domain::Actor& actor, base::Id id);

}  // namespace tradewind::operations

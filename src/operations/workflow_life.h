#pragma once

#include "base/result.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/workflows/run_request.h"
#include "domain/workflows/workflow.h"
#include "operations/workflow_names.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/run_store.h"

namespace tradewind::operations {

// From draft to active, to paused and back, to finished. Each answers the workflow as it is from then on: NotFound when
// there is none, Conflict when it cannot go there from where it is.

// The draft becomes the next version, and a draft that never ran begins. Invalid with all incidents when it has some.
// People who are inside stay in their version. `draft` is what the caller found out before; it is read again only if
// that does not hold any more.
base::Result<domain::Workflow> publish_workflow(storage::Transaction& transaction, base::Sources& sources,
                                                const DraftReading& draft, const domain::Actor& actor, base::Id id);
// Nobody enters, and whoever is inside stops before the next node that acts.
base::Result<domain::Workflow> pause_workflow(storage::Transaction& transaction, base::Sources& sources,
                                              const domain::Actor& actor, base::Id id);
base::Result<domain::Workflow> resume_workflow(storage::Transaction& transaction, base::Sources& sources,
                                               const domain::Actor& actor, base::Id id);
// All runs end.
base::Result<domain::Workflow> finish_workflow(storage::Transaction& transaction, base::Sources& sources,
                                               const domain::Actor& actor, base::Id id);

// Tries a draft out on one contact: waits last seconds, limits, hours and lateness do not count, calls go to one
// address alone, and the numbers of the workflow do not show it. What it does to the contact is real. Invalid with all
// incidents when the draft has some; NotFound when there is no such workflow or contact; Conflict when one of them is
// on hold, or when too many are under way.
base::Result<storage::StoredRun> start_trial(storage::Transaction& transaction, base::Sources& sources,
                                             const DraftReading& draft, const domain::Actor& actor, base::Id id,
                                             const domain::TrialRequest& request);

}  // namespace tradewind::operations

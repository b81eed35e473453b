#pragma once

#include <memory>

#include "base/result.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/workflows/workflow.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// From draft to active, to paused and back, to finished. Each answers the workflow as it is from then on: NotFound when
// there is none, Conflict when it cannot go there from where it is. `known` are the newest definitions, as far as the
// caller has them.

// The draft becomes the next version, and a draft that never ran begins. Invalid with all incidents when it has some.
// People who are inside stay in their version.
base::Result<domain::Workflow> publish_workflow(storage::Transaction& transaction, base::Sources& sources,
                                                const std::shared_ptr<const storage::Definitions>& known,
                                                const domain::Actor& actor, base::Id id);
// Nobody enters, and whoever is inside stops before the next node that acts.
base::Result<domain::Workflow> pause_workflow(storage::Transaction& transaction, base::Sources& sources,
                                              const domain::Actor& actor, base::Id id);
base::Result<domain::Workflow> resume_workflow(storage::Transaction& transaction, base::Sources& sources,
                                               const domain::Actor& actor, base::Id id);
// All runs end.
base::Result<domain::Workflow> finish_workflow(storage::Transaction& transaction, base::Sources& sources,
                                               const domain::Actor& actor, base::Id id);

}  // namespace tradewind::operations

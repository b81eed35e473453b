#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json_writer.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/workflows/definition.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// The newest version of a workflow, read. NotFound when there is no such workflow, Conflict when nothing of it was ever
// published.
struct PublishedVersion {
    base::Id workflow;
    std::int64_t version = 0;
    std::shared_ptr<const domain::Definition> definition;
};
base::Result<PublishedVersion> find_published(storage::Transaction& transaction,
                                              const storage::Definitions& definitions, base::Id workflow);

// A run that somebody starts by hand.
struct RunRequest {
    base::Id contact;
    std::optional<std::string> values = {};  // Read as `event.…`: a JSON object.
    bool force = false;                      // Also when it was in it before.
};
// It begins with the engine's next look. Conflict, with the reason, when the workflow is not active or the contact may
// not come in; NotFound when there is no such contact.
base::Result<storage::StoredRun> start_run(storage::Transaction& transaction, base::Sources& sources,
                                           const storage::Definitions& definitions, const domain::Actor& actor,
                                           const PublishedVersion& version, const RunRequest& request);

// Ends a run where it is. NotFound when there is none in this workflow; Conflict when it has ended.
base::Result<storage::StoredRun> stop_run(storage::Transaction& transaction, base::Sources& sources,
                                          const domain::Actor& actor, base::Id workflow, base::Id run);
// Lets it leave the node that it waits at by the first port, without what the node does.
base::Result<storage::StoredRun> skip_node(storage::Transaction& transaction, base::Sources& sources,
                                           const domain::Actor& actor, const PublishedVersion& version, base::Id run);
// The version that a run is in, for skip_node().
base::Result<PublishedVersion> find_version_of(storage::Transaction& transaction,
                                               const storage::Definitions& definitions, base::Id workflow,
                                               base::Id run);

// As clients read it.
void write_run(base::JsonWriter& writer, const storage::StoredRun& run);

// The reason of a step that a person passed over.
inline constexpr std::string_view skipped_by_hand = "by hand";

base::Error unknown_run();

}  // namespace tradewind::operations

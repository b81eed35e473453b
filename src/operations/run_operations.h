#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/contacts/contact.h"
#include "domain/journal/actor.h"
#include "domain/workflows/definition.h"
#include "domain/workflows/run_request.h"
#include "domain/workflows/workflow.h"
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

// A run that somebody starts by hand, in the newest version: `version`, unless another was published since that was
// read. It begins with the engine's next look. Conflict, with the reason, when the workflow is not active or the
// contact may not come in; NotFound when there is no such contact.
base::Result<storage::StoredRun> start_run(storage::Transaction& transaction, base::Sources& sources,
                                           const storage::Definitions& definitions, const domain::Actor& actor,
                                           const PublishedVersion& version, const domain::RunRequest& request);

// What became of somebody who was to be started.
struct StartedRun {
    std::optional<base::Id> run;         // Of whoever was.
    std::optional<base::Error> refusal;  // Of whoever was not, as start_run tells it.
};
// The same for several contacts at once, in the order of the request. One who may not come in stops nobody else.
base::Result<std::vector<StartedRun>> start_runs(storage::Transaction& transaction, base::Sources& sources,
                                                 const storage::Definitions& definitions, const domain::Actor& actor,
                                                 const PublishedVersion& version, const domain::RunsRequest& request);

// A run that begins behind the start, or behind the trigger if there is one: nothing happened that it could be about.
// The contact is locked.
struct RunByHand {
    const PublishedVersion& version;
    const domain::Contact& contact;
    std::int64_t entry = 1;
    std::string key = {};
    std::optional<std::string> values = {};
    std::optional<std::string> test_address = {};
};
storage::StoredRun insert_run_by_hand(storage::Transaction& transaction, base::Sources& sources,
                                      const RunByHand& wanted);

// Conflict when the store, the workflow or the contact is on hold.
base::Result<void> refuse_on_hold(storage::Transaction& transaction, const storage::Definitions& definitions,
                                  const domain::Workflow& workflow, base::Id contact);

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

// The same for all runs at a node, of which at most so many are moved at a time: the oldest. Those that are on their
// way or have ended meanwhile are left as they are.
inline constexpr std::int64_t moved_runs_max = 500;
struct MovedRuns {
    std::int64_t count = 0;
    bool are_more_left = false;
};
MovedRuns stop_runs_at(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                       base::Id workflow, const std::string& node);
MovedRuns skip_runs_at(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                       base::Id workflow, const std::string& node, const std::vector<PublishedVersion>& versions);
// The versions that those are in, for skip_runs_at().
base::Result<std::vector<PublishedVersion>> find_versions_at(storage::Transaction& transaction,
                                                             const storage::Definitions& definitions, base::Id workflow,
                                                             const std::string& node);

// As clients read it: the members of an object.
void write_run(base::JsonWriter& writer, const storage::StoredRun& run);

// The reason of a step that a person passed over.
inline constexpr std::string_view skipped_by_hand = "by hand";

base::Error unknown_run();

}  // namespace tradewind::operations

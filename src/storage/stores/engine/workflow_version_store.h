#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// What was published of a workflow, and what is still to be done to many of its runs.

void insert_workflow_version(Transaction& transaction, base::Id workflow, std::int64_t version,
                             const std::string& definition, base::Instant at);
// As it was sent; nothing when there is no such version.
std::optional<std::string> find_workflow_version(Transaction& transaction, base::Id workflow, std::int64_t version);

// Forgets the trials of a workflow in which nobody is any more. How many are left.
std::int64_t forget_ended_trials(Transaction& transaction, base::Id workflow);

// A thing that a version names, by the table it is in.
struct WorkflowUse {
    std::string kind;  // contact_fields, custom_event_types, segments, coupon_sets, workflows.
    std::int64_t id = 0;

    friend auto operator<=>(const WorkflowUse&, const WorkflowUse&) = default;
};
void insert_workflow_uses(Transaction& transaction, base::Id workflow, std::int64_t version,
                          const std::vector<WorkflowUse>& uses);
void delete_workflow_uses(Transaction& transaction, base::Id workflow, std::int64_t version);
// The versions that name it.
struct UsingVersion {
    base::Id workflow;
    std::int64_t version = 0;
};
std::vector<UsingVersion> versions_using(Transaction& transaction, const WorkflowUse& use);

// Something that is to be done to many, a slice at a time.
struct WorkflowSweep {
    enum class Kind { Enrol, Resume, Finish };

    base::Id workflow;
    Kind kind = Kind::Enrol;
    std::int64_t place = 0;  // Those up to here are done.

    friend bool operator==(const WorkflowSweep&, const WorkflowSweep&) = default;
};
// From the beginning, when it was under way already.
void begin_sweep(Transaction& transaction, base::Id workflow, WorkflowSweep::Kind kind);
// Nobody is brought in while the workflow or the store stands still, nor before the segments that it names are built.
std::optional<WorkflowSweep> next_sweep(Transaction& transaction);
// False when it is not there any more, or somebody else went on with it.
bool move_sweep(Transaction& transaction, const WorkflowSweep& sweep, std::int64_t place);
void end_sweep(Transaction& transaction, base::Id workflow, WorkflowSweep::Kind kind);

// Everything of a workflow that is kept beside it.
void delete_workflow_parts(Transaction& transaction, base::Id workflow);

}  // namespace tradewind::storage

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "domain/events/custom_event_type.h"
#include "domain/fields/contact_field.h"
#include "domain/filters/filter_names.h"
#include "domain/filters/filter_topics.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/workflow_version_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// What both filters of a segment name, as far as one with this text in quotes does: the others are not read.
domain::FilterUses uses_with(const storage::KnownSegment& segment, const domain::FilterNames& names,
                             std::string_view text);

// A version of a workflow that names something and is at work: the newest, or one that somebody is in. None of a
// finished workflow.
struct VersionAtWork {
    const storage::KnownWorkflow* workflow;
    std::int64_t version;
};
std::vector<VersionAtWork> versions_at_work(storage::Transaction& transaction, const storage::Definitions& definitions,
                                            const storage::WorkflowUse& use);

// Somebody who uses something.
struct User {
    enum class Kind { Segment, Workflow, Report };

    base::Id id;
    Kind kind = Kind::Segment;
    std::string name = {};
    // Of a workflow: whether its draft names it, or one that is being tried out, and the versions at work that do.
    bool is_in_draft = false;
    std::vector<std::int64_t> versions = {};
};

// Who uses it, newest first: segments by a filter that is in force or to be, workflows that are not finished, and saved
// reports. What a draft says is told as far as it can be read.
std::vector<User> users_of_field(storage::Transaction& transaction, const storage::Definitions& definitions,
                                 const domain::ContactField& field);
std::vector<User> users_of_event_type(storage::Transaction& transaction, const storage::Definitions& definitions,
                                      const domain::CustomEventType& type);
std::vector<User> users_of_coupon_set(storage::Transaction& transaction, const storage::Definitions& definitions,
                                      base::Id set);

}  // namespace tradewind::operations

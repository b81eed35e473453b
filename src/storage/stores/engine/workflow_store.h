#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "domain/lists/list_page.h"
#include "domain/workflows/workflow.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Whoever makes, changes or deletes one holds lock_definitions().

std::optional<domain::Workflow> find_workflow(Transaction& transaction, base::Id id);
// Without their definitions.
domain::Page<domain::Workflow> list_workflows(Transaction& transaction, const domain::PageRequest& page);
// What is known of every workflow without looking.
struct KnownWorkflow {
    base::Id id;
    std::string name;
    domain::WorkflowStatus status = domain::WorkflowStatus::Draft;
    std::optional<std::int64_t> version = {};  // The newest that was published.
    bool is_on_hold = false;
};
// All of them, by id.
std::vector<KnownWorkflow> known_workflows(Transaction& transaction);
std::int64_t count_workflows(Transaction& transaction);
void insert_workflow(Transaction& transaction, const domain::Workflow& workflow);
void update_workflow(Transaction& transaction, const domain::Workflow& workflow);
// False when there was no such workflow. Takes along what it names.
bool delete_workflow(Transaction& transaction, base::Id id);

// The sets that a workflow names from now on, each once.
void set_named_coupon_sets(Transaction& transaction, base::Id workflow, const std::vector<base::Id>& sets);
// The workflows that name each of these sets, the oldest first; sets that none names are left out.
using WorkflowsBySet = std::map<base::Id, std::vector<base::Id>>;
WorkflowsBySet workflows_naming(Transaction& transaction, const std::vector<base::Id>& sets);
// Whether a workflow that is active or paused names the set.
bool is_coupon_set_at_work(Transaction& transaction, base::Id set);
// No workflow counts as naming the set any more.
void forget_named_coupon_set(Transaction& transaction, base::Id set);

}  // namespace tradewind::storage

#include "operations/workflow_operations.h"

#include <set>

#include "domain/fields/unknown_id.h"
#include "operations/audit.h"
#include "operations/next_update.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/engine/workflow_version_store.h"
#include "storage/stores/shop/coupon_set_store.h"

namespace tradewind::operations {
namespace {

using domain::Workflow;

// The sets that a definition names, each once; those that are not there are added to the problems.
std::vector<base::Id> find_sets(storage::Transaction& transaction,
                                const std::optional<domain::WorkflowDefinition>& definition,
                                std::vector<base::Problem>& problems) {
    if (!definition) { return {}; }
    std::set<base::Id> known;
    for (const auto& named : definition->coupon_sets) {
        if (known.contains(named.set)) { continue; }
        if (storage::find_coupon_set(transaction, named.set)) {
            known.insert(named.set);
        } else {
            problems.push_back({.path = named.path, .reason = std::string(domain::unknown_id_reason)});
        }
    }
    return {known.begin(), known.end()};
}

// The definition is kept whole with each version.
std::vector<domain::AuditedChange> changes_between(const Workflow& before, const Workflow& after) {
    auto changes = domain::audited_changes(domain::workflow_fields, before, after);
    if (before.definition != after.definition) { changes.push_back({.field = "definition"}); }
    return changes;
}

}  // namespace

base::Result<Workflow> create_workflow(storage::Transaction& transaction, base::Sources& sources,
                                       const domain::Actor& actor, const domain::WorkflowChange& wanted) {
    transaction.lock_definitions();
    auto problems = wanted.problems;
    const auto sets = find_sets(transaction, wanted.definition, problems);
    if (storage::count_workflows(transaction) >= static_cast<std::int64_t>(domain::workflows_max)) {
        problems.push_back(
            {.path = "/name",
             .reason = "there are " + std::to_string(domain::workflows_max) + " workflows already, the most allowed"});
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    auto created = wanted.patch.values;
    created.id = sources.ids.next();
    created.created_at = sources.made_at(created.id);
    created.updated_at = created.created_at;
    created.definition = wanted.definition->json;
    storage::insert_workflow(transaction, created);
    storage::set_named_coupon_sets(transaction, created.id, sets);
    transaction.touch_definitions();
    audit(transaction, sources, actor, {.action = "workflow.create", .subject = created.id.text()});
    return created;
}

base::Result<Workflow> change_workflow(storage::Transaction& transaction, base::Sources& sources,
                                       const domain::Actor& actor, base::Id id, const domain::WorkflowChange& change) {
    transaction.lock_definitions();
    auto problems = change.problems;
    const auto sets = find_sets(transaction, change.definition, problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    const auto before = storage::find_workflow(transaction, id);
    if (!before) { return unknown_workflow(); }
    auto after = *before;
    domain::apply(domain::workflow_fields, change.patch, after);
    if (change.definition) {
        storage::set_named_coupon_sets(transaction, id, sets);
        after.definition = change.definition->json;
    }
    if (after == *before) { return after; }
    auto changes = changes_between(*before, after);
    after.updated_at = next_update(sources, before->updated_at);
    storage::update_workflow(transaction, after);
    if (after.name != before->name) { transaction.touch_definitions(); }
    audit(transaction, sources, actor,
          {.action = "workflow.change", .subject = id.text(), .changes = std::move(changes)});
    return after;
}

base::Result<void> delete_workflow(storage::Transaction& transaction, base::Sources& sources,
                                   const domain::Actor& actor, base::Id id, const Users& users) {
    transaction.lock_definitions();
    if (!users.empty()) { return in_use("The workflow", users); }
    const auto workflow = storage::find_workflow(transaction, id);
    if (!workflow) { return unknown_workflow(); }
    const auto status = domain::workflow_status(workflow->status);
    if (status != domain::WorkflowStatus::Draft && status != domain::WorkflowStatus::Finished) {
        return base::conflict("The workflow is " + workflow->status + ". Finish it before it is deleted.");
    }
    if (!storage::open_runs_at(transaction, id, std::nullopt, {}, 1).empty()) {
        return base::conflict("The runs of the workflow have not all ended yet. Try again in a moment.");
    }
    static_cast<void>(storage::delete_workflow(transaction, id));
    storage::delete_workflow_parts(transaction, id);
    transaction.touch_definitions();
    audit(transaction, sources, actor, {.action = "workflow.delete", .subject = id.text()});
    return {};
}

base::Error unknown_workflow() {
    return base::not_found("There is no workflow with this id.");
}

}  // namespace tradewind::operations

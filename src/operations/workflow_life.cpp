#include "operations/workflow_life.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "domain/workflows/definition_uses.h"
#include "domain/workflows/read_definition.h"
#include "operations/audit.h"
#include "operations/contact_operations.h"
#include "operations/next_update.h"
#include "operations/run_operations.h"
#include "operations/workflow_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/change_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/engine/workflow_version_store.h"

namespace tradewind::operations {
namespace {

using domain::Workflow;
using domain::WorkflowStatus;
using storage::WorkflowSweep;

// Runs of a trial are none of the others of the contact.
constexpr std::string_view trial_key = "(trial)";

storage::ChangeListener listener_of(const Workflow& workflow) {
    return {.kind = storage::ChangeListener::Kind::Workflow, .id = workflow.id};
}

base::Result<Workflow> lock_workflow(storage::Transaction& transaction, base::Id id) {
    transaction.lock_definitions();
    auto workflow = storage::find_workflow(transaction, id);
    if (!workflow) { return unknown_workflow(); }
    return std::move(*workflow);
}

void save(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor, Workflow& workflow,
          WorkflowStatus status, std::string action) {
    workflow.status = word_of(status);
    workflow.updated_at = next_update(sources, workflow.updated_at);
    storage::update_workflow(transaction, workflow);
    transaction.touch_definitions();
    transaction.wake(storage::Sleeper::Engine);
    audit(transaction, sources, actor, {.action = std::move(action), .subject = workflow.id.text()});
}

base::Error wrong_status(const Workflow& workflow, std::string_view wanted) {
    return base::conflict("The workflow is " + workflow.status + " and cannot be " + std::string(wanted) + ".");
}

std::vector<storage::WorkflowUse> uses_in(const domain::Definition& definition) {
    const auto uses = domain::uses_of(definition);
    std::vector<storage::WorkflowUse> found;
    for (const auto field : uses.fields) { found.push_back({.kind = "contact_fields", .id = field}); }
    const auto add = [&](const std::string& kind, const std::set<base::Id>& ids) {
        for (const auto id : ids) { found.push_back({.kind = kind, .id = id.number}); }
    };
    add("custom_event_types", uses.event_types);
    add("segments", uses.segments);
    add("coupon_sets", uses.coupon_sets);
    add("workflows", uses.workflows);
    return found;
}

// What versions before it wait for is heard while somebody is in them.
void listen(storage::Transaction& transaction, const Workflow& workflow, const domain::Definition& definition) {
    auto topics = storage::change_topics_of(transaction, listener_of(workflow));
    for (auto& topic : domain::depends_on(definition)) {
        if (std::ranges::find(topics, topic) == topics.end()) { topics.push_back(std::move(topic)); }
    }
    storage::set_change_topics(transaction, listener_of(workflow), topics);
}

}  // namespace

base::Result<Workflow> publish_workflow(storage::Transaction& transaction, base::Sources& sources,
                                        const DraftReading& draft, const domain::Actor& actor, base::Id id) {
    auto workflow = TRY(lock_workflow(transaction, id));
    const auto status = domain::workflow_status(workflow.status);
    if (status == WorkflowStatus::Finished) { return wrong_status(workflow, "published"); }
    const auto definitions = storage::definitions_in(transaction, draft.definitions);
    std::optional<domain::DefinitionReading> again;
    if (!draft.holds_for(workflow, *definitions)) {
        again = read_workflow_definition(workflow.definition, *definitions);
    }
    const auto& reading = again ? *again : draft.reading;
    if (!reading.incidents.empty()) { return base::invalid(domain::problems_of(reading.incidents)); }
    const auto before = workflow.version;
    const auto now = sources.clock.now();
    workflow.version = before.value_or(0) + 1;
    storage::insert_workflow_version(transaction, id, *workflow.version, workflow.definition, now);
    if (before && !storage::has_open_runs(transaction, id, *before)) {
        storage::delete_workflow_uses(transaction, id, *before);
    }
    if (storage::open_runs_at(transaction, id, std::nullopt, {}, 1).empty()) {
        storage::set_change_topics(transaction, listener_of(workflow), {});
    }
    storage::insert_workflow_uses(transaction, id, *workflow.version, uses_in(reading.definition));
    listen(transaction, workflow, reading.definition);
    const bool is_first = status == WorkflowStatus::Draft;
    if (is_first) {
        workflow.started_at = now;
        const auto& start = std::get<domain::StartNode>(reading.definition.nodes[reading.definition.start].parameters);
        if (start.existing) { storage::begin_sweep(transaction, id, WorkflowSweep::Kind::Enrol); }
    }
    save(transaction, sources, actor, workflow, is_first ? WorkflowStatus::Active : status, "workflow.publish");
    return workflow;
}

base::Result<Workflow> pause_workflow(storage::Transaction& transaction, base::Sources& sources,
                                      const domain::Actor& actor, base::Id id) {
    auto workflow = TRY(lock_workflow(transaction, id));
    if (domain::workflow_status(workflow.status) != WorkflowStatus::Active) { return wrong_status(workflow, "paused"); }
    storage::end_sweep(transaction, id, WorkflowSweep::Kind::Resume);
    save(transaction, sources, actor, workflow, WorkflowStatus::Paused, "workflow.pause");
    return workflow;
}

base::Result<Workflow> resume_workflow(storage::Transaction& transaction, base::Sources& sources,
                                       const domain::Actor& actor, base::Id id) {
    auto workflow = TRY(lock_workflow(transaction, id));
    if (domain::workflow_status(workflow.status) != WorkflowStatus::Paused) {
        return wrong_status(workflow, "resumed");
    }
    storage::begin_sweep(transaction, id, WorkflowSweep::Kind::Resume);
    save(transaction, sources, actor, workflow, WorkflowStatus::Active, "workflow.resume");
    return workflow;
}

base::Result<Workflow> finish_workflow(storage::Transaction& transaction, base::Sources& sources,
                                       const domain::Actor& actor, base::Id id) {
    auto workflow = TRY(lock_workflow(transaction, id));
    const auto status = domain::workflow_status(workflow.status);
    if (status != WorkflowStatus::Active && status != WorkflowStatus::Paused) {
        return wrong_status(workflow, "finished");
    }
    workflow.finished_at = sources.clock.now();
    storage::end_sweep(transaction, id, WorkflowSweep::Kind::Resume);
    storage::end_sweep(transaction, id, WorkflowSweep::Kind::Enrol);
    storage::begin_sweep(transaction, id, WorkflowSweep::Kind::Finish);
    storage::set_change_topics(transaction, listener_of(workflow), {});
    save(transaction, sources, actor, workflow, WorkflowStatus::Finished, "workflow.finish");
    return workflow;
}

base::Result<storage::StoredRun> start_trial(storage::Transaction& transaction, base::Sources& sources,
                                             const DraftReading& draft, const domain::Actor& actor, base::Id id,
                                             const domain::TrialRequest& request) {
    const auto workflow = TRY(lock_workflow(transaction, id));
    if (domain::workflow_status(workflow.status) == WorkflowStatus::Finished) {
        return wrong_status(workflow, "tried");
    }
    const auto definitions = storage::definitions_in(transaction, draft.definitions);
    auto reading = draft.holds_for(workflow, *definitions)
                       ? draft.reading
                       : read_workflow_definition(workflow.definition, *definitions);
    if (!reading.incidents.empty()) { return base::invalid(domain::problems_of(reading.incidents)); }
    const auto contact = storage::lock_contact(transaction, request.contact);
    if (!contact) { return unknown_contact_id(); }
    TRY(refuse_on_hold(transaction, *definitions, workflow, contact->id));
    if (storage::forget_ended_trials(transaction, id) >= domain::open_trials_max) {
        return base::conflict("There are " + std::to_string(domain::open_trials_max) +
                              " trials of this workflow under way, the most at once.");
    }
    const PublishedVersion version{
        .workflow = id,
        .version = -sources.ids.next().number,
        .definition = std::make_shared<const domain::Definition>(std::move(reading.definition))};
    storage::insert_workflow_version(transaction, id, version.version, workflow.definition, sources.clock.now());
    storage::insert_workflow_uses(transaction, id, version.version, uses_in(*version.definition));
    listen(transaction, workflow, *version.definition);
    transaction.touch_definitions();
    audit(transaction, sources, actor, {.action = "workflow.trial", .subject = id.text()});
    return insert_run_by_hand(transaction, sources,
                              {.version = version,
                               .contact = *contact,
                               .key = std::string(trial_key),
                               .values = request.values,
                               .test_address = request.test_address});
}

}  // namespace tradewind::operations

#include "engine/workflow_index.h"

#include "domain/filters/filter_topics.h"
#include "domain/workflows/happening.h"
#include "domain/workflows/nodes/node_kind.h"
#include "domain/workflows/read_definition.h"
#include "operations/workflow_names.h"
#include "storage/stores/engine/workflow_version_store.h"

namespace tradewind::engine {
namespace {

using domain::ChangeTopic;
using domain::WorkflowStatus;

void add_all(domain::ChangeListeners& listeners, const std::vector<ChangeTopic>& topics) {
    for (const auto& topic : topics) { listeners.add(topic); }
}

ChangeTopic activity_topic(domain::ActivityKind kind, base::Id subject = {}) {
    return {.kind = ChangeTopic::Kind::Activity, .name = std::string(domain::word_of(kind)), .subject = subject};
}

domain::ChangeListeners entering_topics(const domain::Definition& definition) {
    domain::ChangeListeners listeners;
    for (const auto place : definition.triggers) {
        add_all(listeners, domain::depends_on(std::get<domain::TriggerNode>(definition.nodes[place].parameters)));
        listeners.add(activity_topic(domain::ActivityKind::ContactCreated));
    }
    const auto& start = std::get<domain::StartNode>(definition.nodes[definition.start].parameters);
    if (definition.triggers.empty() && start.future) {
        listeners.add(start.segment ? activity_topic(domain::ActivityKind::ContactEnteredSegment, *start.segment)
                                    : activity_topic(domain::ActivityKind::ContactCreated));
    }
    return listeners;
}

domain::ChangeListeners ending_topics(const domain::Definition& definition) {
    domain::ChangeListeners listeners;
    for (const auto* const filter : {&definition.settings.goal, &definition.settings.exit_when}) {
        if (*filter) { add_all(listeners, domain::depends_on(**filter)); }
    }
    return listeners;
}

std::shared_ptr<const WorkflowVersion> load_version(storage::Transaction& transaction,
                                                    const storage::Definitions& definitions, base::Id workflow,
                                                    std::int64_t version) {
    const auto json = storage::find_workflow_version(transaction, workflow, version);
    if (!json) { return nullptr; }
    const auto document = base::JsonDocument::parse(*json);
    if (!document) { return nullptr; }
    auto reading = domain::read_definition(document.value().root(), operations::workflow_names(definitions));
    if (!reading.incidents.empty()) { return nullptr; }
    auto read = std::make_shared<WorkflowVersion>();
    read->workflow = workflow;
    read->version = version;
    read->entering = entering_topics(reading.definition);
    read->ending = ending_topics(reading.definition);
    read->definition = std::move(reading.definition);
    return read;
}

}  // namespace

bool WorkflowVersion::waits_for(std::size_t node, const domain::Change& change) const {
    const auto* const wait = std::get_if<domain::WaitForNode>(&definition.nodes[node].parameters);
    if (wait == nullptr) { return false; }
    domain::ChangeListeners listeners;
    add_all(listeners, domain::depends_on(wait->trigger));
    return listeners.hear(change);
}

WorkflowIndex::WorkflowIndex(storage::Transaction& transaction, const storage::Definitions& definitions,
                             std::string salt, const WorkflowIndex* before)
    : salt_(std::move(salt)) {
    for (const auto& workflow : definitions.workflows) {
        const bool is_on_hold = workflow.is_on_hold || definitions.hold.has_value();
        standings_[workflow.id.number] = {.is_paused = workflow.status == WorkflowStatus::Paused || is_on_hold,
                                          .is_finished = workflow.status == WorkflowStatus::Finished};
        if (!workflow.version || workflow.status == WorkflowStatus::Finished) { continue; }
        if (before != nullptr) { take_versions(*before, workflow.id); }
        if (auto version = find(transaction, definitions, workflow.id, *workflow.version)) {
            newest_.push_back(std::move(version));
        }
    }
}

// Trials are over within minutes, and are read again.
void WorkflowIndex::take_versions(const WorkflowIndex& before, base::Id workflow) {
    const auto& known = before.versions_;
    for (auto at = known.lower_bound({workflow.number, 1}); at != known.end() && at->first.first == workflow.number;
         ++at) {
        versions_.insert(*at);
    }
}

std::shared_ptr<const WorkflowVersion> WorkflowIndex::find(storage::Transaction& transaction,
                                                           const storage::Definitions& definitions, base::Id workflow,
                                                           std::int64_t version) {
    auto& known = versions_[{workflow.number, version}];
    if (!known) { known = load_version(transaction, definitions, workflow, version); }
    return known;
}

bool WorkflowIndex::is_paused(base::Id workflow) const {
    const auto found = standings_.find(workflow.number);
    return found != standings_.end() && found->second.is_paused;
}

bool WorkflowIndex::is_finished(base::Id workflow) const {
    const auto found = standings_.find(workflow.number);
    return found == standings_.end() || found->second.is_finished;
}

}  // namespace tradewind::engine

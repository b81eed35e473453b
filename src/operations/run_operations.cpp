#include "operations/run_operations.h"

#include <algorithm>

#include "domain/journal/change.h"
#include "domain/workflows/entry.h"
#include "domain/workflows/read_definition.h"
#include "domain/workflows/run_json.h"
#include "domain/workflows/workflow.h"
#include "operations/audit.h"
#include "operations/workflow_names.h"
#include "operations/workflow_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/engine/workflow_version_store.h"

namespace tradewind::operations {
namespace {

using storage::StoredRun;

base::Result<PublishedVersion> read_version(storage::Transaction& transaction, const storage::Definitions& definitions,
                                            base::Id workflow, std::int64_t version) {
    const auto json = storage::find_workflow_version(transaction, workflow, version);
    const auto document = TRY(base::JsonDocument::parse(json.value_or("null")));
    if (!json) { return base::conflict("The workflow was never published."); }
    auto reading = domain::read_definition(document.root(), workflow_names(definitions));
    if (!reading.incidents.empty()) {
        return base::conflict("The version of the workflow cannot run any more: " + reading.incidents.front().path +
                              " " + reading.incidents.front().words + ".");
    }
    return PublishedVersion{.workflow = workflow,
                            .version = version,
                            .definition = std::make_shared<const domain::Definition>(std::move(reading.definition))};
}

// A run that is still open, with its contact locked.
base::Result<StoredRun> lock_run(storage::Transaction& transaction, base::Id workflow, base::Id id) {
    const auto found = storage::find_run(transaction, id);
    if (!found || found->workflow != workflow) { return unknown_run(); }
    if (!storage::lock_contact(transaction, found->contact)) { return unknown_run(); }
    auto run = storage::find_run(transaction, id);
    if (!run) { return unknown_run(); }
    if (run->state == domain::RunState::Ended) { return base::conflict("The run has ended."); }
    return std::move(*run);
}

void add_number(storage::Transaction& transaction, const StoredRun& run, std::string what, std::string name) {
    storage::add_node_number(transaction, run.workflow, domain::bucket_of(run.contact),
                             {.node = run.node, .what = std::move(what), .name = std::move(name)});
}

// Why a contact whom somebody brings by hand may not come in; empty when it may.
std::string_view refusal_of(const domain::WorkflowSettings& settings, const domain::PastRuns& past,
                            const RunRequest& request, base::Instant now, const base::TimeZone& zone) {
    if (past.has_open_run) { return word_of(domain::EntryRefusal::Inside); }
    if (past.open_runs >= domain::open_runs_max) { return word_of(domain::EntryRefusal::TooManyOpen); }
    if (request.force || !past.last_started_at) { return {}; }
    switch (settings.reentry) {
        case domain::WorkflowSettings::Reentry::Never:
            return word_of(domain::EntryRefusal::Before);
        case domain::WorkflowSettings::Reentry::After:
            return now < domain::add(*past.last_started_at, settings.reentry_after, zone)
                       ? word_of(domain::EntryRefusal::TooSoon)
                       : std::string_view();
        case domain::WorkflowSettings::Reentry::Always:
            return {};
    }
    return {};
}

}  // namespace

base::Error unknown_run() {
    return base::not_found("There is no run with this id in this workflow.");
}

base::Result<PublishedVersion> find_published(storage::Transaction& transaction,
                                              const storage::Definitions& definitions, base::Id workflow) {
    const auto found = storage::find_workflow(transaction, workflow);
    if (!found) { return unknown_workflow(); }
    return read_version(transaction, definitions, workflow, found->version.value_or(0));
}

base::Result<PublishedVersion> find_version_of(storage::Transaction& transaction,
                                               const storage::Definitions& definitions, base::Id workflow,
                                               base::Id run) {
    const auto found = storage::find_run(transaction, run);
    if (!found || found->workflow != workflow) { return unknown_run(); }
    return read_version(transaction, definitions, workflow, found->version);
}

base::Result<StoredRun> start_run(storage::Transaction& transaction, base::Sources& sources,
                                  const storage::Definitions& definitions, const domain::Actor& actor,
                                  const PublishedVersion& version, const RunRequest& request) {
    const auto workflow = storage::find_workflow(transaction, version.workflow);
    if (!workflow) { return unknown_workflow(); }
    if (domain::workflow_status(workflow->status) != domain::WorkflowStatus::Active) {
        return base::conflict("The workflow is " + workflow->status + ". Only an active one takes somebody in.");
    }
    const auto contact = storage::lock_contact(transaction, request.contact);
    if (!contact) { return base::not_found("There is no contact with this id."); }
    auto zone = base::TimeZone::load(definitions.store.timezone);
    const auto now = sources.clock.now();
    const auto day = zone.ok() ? zone.value().day_of(now).time_since_epoch().count() : 0;
    const storage::RunEntry entry{
        .contact = contact->id, .workflow = version.workflow, .key = {}, .at = now, .day = day};
    const auto past = storage::past_runs(transaction, entry);
    const auto utc = base::TimeZone::load("UTC").take();
    const auto refusal = refusal_of(version.definition->settings, past, request, now, zone.ok() ? zone.value() : utc);
    if (!refusal.empty()) { return base::conflict("The contact does not come in: " + std::string(refusal) + "."); }

    const auto& definition = *version.definition;
    // Behind a trigger, if there is one: nothing happened that it could be about.
    const auto first = definition.nodes[definition.start].next.front().value();
    domain::Run run{.entry = past.entries + 1,
                    .started_number = std::max(contact->journal.last, sources.ids.next().number),
                    .due_at = now,
                    .given = request.values};
    StoredRun stored{.contact = contact->id,
                     .id = sources.ids.next(),
                     .workflow = version.workflow,
                     .version = version.version,
                     .state = domain::RunState::Running,
                     .node = definition.nodes[first].id,
                     .started_at = now,
                     .body = domain::write_run_body(run, definition)};
    storage::insert_run(transaction, stored);
    storage::note_entry(transaction, entry);
    storage::set_run_timer(transaction, contact->id, stored.id, now);
    transaction.wake(storage::Sleeper::Engine);
    audit(transaction, sources, actor, {.action = "workflow.start-run", .subject = version.workflow.text()});
    return stored;
}

base::Result<StoredRun> stop_run(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                 base::Id workflow, base::Id id) {
    auto run = TRY(lock_run(transaction, workflow, id));
    run.state = domain::RunState::Ended;
    run.outcome = domain::RunOutcome::Stopped;
    run.ended_at = sources.clock.now();
    run.waits_until.reset();
    static_cast<void>(storage::update_run(transaction, run));
    storage::set_run_timer(transaction, run.contact, run.id, std::nullopt);
    add_number(transaction, run, "ended", std::string(word_of(*run.outcome)));
    audit(transaction, sources, actor, {.action = "workflow.stop-run", .subject = id.text()});
    return run;
}

base::Result<StoredRun> skip_node(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                  const PublishedVersion& version, base::Id id) {
    auto run = TRY(lock_run(transaction, version.workflow, id));
    if (run.version != version.version) { return base::conflict("The run is in another version by now."); }
    if (run.state != domain::RunState::Waiting) { return base::conflict("The run does not wait anywhere."); }
    const auto& nodes = version.definition->nodes;
    const auto node = std::ranges::find(nodes, run.node, &domain::Node::id);
    domain::Run rest;
    if (node == nodes.end() || !domain::read_run_body(run.body, *version.definition, rest)) {
        return base::conflict("The run makes no sense with its version.");
    }
    const auto now = sources.clock.now();
    const auto visits = rest.visits.find(static_cast<std::size_t>(node - nodes.begin()));
    storage::insert_step(transaction, run.contact, run.id,
                         {.number = ++rest.records,
                          .node = run.node,
                          .visit = visits == rest.visits.end() ? 0 : visits->second.count,
                          .at = now,
                          .is_skipped = true,
                          .port = node->ports.front(),
                          .reason = std::string(skipped_by_hand)});
    add_number(transaction, run, "skipped", std::string(skipped_by_hand));
    add_number(transaction, run, "left", node->ports.front());
    rest.waits_for = domain::StepReason::None;
    rest.due_at = now;
    run.waits_until.reset();
    if (const auto next = node->next.front()) {
        run.state = domain::RunState::Running;
        run.node = nodes[*next].id;
        storage::set_run_timer(transaction, run.contact, run.id, now);
        transaction.wake(storage::Sleeper::Engine);
    } else {
        run.state = domain::RunState::Ended;
        run.outcome = domain::RunOutcome::Finished;
        run.ended_at = now;
        storage::set_run_timer(transaction, run.contact, run.id, std::nullopt);
        add_number(transaction, run, "ended", std::string(word_of(*run.outcome)));
    }
    run.body = domain::write_run_body(rest, *version.definition);
    static_cast<void>(storage::update_run(transaction, run));
    audit(transaction, sources, actor, {.action = "workflow.skip-node", .subject = id.text()});
    return run;
}

void write_run(base::JsonWriter& writer, const StoredRun& run) {
    const auto text = [&](std::string_view name, std::string_view value) {
        writer.key(name);
        writer.string(value);
    };
    const auto moment = [&](std::string_view name, const std::optional<base::Instant>& value) {
        if (!value) { return; }
        writer.key(name);
        writer.instant(*value);
    };
    writer.begin_object();
    text("id", run.id.text());
    text("workflowId", run.workflow.text());
    writer.key("version");
    writer.integer(run.version);
    text("contactId", run.contact.text());
    text("state", word_of(run.state));
    text("node", run.node);
    if (!run.key.empty()) { text("key", run.key); }
    if (run.outcome) { text("outcome", word_of(*run.outcome)); }
    moment("startedAt", run.started_at);
    moment("endedAt", run.ended_at);
    moment("waitsUntil", run.waits_until);
    writer.end_object();
}

}  // namespace tradewind::operations

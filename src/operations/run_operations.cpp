#include "operations/run_operations.h"

#include <algorithm>
#include <numeric>

#include "domain/workflows/entry.h"
#include "domain/workflows/read_definition.h"
#include "domain/workflows/run_json.h"
#include "domain/workflows/workflow.h"
#include "operations/audit.h"
#include "operations/contact_operations.h"
#include "operations/delivery_operations.h"
#include "operations/segment_uses.h"
#include "operations/workflow_names.h"
#include "operations/workflow_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/contact_hold_store.h"
#include "storage/stores/engine/node_number_store.h"
#include "storage/stores/engine/stored_run_facts.h"
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

base::Error on_hold(const std::string& what, const std::string& reason) {
    return base::conflict("The " + what + " is on hold: " + reason);
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

void add_number(storage::Transaction& transaction, base::Sources& sources, const StoredRun& run, std::string what,
                std::string name) {
    if (domain::is_trial(run.version)) { return; }
    storage::note_node_numbers(transaction,
                               {.id = sources.ids.next(),
                                .contact = run.contact,
                                .workflow = run.workflow,
                                .numbers = {{.node = run.node, .what = std::move(what), .name = std::move(name)}}});
}

// Ends a run that is open, whose contact is locked.
void stop(storage::Transaction& transaction, base::Sources& sources, StoredRun& run) {
    const auto now = sources.clock.now();
    run.state = domain::RunState::Ended;
    run.outcome = domain::RunOutcome::Stopped;
    run.ended_at = now;
    run.waits_until.reset();
    static_cast<void>(storage::update_run(transaction, run));
    storage::set_run_timer(transaction, run.contact, run.id, std::nullopt);
    add_number(transaction, sources, run, "ended", std::string(word_of(*run.outcome)));
    skip_calls_of_run(transaction, run.contact, run.id, "the run was stopped", now);
}

// Lets a run leave its node. Its contact is locked.
base::Result<void> skip(storage::Transaction& transaction, base::Sources& sources, const PublishedVersion& version,
                        StoredRun& run) {
    const auto now = sources.clock.now();
    if (run.version != version.version) { return base::conflict("The run is in another version by now."); }
    if (run.state != domain::RunState::Waiting) { return base::conflict("The run does not wait anywhere."); }
    const auto& nodes = version.definition->nodes;
    const auto node = std::ranges::find(nodes, run.node, &domain::Node::id);
    domain::Run rest;
    if (node == nodes.end() || !domain::read_run_body(run.body, *version.definition, rest)) {
        return base::conflict("The run makes no sense with its version.");
    }
    const auto visits = rest.visits.find(static_cast<std::size_t>(node - nodes.begin()));
    storage::insert_step(transaction, run.contact, run.id,
                         {.number = ++rest.records,
                          .node = run.node,
                          .visit = visits == rest.visits.end() ? 0 : visits->second.count,
                          .at = now,
                          .is_skipped = true,
                          .port = node->ports.front(),
                          .reason = std::string(skipped_by_hand)});
    add_number(transaction, sources, run, "skipped", std::string(skipped_by_hand));
    add_number(transaction, sources, run, "left", node->ports.front());
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
        add_number(transaction, sources, run, "ended", std::string(word_of(*run.outcome)));
    }
    run.body = domain::write_run_body(rest, *version.definition);
    static_cast<void>(storage::update_run(transaction, run));
    return {};
}

// Does it to runs at a node, the oldest first, with their contacts locked in their order; `move` says whether it did.
template <class Move>
MovedRuns move_runs(storage::Transaction& transaction, base::Id workflow, const std::string& node, Move move) {
    auto runs = storage::open_runs_at(transaction, workflow, node, {}, moved_runs_max + 1);
    MovedRuns moved{.are_more_left = std::ssize(runs) > moved_runs_max};
    if (moved.are_more_left) { runs.pop_back(); }
    std::ranges::sort(runs, {}, &StoredRun::contact);
    for (const auto& seen : runs) {
        auto run = lock_run(transaction, workflow, seen.id);
        if (run && run.value().node == node && move(run.value())) { ++moved.count; }
    }
    return moved;
}

// By what a run that somebody starts by hand is told apart from others.
std::string key_of(storage::Transaction& transaction, const storage::Definitions& definitions,
                   const domain::Contact& contact, const domain::Definition& definition,
                   const domain::RunRequest& request) {
    // A key asks for no segment.
    storage::StoredFacts stored(transaction, contact, [](base::Id) { return false; });
    storage::StoredRunFacts facts(transaction, definitions, contact, stored, {});
    const auto names = filter_names(definitions);
    return domain::run_key({.definition = definition, .names = names, .store = definitions.store},
                           {.given = request.values.value_or("{}")}, facts);
}

// Why a contact whom somebody brings by hand may not come in; empty when it may.
std::string_view refusal_of(const domain::WorkflowSettings& settings, const domain::PastRuns& past,
                            const domain::RunRequest& request, base::Instant now, const base::TimeZone& zone) {
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

// A workflow that takes somebody in, in its newest version.
struct OpenWorkflow {
    domain::Workflow workflow;
    PublishedVersion version;
};

// Conflict when it is not active.
base::Result<OpenWorkflow> open_for_entry(storage::Transaction& transaction, const storage::Definitions& definitions,
                                          const PublishedVersion& read_before) {
    // Whoever finishes the workflow waits until the run is there to be ended.
    transaction.lock_definitions();
    auto workflow = storage::find_workflow(transaction, read_before.workflow);
    if (!workflow) { return unknown_workflow(); }
    if (domain::workflow_status(workflow->status) != domain::WorkflowStatus::Active) {
        return base::conflict("The workflow is " + workflow->status + ". Only an active one takes somebody in.");
    }
    const bool is_newest = workflow->version == read_before.version;
    auto version = TRY(is_newest ? base::Result(read_before)
                                 : read_version(transaction, definitions, workflow->id, *workflow->version));
    return OpenWorkflow{.workflow = std::move(*workflow), .version = std::move(version)};
}

// Conflict, with the reason, when the contact may not come in; NotFound when there is none.
base::Result<StoredRun> take_in(storage::Transaction& transaction, base::Sources& sources,
                                const storage::Definitions& definitions, const OpenWorkflow& open,
                                const domain::RunRequest& request) {
    const auto contact = storage::lock_contact(transaction, request.contact);
    if (!contact) { return unknown_contact_id(); }
    TRY(refuse_on_hold(transaction, definitions, open.workflow, contact->id));
    const auto& definition = *open.version.definition;
    const auto zone = storage::zone_of_store(definitions);
    const auto now = sources.clock.now();
    const storage::RunEntry entry{.contact = contact->id,
                                  .workflow = open.workflow.id,
                                  .key = key_of(transaction, definitions, *contact, definition, request),
                                  .at = now,
                                  .day = zone.day_of(now).time_since_epoch().count()};
    const auto past = storage::past_runs(transaction, entry);
    const bool has_no_key = definition.settings.key && entry.key.empty();
    const auto refusal =
        has_no_key ? word_of(domain::EntryRefusal::NoKey) : refusal_of(definition.settings, past, request, now, zone);
    if (!refusal.empty()) { return base::conflict("The contact does not come in: " + std::string(refusal) + "."); }
    auto stored = insert_run_by_hand(transaction, sources,
                                     {.version = open.version,
                                      .contact = *contact,
                                      .entry = past.entries + 1,
                                      .key = entry.key,
                                      .values = request.values});
    storage::note_entry(transaction, entry);
    return stored;
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
                                  const PublishedVersion& read_before, const domain::RunRequest& request) {
    const auto open = TRY(open_for_entry(transaction, definitions, read_before));
    auto run = TRY(take_in(transaction, sources, definitions, open, request));
    audit(transaction, sources, actor, {.action = "workflow.start-run", .subject = run.workflow.text()});
    return run;
}

base::Result<std::vector<StartedRun>> start_runs(storage::Transaction& transaction, base::Sources& sources,
                                                 const storage::Definitions& definitions, const domain::Actor& actor,
                                                 const PublishedVersion& read_before,
                                                 const domain::RunsRequest& request) {
    const auto open = TRY(open_for_entry(transaction, definitions, read_before));
    std::vector<StartedRun> outcomes(request.contacts.size());
    // In one order, so that of two who start runs of the same contacts one waits for the other.
    std::vector<std::size_t> order(outcomes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t place) { return request.contacts[place]; });
    bool is_any_started = false;
    for (const auto place : order) {
        auto& outcome = outcomes[place];
        const auto run = take_in(transaction, sources, definitions, open,
                                 {.contact = request.contacts[place], .force = request.force, .values = {}});
        if (run) {
            outcome.run = run.value().id;
            is_any_started = true;
        } else {
            outcome.refusal = run.error();
        }
    }
    if (is_any_started) {
        audit(transaction, sources, actor, {.action = "workflow.start-runs", .subject = open.workflow.id.text()});
    }
    return outcomes;
}

StoredRun insert_run_by_hand(storage::Transaction& transaction, base::Sources& sources, const RunByHand& wanted) {
    const auto& definition = *wanted.version.definition;
    const auto first = definition.nodes[definition.start].next.front().value();
    const auto now = sources.clock.now();
    domain::Run run{.entry = wanted.entry,
                    .started_number = std::max(wanted.contact.journal.last, sources.ids.next().number),
                    .due_at = now,
                    .given = wanted.values,
                    .test_address = wanted.test_address};
    StoredRun stored{.contact = wanted.contact.id,
                     .id = sources.ids.next(),
                     .workflow = wanted.version.workflow,
                     .version = wanted.version.version,
                     .state = domain::RunState::Running,
                     .node = definition.nodes[first].id,
                     .key = wanted.key,
                     .started_at = now,
                     .body = domain::write_run_body(run, definition)};
    storage::insert_run(transaction, stored);
    storage::set_run_timer(transaction, stored.contact, stored.id, now);
    transaction.wake(storage::Sleeper::Engine);
    return stored;
}

base::Result<void> refuse_on_hold(storage::Transaction& transaction, const storage::Definitions& definitions,
                                  const domain::Workflow& workflow, base::Id contact) {
    if (definitions.hold) { return on_hold("store", definitions.hold->because); }
    if (workflow.hold) { return on_hold("workflow", *workflow.hold); }
    if (const auto hold = storage::find_contact_hold(transaction, contact)) { return on_hold("contact", hold->reason); }
    return {};
}

base::Result<StoredRun> stop_run(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                 base::Id workflow, base::Id id) {
    auto run = TRY(lock_run(transaction, workflow, id));
    stop(transaction, sources, run);
    audit(transaction, sources, actor, {.action = "workflow.stop-run", .subject = id.text()});
    return run;
}

base::Result<StoredRun> skip_node(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                  const PublishedVersion& version, base::Id id) {
    auto run = TRY(lock_run(transaction, version.workflow, id));
    TRY(skip(transaction, sources, version, run));
    audit(transaction, sources, actor, {.action = "workflow.skip-node", .subject = id.text()});
    return run;
}

MovedRuns stop_runs_at(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                       base::Id workflow, const std::string& node) {
    const auto moved = move_runs(transaction, workflow, node, [&](StoredRun& run) {
        stop(transaction, sources, run);
        return true;
    });
    audit(transaction, sources, actor, {.action = "workflow.stop-runs", .subject = workflow.text()});
    return moved;
}

MovedRuns skip_runs_at(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                       base::Id workflow, const std::string& node, const std::vector<PublishedVersion>& versions) {
    const auto moved = move_runs(transaction, workflow, node, [&](StoredRun& run) {
        const auto version = std::ranges::find(versions, run.version, &PublishedVersion::version);
        return version != versions.end() && skip(transaction, sources, *version, run).ok();
    });
    audit(transaction, sources, actor, {.action = "workflow.skip-runs", .subject = workflow.text()});
    return moved;
}

base::Result<std::vector<PublishedVersion>> find_versions_at(storage::Transaction& transaction,
                                                             const storage::Definitions& definitions, base::Id workflow,
                                                             const std::string& node) {
    std::vector<PublishedVersion> versions;
    for (const auto& run : storage::open_runs_at(transaction, workflow, node, {}, moved_runs_max)) {
        if (std::ranges::find(versions, run.version, &PublishedVersion::version) != versions.end()) { continue; }
        auto version = TRY(read_version(transaction, definitions, workflow, run.version));
        versions.push_back(std::move(version));
    }
    return versions;
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
    text("id", run.id.text());
    text("workflowId", run.workflow.text());
    if (domain::is_trial(run.version)) {
        writer.key("isTrial");
        writer.boolean(true);
    } else {
        writer.key("version");
        writer.integer(run.version);
    }
    text("contactId", run.contact.text());
    text("state", word_of(run.state));
    text("node", run.node);
    if (!run.key.empty()) { text("key", run.key); }
    if (run.outcome) { text("outcome", word_of(*run.outcome)); }
    moment("startedAt", run.started_at);
    moment("endedAt", run.ended_at);
    moment("waitsUntil", run.waits_until);
}

}  // namespace tradewind::operations

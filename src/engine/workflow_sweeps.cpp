#include "engine/workflow_sweeps.h"

#include <algorithm>

#include "operations/activity_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/change_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/workflow_store.h"

namespace tradewind::engine {
namespace {

using storage::Transaction;
using storage::WorkflowSweep;

// The segment whose members come in; nothing for everybody. An inner nothing: the version makes no sense any more.
std::optional<std::optional<base::Id>> enrolled_segment(Transaction& transaction, base::Id workflow) {
    const auto found = storage::find_workflow(transaction, workflow);
    if (!found || !found->version) { return std::nullopt; }
    const auto json = storage::find_workflow_version(transaction, workflow, *found->version);
    const auto document = base::JsonDocument::parse(json.value_or("null"));
    if (!document || document.value().root().kind() != base::JsonKind::Object) { return std::nullopt; }
    const auto nodes = document.value().root().find("nodes");
    if (!nodes) { return std::nullopt; }
    for (const auto node : nodes->elements()) {
        const auto kind = node.find("kind");
        if (!kind || kind->string() != domain::start_node) { continue; }
        const auto segment = node.find("segment");
        if (!segment || segment->is_null()) { return std::optional<base::Id>(); }
        const auto id = base::Id::parse(segment->string());
        return id && id.value() ? std::optional(std::optional(*id.value())) : std::nullopt;
    }
    return std::nullopt;
}

std::vector<std::int64_t> next_contacts(Transaction& transaction, const std::optional<base::Id>& segment,
                                        base::Id after, std::int64_t rows_max) {
    if (!segment) { return storage::contact_ids_after(transaction, after, rows_max); }
    std::vector<std::int64_t> contacts;
    for (const auto& member : storage::segment_members_after(transaction, *segment, after, rows_max)) {
        contacts.push_back(member.contact.number);
    }
    return contacts;
}

}  // namespace

base::Result<bool> WorkflowSweeps::run_once() {
    const auto sweep = TRY(storage::read_and_wait(
        dependencies_.database, [](Transaction& transaction) { return base::Result(storage::next_sweep(transaction)); },
        storage::ReadCost::Point));
    if (!sweep) { return false; }
    return storage::write_and_wait(
        dependencies_.database,
        [&](Transaction& transaction) -> base::Result<bool> { return sweep_slice(transaction, *sweep); },
        storage::Priority::Reaction);
}

bool WorkflowSweeps::sweep_slice(Transaction& transaction, const WorkflowSweep& sweep) {
    // The row is held from here on: whoever else has the same slice finds another place.
    if (!storage::move_sweep(transaction, sweep, sweep.place)) { return false; }
    const auto place =
        sweep.kind == WorkflowSweep::Kind::Enrol ? enrol(transaction, sweep) : sweep_runs(transaction, sweep);
    if (place) {
        static_cast<void>(storage::move_sweep(transaction, sweep, *place));
    } else {
        storage::end_sweep(transaction, sweep.workflow, sweep.kind);
    }
    return true;
}

std::optional<std::int64_t> WorkflowSweeps::enrol(Transaction& transaction, const WorkflowSweep& sweep) {
    const auto segment = enrolled_segment(transaction, sweep.workflow);
    if (!segment) { return std::nullopt; }
    const auto slice = transaction.others_wait() ? contacts_per_slice : contacts_per_slice_alone;
    const auto contacts = next_contacts(transaction, *segment, {sweep.place}, slice);
    if (contacts.empty()) { return std::nullopt; }
    for (const auto& journal : storage::lock_journals(transaction, contacts)) {
        operations::queue_enrolment(transaction, dependencies_.sources, journal, sweep.workflow);
    }
    return std::ssize(contacts) < slice ? std::nullopt : std::optional(contacts.back());
}

std::optional<std::int64_t> WorkflowSweeps::sweep_runs(Transaction& transaction, const WorkflowSweep& sweep) {
    const auto runs =
        storage::open_runs_at(transaction, sweep.workflow, std::nullopt, {sweep.place}, contacts_per_slice);
    auto in_order = runs;
    // Contacts are locked in their order, as everywhere.
    std::ranges::sort(in_order, {}, [](const storage::StoredRun& run) { return run.contact; });
    AddedNumbers numbers;
    for (const auto& run : in_order) {
        if (!storage::lock_contact(transaction, run.contact)) { continue; }
        const auto newest = storage::find_run(transaction, run.id);
        if (!newest || newest->state == domain::RunState::Ended) { continue; }
        sweep.kind == WorkflowSweep::Kind::Resume ? wake(transaction, *newest) : end(transaction, *newest, numbers);
    }
    numbers.write(transaction, dependencies_.sources);
    return std::ssize(runs) < contacts_per_slice ? std::nullopt : std::optional(runs.back().id.number);
}

// Whoever waits for something else looks, and waits on.
void WorkflowSweeps::wake(Transaction& transaction, const storage::StoredRun& run) {
    if (run.waits_until) { return; }
    storage::outdate_decisions(transaction, run.contact);
    storage::set_run_timer(transaction, run.contact, run.id, dependencies_.sources.clock.now());
    transaction.wake(storage::Sleeper::Engine);
}

void WorkflowSweeps::end(Transaction& transaction, storage::StoredRun run, AddedNumbers& numbers) {
    run.state = domain::RunState::Ended;
    run.outcome = domain::RunOutcome::Stopped;
    run.ended_at = dependencies_.sources.clock.now();
    run.waits_until.reset();
    if (!storage::update_run(transaction, run)) { return; }
    storage::set_run_timer(transaction, run.contact, run.id, std::nullopt);
    if (domain::is_trial(run.version)) { return; }
    numbers.add(run.workflow, run.contact,
                {.node = run.node, .what = "ended", .name = std::string(word_of(*run.outcome))});
}

}  // namespace tradewind::engine

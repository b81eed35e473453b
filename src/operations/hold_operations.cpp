#include "operations/hold_operations.h"

#include "operations/audit.h"
#include "operations/contact_operations.h"
#include "operations/workflow_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/engine/workflow_version_store.h"
#include "storage/stores/settings/instance_store.h"

namespace tradewind::operations {
namespace {

using storage::Transaction;

std::string instance_name(Transaction& transaction) {
    const auto instance = storage::find_instance(transaction);
    return instance ? instance->id : std::string();
}

// Those who stopped go on, a slice at a time.
void go_on(Transaction& transaction, base::Id workflow) {
    storage::begin_sweep(transaction, workflow, storage::WorkflowSweep::Kind::Resume);
    transaction.wake(storage::Sleeper::Engine);
    transaction.wake(storage::Sleeper::Outbox);
}

}  // namespace

storage::Hold hold_store(Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                         const std::string& reason) {
    transaction.lock_definitions();
    const storage::Hold wanted{.since = sources.clock.now(), .because = reason, .is_by_hand = true};
    storage::begin_hold(transaction, wanted);
    transaction.touch_definitions();
    audit(transaction, sources, actor, {.action = "store.hold", .subject = instance_name(transaction)});
    return storage::find_hold(transaction).value_or(wanted);
}

base::Result<void> release_store(Transaction& transaction, base::Sources& sources, const domain::Actor& actor) {
    transaction.lock_definitions();
    const auto hold = storage::find_hold(transaction);
    if (!hold) { return {}; }
    if (!hold->is_by_hand) {
        return base::conflict("The store is on hold because it may be a copy: " + hold->because +
                              " `tradewind confirm-live` ends that.");
    }
    end_store_hold(transaction);
    audit(transaction, sources, actor, {.action = "store.release", .subject = instance_name(transaction)});
    return {};
}

void end_store_hold(Transaction& transaction) {
    storage::end_hold(transaction);
    transaction.touch_definitions();
    for (const auto& workflow : storage::known_workflows(transaction)) {
        if (workflow.status == domain::WorkflowStatus::Active) { go_on(transaction, workflow.id); }
    }
    transaction.wake(storage::Sleeper::Outbox);
}

base::Result<domain::Workflow> hold_workflow(Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, base::Id id, const std::string& reason) {
    transaction.lock_definitions();
    auto workflow = storage::find_workflow(transaction, id);
    if (!workflow) { return unknown_workflow(); }
    workflow->hold = reason;
    storage::update_workflow(transaction, *workflow);
    transaction.touch_definitions();
    audit(transaction, sources, actor, {.action = "workflow.hold", .subject = id.text()});
    return std::move(*workflow);
}

base::Result<void> release_workflow(Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                    base::Id id) {
    transaction.lock_definitions();
    auto workflow = storage::find_workflow(transaction, id);
    if (!workflow) { return unknown_workflow(); }
    if (!workflow->hold) { return {}; }
    workflow->hold.reset();
    storage::update_workflow(transaction, *workflow);
    transaction.touch_definitions();
    if (domain::workflow_status(workflow->status) == domain::WorkflowStatus::Active) { go_on(transaction, id); }
    audit(transaction, sources, actor, {.action = "workflow.release", .subject = id.text()});
    return {};
}

base::Result<storage::ContactHold> hold_contact(Transaction& transaction, base::Sources& sources,
                                                const domain::Actor& actor, base::Id id, const std::string& reason) {
    if (!storage::lock_contact(transaction, id)) { return unknown_contact_id(); }
    const storage::ContactHold hold{.reason = reason, .since = sources.clock.now()};
    storage::set_contact_hold(transaction, id, hold);
    storage::outdate_decisions(transaction, id);
    audit(transaction, sources, actor, {.action = "contact.hold", .subject = id.text()});
    return hold;
}

base::Result<void> release_contact(Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                   base::Id id) {
    if (!storage::lock_contact(transaction, id)) { return unknown_contact_id(); }
    if (!storage::delete_contact_hold(transaction, id)) { return {}; }
    storage::outdate_decisions(transaction, id);
    for (const auto& run : storage::open_runs_of(transaction, id)) {
        if (!run.waits_until) { storage::set_run_timer(transaction, id, run.id, sources.clock.now()); }
    }
    transaction.wake(storage::Sleeper::Engine);
    transaction.wake(storage::Sleeper::Outbox);
    audit(transaction, sources, actor, {.action = "contact.release", .subject = id.text()});
    return {};
}

}  // namespace tradewind::operations

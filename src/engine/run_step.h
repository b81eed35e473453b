#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/sources.h"
#include "domain/workflows/decide.h"
#include "engine/stored_run_facts.h"
#include "engine/workflow_index.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/change_store.h"
#include "storage/stores/engine/run_store.h"

namespace tradewind::engine {

// What became of one run. Several of them, of one run, follow one another.
struct RunDecision {
    std::shared_ptr<const WorkflowVersion> version;
    domain::Run run = {};  // As it is afterwards.
    std::int64_t revision = 0;
    bool is_new = false;
    bool goes_on = false;
    std::vector<domain::StepRecord> steps = {};
    std::vector<domain::Effect> effects = {};
};

struct RunDecisions {
    std::vector<RunDecision> runs = {};  // Those that something became of, each once.
    // So many of the changes were looked at; the others are left, because something is to be written first.
    std::size_t changes = 0;
    std::vector<base::Id> idle_timers = {};  // Of runs that are gone, or cannot be looked at.
};

// What workflows are to look at about one contact.
struct RunWork {
    const std::vector<storage::QueuedChange>& changes;
    std::vector<base::Id> due_runs = {};
};

// Looks at what happened in its order: for each, runs that it ends or that wait for it, and then those that it starts.
// Timers come after that. Writes nothing.
RunDecisions decide_runs(storage::Transaction& transaction, const storage::Definitions& definitions,
                         WorkflowIndex& workflows, StoredRunFacts& facts, const RunWork& work,
                         const domain::EvaluationTime& time);

// Whether the runs are as they were when they were decided on. The contact is locked.
bool are_unchanged(storage::Transaction& transaction, base::Id contact, const RunDecisions& decisions);

// Writes what was decided. The contact is locked.
void apply_runs(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                domain::Contact& contact, const RunDecisions& decisions, const base::TimeZone& zone);

}  // namespace tradewind::engine

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/sources.h"
#include "domain/workflows/decide.h"
#include "engine/segment_index.h"
#include "engine/workflow_index.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/change_store.h"
#include "storage/stores/engine/node_number_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/stored_run_facts.h"

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

// That a workflow was not started any more, because workflows start one another.
struct FoundCircle {
    base::Id workflow;
    std::string trigger;  // Its node.
    base::Id run;         // What it did would have started it.
};

struct RunDecisions {
    std::vector<RunDecision> runs = {};  // Those that something became of, each once.
    // So many of the changes were looked at; the others are left, because something is to be written first.
    std::size_t changes = 0;
    std::vector<base::Id> idle_timers = {};  // Of runs that are gone, or cannot be looked at.
    std::vector<FoundCircle> circles = {};
    std::map<std::int64_t, std::int64_t> seen = {};  // The revision of every run that was open, by id.
};

// What workflows are to look at about one contact.
struct RunWork {
    const std::vector<storage::QueuedChange>& changes;
    std::vector<base::Id> due_runs = {};
};

// Looks at what happened in its order: for each, runs that it ends or that wait for it, and then those that it starts.
// Timers come after that. Writes nothing.
RunDecisions decide_runs(storage::Transaction& transaction, const storage::Definitions& definitions,
                         WorkflowIndex& workflows, storage::StoredRunFacts& facts, const RunWork& work,
                         const domain::EvaluationTime& time);

// What the runs of one transaction add to the numbers of their workflows. Many contacts do the same: it is added up,
// and noted once, at the end.
class AddedNumbers {
  public:
    // Of a contact that is locked.
    void add(base::Id workflow, base::Id contact, const storage::NodeNumber& number);
    void write(storage::Transaction& transaction, base::Sources& sources) const;

  private:
    // Node, what, name.
    using Key = std::tuple<std::string, std::string, std::string>;
    struct Sums {
        base::Id contact;  // The first of them, beside whom they are noted.
        std::map<Key, std::int64_t> numbers = {};
    };
    std::map<std::int64_t, Sums> by_workflow_;
};

// Writes what was decided, but for the numbers. The contact is locked.
void apply_runs(storage::Transaction& transaction, base::Sources& sources, const SegmentIndex& index,
                domain::Contact& contact, const RunDecisions& decisions, AddedNumbers& numbers);

// Tells somebody of circles of workflows.
void tell_circles(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                  const std::vector<FoundCircle>& circles);

// Ends a run that cannot be decided, as failed where it is. The contact is locked.
void fail_run(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
              base::Id contact, base::Id id);

}  // namespace tradewind::engine

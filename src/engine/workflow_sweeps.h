#pragma once

#include <cstdint>

#include "base/result.h"
#include "base/sources.h"
#include "engine/run_step.h"
#include "storage/database/database.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/workflow_version_store.h"

namespace tradewind::engine {

// What a change of a workflow's life means for many: those who are there come in, runs that were paused go on, all runs
// end. A slice at a time, each in one transaction that also notes how far it came; of two processes the second waits.
//
// For the thread of the engine.
class WorkflowSweeps {
  public:
    static constexpr std::int64_t contacts_per_slice = 200;
    // Of those who come in, while nobody waits for the writer: fewer commits write fewer pages for each.
    static constexpr std::int64_t contacts_per_slice_alone = 1'000;

    struct Dependencies {
        storage::Database& database;
        base::Sources& sources;
    };

    explicit WorkflowSweeps(Dependencies dependencies) : dependencies_(dependencies) {}

    // Does one slice. False when nothing was to be done.
    base::Result<bool> run_once();

  private:
    bool sweep_slice(storage::Transaction& transaction, const storage::WorkflowSweep& sweep);
    // Each answers how far it came; nothing at the end.
    std::optional<std::int64_t> enrol(storage::Transaction& transaction, const storage::WorkflowSweep& sweep);
    std::optional<std::int64_t> sweep_runs(storage::Transaction& transaction, const storage::WorkflowSweep& sweep);
    void wake(storage::Transaction& transaction, const storage::StoredRun& run);
    void end(storage::Transaction& transaction, storage::StoredRun run, AddedNumbers& numbers);

    const Dependencies dependencies_;
};

}  // namespace tradewind::engine

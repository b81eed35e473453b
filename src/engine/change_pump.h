#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "base/sources.h"
#include "engine/bucket_leases.h"
#include "engine/engine_figures.h"
#include "engine/segment_step.h"
#include "storage/database/database.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::engine {

// Works through the queue of changes and through the times that have come, for the buckets of this process. Each batch
// is read and decided on a snapshot, and then written in transactions of some milliseconds that read the leases again.
// Killed at any moment it neither loses nor repeats anything: what was written took its rows out of the queue.
//
// For the thread of the engine.
class ChangePump {
  public:
    static constexpr std::int64_t changes_per_batch = 1'024;
    static constexpr std::int64_t times_per_batch = 1'024;  // Of segments, and as many of runs.
    // A batch ends after so long, once one contact is decided on: reads that take longer than a second are cut.
    static constexpr std::chrono::milliseconds decide_time_max{50};
    // How long a transaction may keep the writer, once it has done one contact: while others wait for it, and while
    // nobody does.
    static constexpr std::chrono::milliseconds write_time_max{4};
    static constexpr std::chrono::milliseconds write_time_alone_max{100};
    // A server lets others write meanwhile. They wait for these contacts alone, and each transaction costs it a commit.
    static constexpr std::chrono::milliseconds write_time_elsewhere_max{25};
    // A queue that is longer than a batch is counted so often at most.
    static constexpr std::chrono::milliseconds count_interval{1'000};
    // So often what cannot be decided is tried before it is put aside.
    static constexpr int attempts_max = 3;

    struct Dependencies {
        storage::Database& database;
        base::Sources& sources;
        const storage::DefinitionsCache& definitions;
        base::Log& log;
        EngineFigures& figures;
        BucketLeases& leases;
        CurrentSegmentIndex& index;
        std::string split_salt;  // For workflows.
    };

    explicit ChangePump(Dependencies dependencies) : dependencies_(std::move(dependencies)) {}

    // Does one batch. False when nothing was to be done. Conflict: a bucket went to another process. Whatever else is
    // refused or thrown leaves everything in the queue.
    base::Result<bool> run_once();

  private:
    struct Batch {
        std::shared_ptr<const SegmentIndex> index;
        std::vector<ContactDecision> decisions;
        std::vector<std::int64_t> buckets;
        bool is_full = false;
        std::int64_t changes = 0;
        std::int64_t times = 0;
        std::optional<std::int64_t> waiting;  // When they were counted.
        std::optional<std::int64_t> oldest;   // The smallest number among the changes.
    };
    struct Written {
        std::size_t contacts = 0;
        std::vector<base::Id> repeats = {};  // Who is to be decided on again,
        bool is_outdated = false;            // or everybody.
    };

    [[nodiscard]] std::vector<storage::BucketRange> held_ranges() const;
    // What is to be done next, by contact.
    std::vector<ContactWork> collect(storage::Transaction& transaction, Batch& batch);
    base::Result<Batch> decide_batch();
    // Decides on those that were collected, as far as there is time.
    void decide_on(storage::Transaction& transaction, std::vector<ContactWork> works, Batch& batch);
    // Those that are to be decided on again, because something happened to them meanwhile.
    base::Result<std::vector<base::Id>> write_batch(Batch& batch);
    // What nodes of runs do, in a transaction of its own: Fault::EffectFirst.
    base::Result<void> write_effects(Batch& batch);
    // Decides on one contact alone, as quickly as can be: somebody to whom something happens all the time must not wait
    // for ever.
    base::Result<void> repeat(base::Id contact);
    Written write_some(storage::Transaction& transaction, const Batch& batch, std::size_t first);
    // Whoever was being worked on is at fault only when the work itself failed.
    void blame(const base::Error& error);
    void note(const Batch& batch);
    // Puts aside what failed again and again.
    base::Result<void> bury_failures();
    // The changes of a contact and the times of its segments, or, when there are none, its runs whose time has come.
    // How many changes there were.
    std::size_t bury(storage::Transaction& transaction, base::Id contact);

    const Dependencies dependencies_;
    std::shared_ptr<WorkflowIndex> workflows_;  // Of the definitions of the last batch.
    std::int64_t workflows_version_ = -1;
    storage::ChangePlace place_;  // The next batch begins behind it.
    std::optional<base::Id> at_;  // Who is being worked on; left when that fails,
    base::Id run_;                // and of their runs the one that was being decided on.
    std::optional<std::chrono::steady_clock::time_point> counted_at_;
    std::unordered_map<std::int64_t, int> failures_;  // By contact.
};

}  // namespace tradewind::engine

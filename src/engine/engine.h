#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "base/log.h"
#include "base/sources.h"
#include "engine/bucket_leases.h"
#include "engine/change_pump.h"
#include "engine/engine_figures.h"
#include "engine/segment_builds.h"
#include "engine/segment_index.h"
#include "engine/workflow_sweeps.h"
#include "storage/database/database.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::engine {

// Does what follows by itself: the members of segments follow what happens and what the clock says. run() is called
// again and again by one thread, at least once a second and after each commit that left a change; stop() by any.
class Engine {
  public:
    struct Dependencies {
        storage::Database& database;
        base::Sources& sources;
        const storage::DefinitionsCache& definitions;
        base::Log& log;
        EngineFigures& figures;
        std::string holder;  // The name of this process among those that share the database.
        base::Id process;    // A number that no other living process has.
        BucketLeases::Sharing sharing;
        std::string split_salt;  // What splits of workflows mix into their choice.
    };

    // A clock that goes back by no more is waited for.
    static constexpr std::chrono::milliseconds clock_step_max{60'000};
    // So often it is noted how late it is.
    static constexpr std::chrono::milliseconds clock_noted_every{60'000};

    explicit Engine(const Dependencies& dependencies);

    // Works until nothing is left to do, the database refuses, or stop() was called.
    void run();
    // run() returns after the batch that it is at.
    void stop() { is_stopped_ = true; }
    // Leaves its leases to others, at once. For the thread that called run(), or once that has ended.
    void release() { leases_.release(); }

  private:
    base::Result<void> work();
    // What was decided while the clock was ahead is right once it gets there; far from that it is decided anew.
    base::Result<void> look_at_clock();
    // Once segments wait to be built after a clock that went back, the next start goes by the time that it is now.
    void note_clock();

    const Dependencies dependencies_;
    BucketLeases leases_;
    CurrentSegmentIndex index_;
    ChangePump pump_;
    SegmentBuilds builds_;
    WorkflowSweeps sweeps_;
    std::atomic<bool> is_stopped_{false};
    std::optional<base::Instant> refused_since_;  // By the database, or by what failed.
    std::optional<base::Instant> seen_at_;        // The latest moment that was seen.
    base::Instant noted_at_ = {};                 // The one that the database knows.
};

}  // namespace tradewind::engine

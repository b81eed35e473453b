#pragma once

#include <chrono>

#include "base/clock.h"
#include "base/log.h"
#include "jobs/job_figures.h"
#include "storage/database/database.h"

namespace tradewind::jobs {

// Takes the last traces of erased people from the disk, some time after they were erased.
class ErasureJob {
  public:
    // An erasure so much later than now was made by a clock that was wrong.
    static constexpr std::chrono::hours clock_tolerance{1};

    struct Dependencies {
        storage::Database& database;
        const base::Clock& clock;
        base::Log& log;
        JobFigures& figures;
    };

    ErasureJob(const Dependencies& dependencies, std::chrono::milliseconds delay)
        : dependencies_(dependencies), delay_(delay) {}

    // Whether there was something to do and it was done.
    bool run();

  private:
    base::Result<bool> wipe_if_due();

    const Dependencies dependencies_;
    const std::chrono::milliseconds delay_;
    bool was_logged_ = false;  // The log knows that they have to wait.
};

}  // namespace tradewind::jobs

#pragma once

#include <chrono>

#include "base/clock.h"
#include "storage/database.h"

namespace tradewind::jobs {

// Takes the last traces of erased people from the disk, some time after they were erased.
class ErasureJob {
  public:
    ErasureJob(storage::Database& database, const base::Clock& clock, std::chrono::milliseconds delay)
        : database_(database), clock_(clock), delay_(delay) {}

    // Whether there was something to do and it was done.
    bool run();

  private:
    storage::Database& database_;
    const base::Clock& clock_;
    const std::chrono::milliseconds delay_;
};

}  // namespace tradewind::jobs

#pragma once

#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "storage/database/database.h"

namespace tradewind::jobs {

// What segments leave behind: sets of members that nobody uses any more, of deleted segments and of filters that were
// changed, and the changes in the number of members that are to be added up. In slices between which requests go on; it
// begins anew when it was interrupted.
class SegmentJob {
  public:
    // So many of one run, that other chores get their turn.
    static constexpr int slices_per_run_default = 100;

    explicit SegmentJob(storage::Database& database, int slices_per_run = slices_per_run_default)
        : database_(database), slices_per_run_(slices_per_run) {}

    // Does all that is to be done, or what fits into one run, or stops where the database refuses.
    void run();

  private:
    using FindSets = std::vector<base::Id> (*)(storage::Transaction&);
    using WorkOnOne = bool (*)(storage::Transaction&, base::Id set);  // Whether there may be more.

    base::Result<void> work_through(FindSets find, WorkOnOne work);

    storage::Database& database_;
    const int slices_per_run_;
    int slices_left_ = 0;
};

}  // namespace tradewind::jobs

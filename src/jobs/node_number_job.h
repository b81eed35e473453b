#pragma once

#include <cstdint>

#include "storage/database/database.h"

namespace tradewind::jobs {

// Adds up what happened at the nodes of workflows, which the engine notes write by write, in slices between which
// requests go on.
class NodeNumberJob {
  public:
    static constexpr std::int64_t rows_per_slice_default = 500;

    explicit NodeNumberJob(storage::Database& database, std::int64_t rows_per_slice = rows_per_slice_default)
        : database_(database), rows_per_slice_(rows_per_slice) {}

    // Goes on until nothing is left, or the database refuses.
    void run();

  private:
    // False when there was nothing.
    base::Result<bool> add_up_slice();

    storage::Database& database_;
    const std::int64_t rows_per_slice_;
};

}  // namespace tradewind::jobs

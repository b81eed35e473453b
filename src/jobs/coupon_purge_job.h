#pragma once

#include <cstdint>

#include "base/id.h"
#include "base/result.h"
#include "storage/database/database.h"

namespace tradewind::jobs {

// Deletes the coupons that deleted sets left behind, in slices between which requests go on.
class CouponPurgeJob {
  public:
    static constexpr std::int64_t rows_per_slice = 500;

    explicit CouponPurgeJob(storage::Database& database) : database_(database) {}

    // Goes on until nothing is left to delete, or the database refuses.
    void run();

  private:
    base::Result<void> purge(base::Id set);

    storage::Database& database_;
};

}  // namespace tradewind::jobs

#pragma once

#include <cstdint>

#include "base/clock.h"
#include "base/instant.h"
#include "domain/deliveries/delivery.h"
#include "storage/database/database.h"

namespace tradewind::jobs {

// How long things are kept, and how many of them.
struct Retention {
    std::chrono::milliseconds idempotent_answers_kept{std::chrono::hours(7 * 24)};
    std::int64_t idempotent_answers_max = 1'000'000;
    // Far longer than the clocks of two processes can differ.
    std::chrono::milliseconds ended_leases_kept{std::chrono::hours(24)};
    std::chrono::milliseconds done_deliveries_kept{std::chrono::hours(30 * 24)};
    std::chrono::milliseconds other_deliveries_kept{std::chrono::hours(90 * 24)};  // Dead ones, and those not sent.
    std::chrono::milliseconds runs_kept{std::chrono::hours(400 * 24)};  // That have ended, and the steps of all.
};

// Deletes what is kept longer than it is promised, the oldest first, in slices between which requests go on.
class RetentionJob {
  public:
    static constexpr std::int64_t rows_per_slice = 500;

    RetentionJob(storage::Database& database, const base::Clock& clock, Retention retention)
        : database_(database), clock_(clock), retention_(retention) {}

    // Goes on until nothing is left to delete, or the database refuses.
    void run();

  private:
    [[nodiscard]] base::Instant oldest_kept_answer() const;
    // Deletes slices until one is not full. `delete_slice(transaction)` answers how many rows it deleted.
    template <class DeleteSlice>
    void delete_all(DeleteSlice delete_slice);
    void delete_deliveries(domain::DeliveryState state, std::chrono::milliseconds kept);

    storage::Database& database_;
    const base::Clock& clock_;
    const Retention retention_;
};

}  // namespace tradewind::jobs

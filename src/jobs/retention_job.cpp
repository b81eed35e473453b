#include "jobs/retention_job.h"

#include <algorithm>

#include "storage/stores/engine/delivery_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/jobs/lease_store.h"
#include "storage/stores/settings/idempotency_store.h"

namespace tradewind::jobs {

void RetentionJob::run() {
    const base::Instant ended_before{clock_.now().milliseconds - retention_.ended_leases_kept.count()};
    const auto forgotten = storage::write_and_wait(
        database_,
        [&](storage::Transaction& transaction) -> base::Result<void> {
            storage::forget_leases(transaction, ended_before);
            return {};
        },
        storage::purge_terms);
    if (!forgotten) { return; }
    const auto before = oldest_kept_answer();
    delete_all([before](storage::Transaction& transaction) {
        return storage::forget_idempotent_answers(transaction, before, rows_per_slice);
    });
    delete_deliveries(domain::DeliveryState::Done, retention_.done_deliveries_kept);
    delete_deliveries(domain::DeliveryState::Dead, retention_.other_deliveries_kept);
    delete_deliveries(domain::DeliveryState::Skipped, retention_.other_deliveries_kept);
    const base::Instant runs_before{clock_.now().milliseconds - retention_.runs_kept.count()};
    delete_all([runs_before](storage::Transaction& transaction) {
        return storage::delete_old_steps(transaction, runs_before, rows_per_slice);
    });
    delete_all([runs_before](storage::Transaction& transaction) {
        return storage::delete_old_runs(transaction, runs_before, rows_per_slice);
    });
}

template <class DeleteSlice>
void RetentionJob::delete_all(DeleteSlice delete_slice) {
    while (true) {
        const auto deleted = storage::write_and_wait(
            database_, [&](storage::Transaction& transaction) { return base::Result(delete_slice(transaction)); },
            storage::purge_terms);
        if (!deleted || deleted.value() < rows_per_slice) { return; }
    }
}

void RetentionJob::delete_deliveries(domain::DeliveryState state, std::chrono::milliseconds kept) {
    const base::Instant before{clock_.now().milliseconds - kept.count()};
    delete_all([state, before](storage::Transaction& transaction) {
        return storage::delete_ended_deliveries(transaction, state, before, rows_per_slice);
    });
}

base::Instant RetentionJob::oldest_kept_answer() const {
    const base::Instant by_age{clock_.now().milliseconds - retention_.idempotent_answers_kept.count()};
    const auto by_number = storage::read_and_wait(database_, [&](storage::Transaction& transaction) {
        return base::Result(storage::oldest_of_idempotent_answers(transaction, retention_.idempotent_answers_max));
    });
    if (!by_number || !by_number.value()) { return by_age; }
    // It goes too, and with it whatever was made in the same millisecond.
    return std::max(by_age, base::Instant{by_number.value()->milliseconds + 1});
}

}  // namespace tradewind::jobs

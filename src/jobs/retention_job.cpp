#include "jobs/retention_job.h"

#include <algorithm>

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
    while (true) {
        const auto deleted = storage::write_and_wait(
            database_,
            [&](storage::Transaction& transaction) {
                return base::Result(storage::forget_idempotent_answers(transaction, before, rows_per_slice));
            },
            storage::purge_terms);
        if (!deleted || deleted.value() < rows_per_slice) { return; }
    }
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

#include "jobs/erasure_job.h"

#include "storage/erasure_store.h"

namespace tradewind::jobs {

bool ErasureJob::run() {
    const auto started_at = clock_.now();
    const auto is_due = storage::read_and_wait(database_, [&](storage::Transaction& transaction) {
        return base::Result(storage::has_erasures_to_do(transaction, {started_at.milliseconds - delay_.count() + 1}));
    });
    if (!is_due || !is_due.value()) { return false; }
    // Whatever was erased before the files are written anew goes with it.
    if (!database_.wipe_deleted()) { return false; }
    const auto noted = storage::write_and_wait(
        database_,
        [&](storage::Transaction& transaction) -> base::Result<void> {
            storage::note_erasures_done(transaction, started_at, clock_.now());
            return {};
        },
        storage::purge_terms);
    return noted.ok();
}

}  // namespace tradewind::jobs

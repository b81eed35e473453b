#include "jobs/segment_job.h"

#include "storage/stores/engine/segment_store.h"

namespace tradewind::jobs {

void SegmentJob::run() {
    slices_left_ = slices_per_run_;
    // First what keeps reading cheap. Nothing to be done about a refusal: it is tried again the next time.
    if (!work_through(storage::sets_to_add_up, storage::add_up_set)) { return; }
    static_cast<void>(work_through(storage::unused_sets, storage::remove_unused_set).ok());
}

base::Result<void> SegmentJob::work_through(FindSets find, WorkOnOne work) {
    const auto sets = TRY(storage::read_and_wait(
        database_, [&](storage::Transaction& transaction) { return base::Result(find(transaction)); }));
    for (const auto set : sets) {
        for (bool goes_on = true; goes_on && slices_left_ > 0; --slices_left_) {
            goes_on = TRY(storage::write_and_wait(
                database_, [&](storage::Transaction& transaction) { return base::Result(work(transaction, set)); },
                storage::purge_terms));
        }
    }
    return {};
}

}  // namespace tradewind::jobs

#include "jobs/node_number_job.h"

#include "storage/stores/engine/node_number_store.h"

namespace tradewind::jobs {

void NodeNumberJob::run() {
    for (bool goes_on = true; goes_on;) {
        const auto added = add_up_slice();
        // Nothing to be done about a refusal: it is tried again the next time.
        goes_on = added && added.value();
    }
}

base::Result<bool> NodeNumberJob::add_up_slice() {
    const auto last = TRY(storage::read_and_wait(database_, [&](storage::Transaction& transaction) {
        return base::Result(storage::last_of_oldest_number_changes(transaction, rows_per_slice_));
    }));
    if (!last) { return false; }
    return storage::write_and_wait(
        database_,
        [&](storage::Transaction& transaction) -> base::Result<bool> {
            storage::add_up_node_numbers(transaction, *last);
            return true;
        },
        storage::purge_terms);
}

}  // namespace tradewind::jobs

#include "jobs/export_retention_job.h"

#include "storage/stores/jobs/export_store.h"

namespace tradewind::jobs {

using storage::Transaction;

void ExportRetentionJob::run() {
    // Nothing to be done about a refusal: it is tried again the next time.
    static_cast<void>(remove_files().ok());
}

base::Result<void> ExportRetentionJob::remove_files() {
    const auto now = clock_.now();
    const base::Instant before{now.milliseconds - std::chrono::milliseconds(files_kept).count()};
    while (true) {
        const auto old = TRY(storage::read_and_wait(database_, [&](Transaction& transaction) {
            return base::Result(storage::exports_with_files_before(transaction, before, rows_per_slice));
        }));
        if (old.empty()) { return {}; }
        for (const auto& each : old) {
            // The row lets go of its files last: whoever is killed in between finds them again.
            for (const auto& name : domain::files_of(each)) { files_.remove(name); }
            TRY(storage::write_and_wait(
                database_,
                [&](Transaction& transaction) -> base::Result<void> {
                    auto current = storage::find_export_for_change(transaction, each.id);
                    if (!current) { return {}; }
                    // One that was not made in a week never will be.
                    if (!current->has_ended()) {
                        current->status = domain::ExportStatus::Error;
                        current->finished_at = now;
                    }
                    current->file.reset();
                    current->checkpoint = {};
                    storage::update_export(transaction, *current);
                    return {};
                },
                storage::purge_terms));
        }
    }
}

}  // namespace tradewind::jobs

#include "jobs/export_job.h"

#include <exception>

#include "storage/stores/jobs/export_store.h"

namespace tradewind::jobs {

using storage::Transaction;

void ExportJob::run() {
    while (!work_.is_stopped()) {
        auto claimed = claim_next();
        if (!claimed || !claimed.value() || !make(std::move(*claimed.value()))) { break; }
    }
    if (work_.is_stopped()) { work_.release(); }
}

base::Result<std::optional<domain::Export>> ExportJob::claim_next() {
    using MaybeId = std::optional<base::Id>;
    using MaybeExport = std::optional<domain::Export>;
    const auto id = TRY(storage::read_and_wait(
        dependencies_.database,
        [](Transaction& transaction) -> base::Result<MaybeId> { return storage::next_export(transaction); },
        storage::ReadCost::Point));
    if (!id) { return MaybeExport(); }
    return work_.claim(*id, [id](Transaction& transaction) -> base::Result<MaybeExport> {
        auto wanted = storage::find_export_for_change(transaction, *id);
        if (!wanted || wanted->has_ended()) { return base::conflict("The export is gone or has ended."); }
        return wanted;
    });
}

bool ExportJob::make(domain::Export wanted) {
    const auto id = wanted.id;
    try {
        ExportRun run(dependencies_, work_, std::move(wanted));
        const auto made = run.run();
        if (made) {
            work_.has_worked();
            return true;
        }
        switch (made.error().kind) {
            case base::ErrorKind::Conflict:
                return true;
            case base::ErrorKind::StorageFull:
                dependencies_.log.error("an export finds no room on the disk", {{"export", id.text()}});
                return run.fail().ok();
            case base::ErrorKind::Invalid:
                dependencies_.log.warning("an export cannot be made",
                                          {{"export", id.text()}, {"cause", made.error().problems.front().reason}});
                return run.fail().ok();
            case base::ErrorKind::Internal:
                dependencies_.log.error("an export cannot be made",
                                        {{"export", id.text()}, {"cause", made.error().detail}});
                return run.fail().ok();
            default:
                work_.say_once("an export has to wait", id, made.error());
                return false;
        }
    } catch (const std::exception& broken) {
        dependencies_.log.error("an export cannot be made", {{"export", id.text()}, {"cause", broken.what()}});
        const auto now = dependencies_.sources.clock.now();
        return change_export(work_, id,
                             [now](domain::Export& current) {
                                 current.status = domain::ExportStatus::Error;
                                 current.finished_at = now;
                             })
            .ok();
    }
}

}  // namespace tradewind::jobs

#include "jobs/export_job.h"

#include <exception>

#include "storage/stores/jobs/export_store.h"

namespace tradewind::jobs {

using storage::Transaction;

void ExportJob::run() {
    while (!is_stopped_) {
        auto claimed = claim_next();
        if (!claimed || !claimed.value() || !make(std::move(*claimed.value()))) { return; }
    }
}

base::Result<std::optional<domain::Export>> ExportJob::claim_next() const {
    using MaybeId = std::optional<base::Id>;
    const auto id = TRY(storage::read_and_wait(
        dependencies_.database,
        [](Transaction& transaction) -> base::Result<MaybeId> { return storage::next_export(transaction); },
        storage::ReadCost::Point));
    std::optional<domain::Export> claimed;
    if (!id) { return claimed; }
    TRY(ExportRun::change(dependencies_, *id, [&](domain::Export& current) { claimed = current; }));
    return claimed;
}

bool ExportJob::make(domain::Export wanted) {
    const auto id = wanted.id;
    try {
        ExportRun run(dependencies_, is_stopped_, std::move(wanted));
        const auto made = run.run();
        if (made) { return true; }
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
            default:
                if (is_stopped_) { release(id); }
                tell_once(id, made.error().cause);
                return false;
        }
    } catch (const std::exception& broken) {
        dependencies_.log.error("an export cannot be made", {{"export", id.text()}, {"cause", broken.what()}});
        const auto now = dependencies_.sources.clock.now();
        return ExportRun::change(dependencies_, id,
                                 [now](domain::Export& current) {
                                     current.status = domain::ExportStatus::Error;
                                     current.finished_at = now;
                                 })
            .ok();
    }
}

void ExportJob::release(base::Id id) const {
    storage::let_go(dependencies_.database, [&](Transaction& transaction) {
        storage::release_export_lease(transaction, id, dependencies_.holder);
    });
}

void ExportJob::tell_once(base::Id id, const std::string& cause) {
    if (is_stopped_ || told_ == id) { return; }
    told_ = id;
    dependencies_.log.warning("an export has to wait", {{"export", id.text()}, {"cause", cause}});
}

}  // namespace tradewind::jobs

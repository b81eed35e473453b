#include "jobs/erasure_job.h"

#include <algorithm>

#include "storage/stores/contacts/erasure_store.h"

namespace tradewind::jobs {
namespace {

base::Instant believed_until(base::Instant now) {
    return {now.milliseconds + std::chrono::milliseconds(ErasureJob::clock_tolerance).count()};
}

}  // namespace

bool ErasureJob::run() {
    const auto wiped = wipe_if_due();
    if (wiped) {
        was_logged_ = false;
        return wiped.value();
    }
    if (!was_logged_) {
        const auto& error = wiped.error();
        dependencies_.log.warning("traces of erased people have to stay on the disk for now",
                                  {{"cause", error.cause.empty() ? error.detail : error.cause}});
    }
    was_logged_ = true;
    return false;
}

base::Result<bool> ErasureJob::wipe_if_due() {
    using MaybeInstant = std::optional<base::Instant>;
    const auto& clock = dependencies_.clock;
    const auto started_at = clock.now();
    const auto first = TRY(storage::read_and_wait(
        dependencies_.database, [&](storage::Transaction& transaction) -> base::Result<MaybeInstant> {
            return storage::first_erasure_to_do(transaction, believed_until(started_at));
        }));
    if (!first) {
        dependencies_.figures.oldest_erasure.set(0);
        return false;
    }
    // What a wrong clock made was long enough ago.
    const auto age = first->milliseconds == 0
                         ? delay_.count()
                         : std::max<std::int64_t>(started_at.milliseconds - first->milliseconds, 0);
    dependencies_.figures.oldest_erasure.set(age);
    if (age < delay_.count()) { return false; }
    // Whatever was erased before the files are wiped goes with it.
    TRY(dependencies_.database.wipe_deleted());
    TRY(storage::write_and_wait(
        dependencies_.database,
        [&](storage::Transaction& transaction) -> base::Result<void> {
            const auto now = clock.now();
            storage::note_erasures_done(transaction,
                                        {.before = started_at, .believed_until = believed_until(now), .at = now});
            return {};
        },
        storage::purge_terms));
    dependencies_.figures.oldest_erasure.set(0);
    return true;
}

}  // namespace tradewind::jobs

#include "jobs/erasure_log_job.h"

#include <vector>

#include "storage/stores/contacts/erasure_store.h"

namespace tradewind::jobs {
namespace {

constexpr std::int64_t logged_per_slice = 1000;
// Ids grow with time, but of processes that share a database one may commit its own a little later. Longer than any
// transaction lasts.
constexpr std::int64_t looked_at_again_milliseconds = std::int64_t{10} * 60 * 1000;

}  // namespace

ErasureLogJob::ErasureLogJob(storage::Database& database, const base::Clock& clock, const storage::ErasureLog& log)
    : database_(database), clock_(clock), log_(log) {
    const auto known = log_.read();
    if (!known) { throw storage::DatabaseBroken(known.error().detail); }
    for (const auto& erasure : known.value()) { written_.insert(erasure.id.number); }
}

std::size_t ErasureLogJob::run() {
    using Erasures = std::vector<storage::Erasure>;
    std::size_t count = 0;
    const auto now = clock_.now();
    for (auto from = from_;;) {
        const auto found =
            storage::read_and_wait(database_, [&](storage::Transaction& transaction) -> base::Result<Erasures> {
                return storage::erasures_from(transaction, from, logged_per_slice);
            });
        if (!found) { return count; }
        Erasures unwritten;
        for (const auto& erasure : found.value()) {
            if (!written_.contains(erasure.id.number)) { unwritten.push_back(erasure); }
        }
        if (!unwritten.empty()) { log_.append(unwritten); }
        for (const auto& erasure : unwritten) { written_.insert(erasure.id.number); }
        count += unwritten.size();
        if (found.value().size() < static_cast<std::size_t>(logged_per_slice)) { break; }
        from = {found.value().back().id.number + 1};
    }
    from_ = base::Id::first_at({now.milliseconds - looked_at_again_milliseconds});
    std::erase_if(written_, [this](std::int64_t number) { return number < from_.number; });
    return count;
}

}  // namespace tradewind::jobs

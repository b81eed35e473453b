#include "engine/bucket_leases.h"

#include <algorithm>
#include <limits>

#include "base/fault.h"
#include "domain/journal/change.h"

namespace tradewind::engine {
namespace {

using storage::LeaseKind;
using storage::Transaction;

// Later than anybody believes: whoever opens the database next takes it at once.
constexpr base::Instant no_end{std::numeric_limits<std::int64_t>::max() / 4};

}  // namespace

storage::LeaseTime BucketLeases::time_from_now() const {
    const auto now = dependencies_.clock.now();
    return {.now = now, .until = {now.milliseconds + lease_time.count()}};
}

base::Result<void> BucketLeases::keep() {
    const auto now = dependencies_.clock.steady_now();
    const bool is_alone = dependencies_.sharing == Sharing::Alone;
    if (kept_at_ && (is_alone || now - *kept_at_ < renewal_interval)) { return {}; }
    held_ = TRY(storage::write_and_wait(
        dependencies_.database, [this](Transaction& transaction) { return base::Result(claim_share(transaction)); },
        storage::Priority::Reaction));
    kept_at_ = now;
    return {};
}

std::vector<storage::Lease> BucketLeases::claim_share(Transaction& transaction) {
    const auto time = time_from_now();
    const auto& holder = dependencies_.holder;
    const auto claim = [&](LeaseKind kind, base::Id subject) {
        return storage::claim_lease(transaction, {.kind = kind, .subject = subject}, holder, time);
    };
    std::int64_t processes = 1;
    if (dependencies_.sharing == Sharing::Shared) {
        presence_ = claim(LeaseKind::EngineProcess, dependencies_.process);
        const auto present = storage::held_leases(transaction, LeaseKind::EngineProcess);
        processes = std::count_if(present.begin(), present.end(),
                                  [&](const storage::HeldLease& other) { return other.is_alive(time); });
    }
    const auto share = (domain::change_buckets + processes - 1) / std::max<std::int64_t>(processes, 1);

    std::vector<bool> is_taken(domain::change_buckets, false);
    std::vector<storage::Lease> mine;
    for (const auto& held : storage::held_leases(transaction, LeaseKind::Bucket)) {
        const auto bucket = held.lease.key.subject.number;
        if (held.lease.holder != holder) {
            is_taken[static_cast<std::size_t>(bucket)] = held.is_alive(time);
        } else if (std::ssize(mine) < share) {
            mine.push_back(held.lease);
            is_taken[static_cast<std::size_t>(bucket)] = true;
        } else {
            storage::release_lease(transaction, held.lease);
            is_taken[static_cast<std::size_t>(bucket)] = true;
        }
    }
    for (std::int64_t bucket = 0; bucket < domain::change_buckets && std::ssize(mine) < share; ++bucket) {
        if (is_taken[static_cast<std::size_t>(bucket)]) { continue; }
        if (auto lease = claim(LeaseKind::Bucket, {bucket})) { mine.push_back(std::move(*lease)); }
    }
    const auto until = dependencies_.sharing == Sharing::Alone ? no_end : time.until;
    storage::renew_leases(transaction, LeaseKind::Bucket, holder, until);
    std::sort(mine.begin(), mine.end(), [](const storage::Lease& one, const storage::Lease& other) {
        return one.key.subject.number < other.key.subject.number;
    });
    return mine;
}

bool BucketLeases::are_held_in(Transaction& transaction, const std::vector<std::int64_t>& buckets) const {
    std::vector<storage::Lease> wanted;
    for (const auto bucket : buckets) {
        const auto lease = std::find_if(held_.begin(), held_.end(),
                                        [&](const storage::Lease& held) { return held.key.subject.number == bucket; });
        if (lease == held_.end()) { return false; }
        wanted.push_back(*lease);
    }
    return base::is_planted(base::Fault::TrustLeases) || storage::holds_leases(transaction, wanted);
}

void BucketLeases::release() {
    if (held_.empty() && !presence_) { return; }
    const auto release_all = [this](Transaction& transaction) -> base::Result<void> {
        for (const auto& lease : held_) { storage::release_lease(transaction, lease); }
        if (presence_) { storage::release_lease(transaction, *presence_); }
        return {};
    };
    // Where the database refuses that, they end by themselves.
    static_cast<void>(storage::write_and_wait(dependencies_.database, release_all, storage::Priority::Reaction).ok());
    held_.clear();
    presence_.reset();
    kept_at_.reset();
}

}  // namespace tradewind::engine

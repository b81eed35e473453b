#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// What processes that share a database leave to one of them.
enum class LeaseKind { Import, Export, Scores, EngineProcess, Bucket, SegmentBuild, SampleData };
std::string_view word_of(LeaseKind kind);

// The subject is an id of that kind; none where there is but one.
struct LeaseKey {
    LeaseKind kind;
    base::Id subject = {};
};

// The hold of one process on a subject. `generation` rises whenever the holder changes, so that a process whose lease
// went to another one and came back knows that it was away.
struct Lease {
    LeaseKey key;
    std::string holder;
    std::int64_t generation = 0;
};

// By the clock of the process that asks.
struct LeaseTime {
    base::Instant now;
    base::Instant until;

    // A lease of another process that ends later than this was taken by a clock that was wrong.
    [[nodiscard]] base::Instant believed_until() const { return {2 * until.milliseconds - now.milliseconds}; }
};

// Takes a lease that is free or has ended, or that `holder` has already. Nothing when another process holds it.
std::optional<Lease> claim_lease(Transaction& transaction, const LeaseKey& key, std::string_view holder,
                                 const LeaseTime& time);

// Reads the lease again: whether it is still that of this holder in this generation, be it that it has ended and nobody
// else took it. If so, nobody takes it before the transaction ends. Every write transaction of leased work asks one of
// these three, and is undone when the answer is no.
[[nodiscard]] bool holds_lease(Transaction& transaction, const Lease& lease);
// The same of several of one kind and one holder: whether all of them are.
[[nodiscard]] bool holds_leases(Transaction& transaction, const std::vector<Lease>& leases);
// The same of one, and from now on the lease lasts until then.
[[nodiscard]] bool renew_lease(Transaction& transaction, const Lease& lease, base::Instant until);

// Leaves the lease to others at once. Nothing happens when it went to another process already.
void release_lease(Transaction& transaction, const Lease& lease);

// All leases of a kind that are held, by subject, be it that they have ended.
struct HeldLease {
    Lease lease;
    base::Instant until;

    [[nodiscard]] bool is_alive(const LeaseTime& time) const {
        return time.now < until && until <= time.believed_until();
    }
};
std::vector<HeldLease> held_leases(Transaction& transaction, LeaseKind kind);
// Every lease of a kind that `holder` has lasts until then.
void renew_leases(Transaction& transaction, LeaseKind kind, std::string_view holder, base::Instant until);

// Deletes the leases that ended before this moment. Their generations begin anew.
void forget_leases(Transaction& transaction, base::Instant ended_before);

}  // namespace tradewind::storage

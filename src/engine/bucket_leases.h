#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/result.h"
#include "storage/database/database.h"
#include "storage/stores/jobs/lease_store.h"

namespace tradewind::engine {

// Which buckets of contacts this process works on. Processes that share a database share the buckets evenly: each says
// that it is there, takes its part of what is free or whose holder is silent, and gives up what is more than its part.
// A process that has its database to itself takes all of them once, and writes no renewals.
//
// For the thread of the engine.
class BucketLeases {
  public:
    static constexpr std::chrono::milliseconds lease_time{10'000};
    static constexpr std::chrono::milliseconds renewal_interval{3'000};

    enum class Sharing { Alone, Shared };

    struct Dependencies {
        storage::Database& database;
        const base::Clock& clock;
        std::string holder;  // The name of this process among those that share the database.
        base::Id process;    // A number that no other living process has.
        Sharing sharing;
    };

    explicit BucketLeases(Dependencies dependencies) : dependencies_(std::move(dependencies)) {}

    // Claims, renews and gives back, when it is time.
    base::Result<void> keep();
    // Those that this process has, by bucket.
    [[nodiscard]] const std::vector<storage::Lease>& held() const { return held_; }
    // In each transaction that writes for a bucket: whether it is still this process that works on it. If so, no other
    // one does before the transaction ends.
    [[nodiscard]] bool are_held_in(storage::Transaction& transaction, const std::vector<std::int64_t>& buckets) const;
    // One of them went to another process: all are looked at anew by the next keep().
    void note_lost() { kept_at_.reset(); }
    // Leaves all of them to others.
    void release();

  private:
    [[nodiscard]] storage::LeaseTime time_from_now() const;
    std::vector<storage::Lease> claim_share(storage::Transaction& transaction);

    const Dependencies dependencies_;
    std::vector<storage::Lease> held_;
    std::optional<storage::Lease> presence_;  // Says that this process is there.
    std::optional<std::chrono::steady_clock::time_point> kept_at_;
};

}  // namespace tradewind::engine

#pragma once

#include <atomic>
#include <span>

#include "base/clock.h"
#include "base/result.h"
#include "base/sources.h"
#include "jobs/demo/history.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::jobs::demo {

// A clock that stands where a history is.
class HistoryClock final : public base::Clock {
  public:
    [[nodiscard]] base::Instant now() const override { return {now_.load()}; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return real_.steady_now(); }
    void set(base::Instant now) { now_ = now.milliseconds; }

  private:
    base::SystemClock real_;
    std::atomic<std::int64_t> now_{0};
};

// Where steps of a history are taken, by the same operations as those of real customers.
struct Life {
    HistoryClock& clock;
    base::Sources& sources;  // Its time is that of the clock.
    const Shop& shop;
    std::uint64_t seed;

    // Up to the first that is refused, if there is one.
    base::Result<void> take(storage::Transaction& transaction, const storage::Definitions& definitions,
                            std::span<const Step> steps) const;

  private:
    base::Result<void> take_one(storage::Transaction& transaction, const storage::Definitions& definitions,
                                const Step& step) const;
};

}  // namespace tradewind::jobs::demo

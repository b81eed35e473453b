#pragma once

#include <cstdint>

#include "base/clock.h"
#include "base/minute_counter.h"
#include "net/http.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api {

// What a caller has left of the running minute; of two limits the tighter one.
struct RateState {
    std::int64_t limit;
    std::int64_t remaining;
    std::int64_t reset_at;       // Unix seconds.
    std::int64_t reset_seconds;  // From now.
    bool is_over;
};

// Counts requests whose key is known, over all keys and operations of the account, in fixed minutes of the wall clock;
// and besides for each key that has a limit of its own. Thread-safe.
class RateLimit {
  public:
    // What the headers show when there is no limit: the largest number that every client can read.
    static constexpr std::int64_t unlimited = 9'007'199'254'740'991;

    // What one person may ask for in a minute, in however many windows.
    static constexpr std::int64_t person_requests_per_minute = 3'000;

    // 0: none.
    RateLimit(const base::Clock& clock, std::int64_t requests_per_minute);

    RateState count(const storage::KnownKey& key);
    // Of a person, who shares no limit with programs: neither keeps the other from working.
    RateState count(const storage::KnownPerson& person);

    // Until the next minute starts.
    [[nodiscard]] std::int64_t seconds_left() const;

    // What is counted over all keys.
    [[nodiscard]] base::MinuteCounter& account() { return account_; }

  private:
    [[nodiscard]] static RateState state_of(std::int64_t limit, std::int64_t remaining, bool is_over,
                                            base::Instant now);

    const base::Clock& clock_;
    const std::int64_t requests_per_minute_;
    base::MinuteCounter account_;
};

// Both families of headers, and Retry-After when it is over.
void add_rate_headers(net::HttpResponse& response, const RateState& state);

}  // namespace tradewind::api

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "base/result.h"
#include "base/time_zone.h"

namespace tradewind::domain {

// A length of time as people say it: `P90D`, `P1Y2M`, `PT2H`. Years, months, weeks and days are counted on the calendar
// of the store, hours and less are time that goes by.
struct Period {
    int months = 0;  // Years are twelve.
    int days = 0;    // Weeks are seven.
    std::int64_t seconds = 0;

    friend bool operator==(const Period&, const Period&) = default;

    // ISO 8601, whole numbers, at most 100 years. The Error is `invalid("", reason)`.
    static base::Result<Period> parse(std::string_view text);
    // In one form for one length: `P1Y2M`, `P10D`, `PT36H`; `P0D` for nothing.
    [[nodiscard]] std::string text() const;
    // Whether it is counted on the calendar alone.
    [[nodiscard]] bool is_days() const { return seconds == 0; }
    [[nodiscard]] bool is_zero() const { return months == 0 && days == 0 && seconds == 0; }
};

// So long after a moment: first months, with the end of a month clamped, then days, then what goes by. A local time
// that does not exist is the next that does; of two it is the first.
base::Instant add(base::Instant at, const Period& period, const base::TimeZone& zone, int sign = 1);
// The same for a day of the calendar, which hours do not move. `sign` is 1 or -1: so long before.
base::LocalDay add(base::LocalDay day, const Period& period, int sign = 1);

// Moments whose order turns round when a period is added, because months are clamped and clocks are moved, lie at most
// so far apart, in milliseconds.
std::int64_t order_slack(const Period& period);

}  // namespace tradewind::domain

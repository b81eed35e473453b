#include "domain/workflows/schedule.h"

#include <algorithm>
#include <chrono>

namespace tradewind::domain {
namespace {

constexpr int days_of_week = 7;

int weekday_of(base::LocalDay day) {
    return static_cast<int>(std::chrono::weekday(day).c_encoding());
}

// 24:00 is the beginning of the next day.
base::Instant moment_of(base::LocalDay day, ClockTime time, const base::TimeZone& zone) {
    if (time.hour == 24) { return zone.start_of(day + std::chrono::days(1)); }
    return zone.first_at({.day = day, .hour = time.hour, .minute = time.minute});
}

bool is_open_on(const ActingWindow& window, base::LocalDay day) {
    return window.weekdays.empty() || std::ranges::find(window.weekdays, weekday_of(day)) != window.weekdays.end();
}

}  // namespace

base::Instant next_clock_time(base::Instant after, ClockTime time, std::optional<int> weekday,
                              const base::TimeZone& zone) {
    auto day = zone.day_of(after);
    while (true) {
        if (!weekday || weekday_of(day) == *weekday) {
            const auto moment = moment_of(day, time, zone);
            if (moment > after) { return moment; }
        }
        day += std::chrono::days(1);
    }
}

base::Instant next_open(base::Instant at, const ActingWindow& window, const base::TimeZone& zone) {
    const auto today = zone.day_of(at);
    // A day that a place skipped is open at no moment, so one week may not be enough.
    for (int ahead = 0; ahead <= 2 * days_of_week; ++ahead) {
        const auto day = today + std::chrono::days(ahead);
        if (!is_open_on(window, day)) { continue; }
        const auto opens = std::max(at, moment_of(day, window.from, zone));
        if (opens < moment_of(day, window.to, zone)) { return opens; }
    }
    return at;
}

}  // namespace tradewind::domain

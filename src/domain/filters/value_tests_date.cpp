#include "domain/filters/value_tests.h"

#include <algorithm>
#include <cassert>
#include <chrono>

namespace tradewind::domain {
namespace value_tests {
namespace {

using std::chrono::days;
using std::chrono::year_month_day;

constexpr std::int64_t milliseconds_per_day = 86'400'000;

Fit in_last(base::Instant value, const Period& period, const EvaluationTime& time) {
    const auto end = add(value, period, time.zone);
    if (time.now < value) { return {.holds = false, .changes_at = value < end ? std::optional(value) : std::nullopt}; }
    if (time.now < end) { return {.holds = true, .changes_at = end}; }
    return {.holds = false};
}

bool is_in_next(base::Instant value, const Period& period, base::Instant now, const base::TimeZone& zone) {
    return now < value && value <= add(now, period, zone);
}

// The first moment from `from` on and before `until` at which the answer is no longer `holds`. Between two midnights or
// moves of the clock, now + period grows with now: there the answer changes once at most, and is looked for by halves.
std::optional<base::Instant> next_in_next(base::Instant value, const Period& period, const base::TimeZone& zone,
                                          bool holds, base::Instant from, base::Instant until) {
    const auto differs = [&](base::Instant at) { return is_in_next(value, period, at, zone) != holds; };
    while (from < until) {
        if (differs(from)) { return from; }
        auto end = std::min(zone.start_of(zone.day_of(from) + days(1)), until);
        if (const auto change = zone.next_clock_change(from)) { end = std::min(end, *change); }
        base::Instant last{end.milliseconds - 1};
        if (differs(last)) {
            auto same = from;
            while (last.milliseconds - same.milliseconds > 1) {
                const base::Instant middle{(same.milliseconds + last.milliseconds) / 2};
                (differs(middle) ? last : same) = middle;
            }
            return last;
        }
        from = end;
    }
    return std::nullopt;
}

Fit in_next(base::Instant value, const Period& period, const EvaluationTime& time) {
    const auto& [now, zone] = time;
    if (now >= value) { return {.holds = false}; }
    Fit fit{.holds = is_in_next(value, period, now, zone)};
    // Around this moment it begins to hold; at the ends of months more than once.
    const auto begin = add(value, period, zone, -1);
    const auto slack = 2 * order_slack(period);
    if (slack == 0) {
        fit.changes_at = fit.holds ? value : begin;
        return fit;
    }
    const base::Instant first{std::max(now.milliseconds + 1, begin.milliseconds - slack)};
    const auto last = std::min(base::Instant{begin.milliseconds + slack}, value);
    fit.changes_at = next_in_next(value, period, zone, fit.holds, first, last);
    if (!fit.changes_at && fit.holds) { fit.changes_at = value; }
    return fit;
}

base::LocalDay anniversary_in(base::LocalDay day, std::chrono::year year) {
    const year_month_day date(day);
    const year_month_day same(year, date.month(), date.day());
    return same.ok() ? base::LocalDay(same) : base::LocalDay(year / std::chrono::February / 28);
}

// The day itself is no anniversary: the first is a year later.
Fit anniversary_in_next(base::Instant value, const Period& period, const EvaluationTime& time) {
    const auto& [now, zone] = time;
    const base::LocalDay day(std::chrono::floor<days>(std::chrono::milliseconds(value.milliseconds)));
    const auto today = zone.day_of(now);
    const auto this_year = year_month_day(today).year();
    const auto first_year = std::max(year_month_day(day).year() + std::chrono::years(1), this_year);
    const std::chrono::years ahead(period.months / 12 + period.days / 365 + 3);
    Fit fit;
    for (auto year = first_year; year <= std::max(first_year, this_year) + ahead; ++year) {
        const auto anniversary = anniversary_in(day, year);
        const auto begin = add(anniversary, period, -1);
        if (!fit.holds && begin > today) {
            fit.changes_at = zone.start_of(begin);
            return fit;
        }
        if (today > anniversary && !fit.holds) { continue; }
        // What holds goes on when the next one begins before this one is over.
        if (fit.holds && zone.start_of(begin) > *fit.changes_at) { return fit; }
        fit = {.holds = true, .changes_at = zone.start_of(anniversary + days(1))};
    }
    if (fit.holds) { fit.changes_at.reset(); }  // One always follows the other.
    return fit;
}

}  // namespace

Fit date_fit(const ValueTest& test, base::Instant value, const EvaluationTime& time) {
    switch (test.is) {
        case FilterOperator::Before:
            return {.holds = value < test.date_from.at};
        case FilterOperator::After:
            return {.holds = value > test.date_from.at};
        case FilterOperator::Between:
            return {.holds = test.date_from.at <= value && value <= last_moment(test.date_to, time.zone)};
        case FilterOperator::InLast:
            return in_last(value, test.period, time);
        case FilterOperator::NotInLast: {
            auto fit = in_last(value, test.period, time);
            fit.holds = !fit.holds;
            return fit;
        }
        case FilterOperator::InNext:
            return in_next(value, test.period, time);
        case FilterOperator::AnniversaryInNext:
            return anniversary_in_next(value, test.period, time);
        default:
            assert(false && "no operator of dates");
            return {};
    }
}

}  // namespace value_tests

base::Instant last_moment(const DateOperand& to, const base::TimeZone& zone) {
    if (!to.is_day) { return to.at; }
    const base::LocalDay day(std::chrono::floor<std::chrono::days>(std::chrono::milliseconds(to.at.milliseconds)));
    return {zone.start_of(day + std::chrono::days(1)).milliseconds - 1};
}

}  // namespace tradewind::domain

#include "domain/filters/period.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace tradewind::domain {
namespace {

using std::chrono::days;
using std::chrono::months;
using std::chrono::year_month;
using std::chrono::year_month_day;
using std::chrono::year_month_day_last;

constexpr std::int64_t period_years_max = 100;
constexpr std::int64_t milliseconds_per_hour = 3'600'000;

base::Error no_period() {
    return base::invalid("", "must be a period such as P90D, P1Y2M or PT2H");
}

base::Error too_long() {
    return base::invalid("", "must be at most 100 years long");
}

// As many as are begun.
std::int64_t years_in(const Period& period) {
    constexpr std::int64_t seconds_per_day = 86'400;
    const auto whole_days =
        period.months * 365 / 12 + period.days + (period.seconds + seconds_per_day - 1) / seconds_per_day;
    return (whole_days + 364) / 365;
}

// One letter of a period and what one of it is.
struct PeriodUnit {
    char letter;
    bool is_time;
    std::int64_t months;
    std::int64_t days;
    std::int64_t seconds;
    std::int64_t number_max;  // In a hundred years.
};
constexpr std::array<PeriodUnit, 7> period_units{{
    {'Y', false, 12, 0, 0, period_years_max},
    {'M', false, 1, 0, 0, period_years_max * 12},
    {'W', false, 0, 7, 0, period_years_max * 52},
    {'D', false, 0, 1, 0, period_years_max * 365},
    {'H', true, 0, 0, 3'600, period_years_max * 365 * 24},
    {'M', true, 0, 0, 60, period_years_max * 365 * 24 * 60},
    {'S', true, 0, 0, 1, period_years_max * 365 * 24 * 3'600},
}};

void append_unit(std::string& text, std::int64_t number, char letter) {
    if (number != 0) { text += std::to_string(number) + letter; }
}

base::LocalDay add_months(base::LocalDay day, int count) {
    const year_month_day date(day);
    const auto month = year_month(date.year(), date.month()) + months(count);
    const year_month_day_last last(month.year(), std::chrono::month_day_last(month.month()));
    return base::LocalDay(year_month_day(month.year(), month.month(), std::min(date.day(), last.day())));
}

}  // namespace

base::Result<Period> Period::parse(std::string_view text) {
    if (!text.starts_with('P')) { return no_period(); }
    Period period;
    bool is_time = false;
    bool has_number = false;
    auto next_unit = period_units.begin();
    text.remove_prefix(1);
    while (!text.empty()) {
        if (text.front() == 'T' && !is_time) {
            is_time = true;
            has_number = false;
            text.remove_prefix(1);
            continue;
        }
        std::int64_t number = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
        const auto digits = static_cast<std::size_t>(end - text.data());
        if (failure != std::errc() || number < 0 || digits == text.size()) { return no_period(); }
        const auto unit = std::find_if(next_unit, period_units.end(), [&](const PeriodUnit& candidate) {
            return candidate.letter == text[digits] && candidate.is_time == is_time;
        });
        if (unit == period_units.end()) { return no_period(); }
        if (number > unit->number_max) { return too_long(); }
        period.months += static_cast<int>(number * unit->months);
        period.days += static_cast<int>(number * unit->days);
        period.seconds += number * unit->seconds;
        has_number = true;
        next_unit = unit + 1;
        text.remove_prefix(digits + 1);
    }
    if (!has_number) { return no_period(); }
    if (years_in(period) > period_years_max) { return too_long(); }
    return period;
}

std::string Period::text() const {
    if (is_zero()) { return "P0D"; }
    std::string text = "P";
    append_unit(text, months / 12, 'Y');
    append_unit(text, months % 12, 'M');
    append_unit(text, days, 'D');
    if (seconds == 0) { return text; }
    text += 'T';
    append_unit(text, seconds / 3'600, 'H');
    append_unit(text, seconds / 60 % 60, 'M');
    append_unit(text, seconds % 60, 'S');
    return text;
}

base::LocalDay add(base::LocalDay day, const Period& period, int sign) {
    return add_months(day, sign * period.months) + days(sign * period.days);
}

base::Instant add(base::Instant at, const Period& period, const base::TimeZone& zone, int sign) {
    if (period.months != 0 || period.days != 0) {
        auto local = zone.local(at);
        local.day = add(local.day, period, sign);
        at = zone.first_at(local);
    }
    return {at.milliseconds + sign * period.seconds * 1'000};
}

std::int64_t order_slack(const Period& period) {
    // Three days at the end of February; clocks are moved by a day at most, where a place changes its side of the date
    // line.
    if (period.months != 0) { return 5 * 24 * milliseconds_per_hour; }
    if (period.days != 0) { return 2 * 24 * milliseconds_per_hour; }
    return 0;
}

}  // namespace tradewind::domain

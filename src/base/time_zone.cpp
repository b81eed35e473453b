#include "base/time_zone.h"

#include <cctz/civil_time.h>
#include <cctz/time_zone.h>
#include <fmt/format.h>

namespace tradewind::base {

namespace {

using std::chrono::days;
using std::chrono::milliseconds;
using std::chrono::months;
using std::chrono::seconds;
using std::chrono::year_month_day;
using std::chrono::years;

constexpr std::size_t day_characters = 10;

cctz::time_point<seconds> second_of(Instant instant) {
    return std::chrono::floor<seconds>(std::chrono::sys_time<milliseconds>(milliseconds(instant.milliseconds)));
}

Instant instant_of(cctz::time_point<seconds> moment) {
    return Instant{milliseconds(moment.time_since_epoch()).count()};
}

const cctz::civil_day epoch(1970, 1, 1);

LocalDay local_day(const cctz::civil_second& civil) {
    return LocalDay(days(cctz::civil_day(civil) - epoch));
}

}  // namespace

Result<LocalDay> parse_local_day(std::string_view text) {
    const auto midnight = Instant::parse(text);
    if (text.size() != day_characters || !midnight.ok()) { return invalid("", "must be a date such as 2022-10-05"); }
    return LocalDay(std::chrono::floor<days>(milliseconds(midnight.value().milliseconds)));
}

std::string local_day_text(LocalDay day) {
    const year_month_day date(day);
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                       static_cast<unsigned>(date.day()));
}

LocalDay first_day(CalendarPeriod period, LocalDay day) {
    const year_month_day date(day);
    switch (period) {
        case CalendarPeriod::Day:
            return day;
        case CalendarPeriod::Week:
            return day - (std::chrono::weekday(day) - std::chrono::Monday);
        case CalendarPeriod::Month:
            return LocalDay(date.year() / date.month() / 1);
        case CalendarPeriod::Year:
            return LocalDay(date.year() / 1 / 1);
    }
    return day;
}

LocalDay first_day_after(CalendarPeriod period, LocalDay day) {
    const auto first = first_day(period, day);
    switch (period) {
        case CalendarPeriod::Day:
            return first + days(1);
        case CalendarPeriod::Week:
            return first + days(7);
        case CalendarPeriod::Month:
            return LocalDay(year_month_day(first) + months(1));
        case CalendarPeriod::Year:
            return LocalDay(year_month_day(first) + years(1));
    }
    return first;
}

struct TimeZone::Zone {
    cctz::time_zone zone;
};

Result<TimeZone> TimeZone::load(std::string_view name) {
    cctz::time_zone zone;
    if (!is_time_zone(name) || !cctz::load_time_zone(std::string(name), &zone)) {
        return invalid("", "is not a time zone such as Europe/Madrid");
    }
    return TimeZone(std::make_shared<const Zone>(Zone{zone}));
}

LocalTime TimeZone::local(Instant instant) const {
    const auto second = second_of(instant);
    const auto civil = zone_->zone.lookup(second).cs;
    return {.day = local_day(civil),
            .hour = civil.hour(),
            .minute = civil.minute(),
            .second = civil.second(),
            .millisecond = static_cast<int>(instant.milliseconds - instant_of(second).milliseconds)};
}

Instant TimeZone::first_at(const LocalTime& time) const {
    const cctz::civil_day day(epoch + time.day.time_since_epoch().count());
    const auto found =
        zone_->zone.lookup(cctz::civil_second(day.year(), day.month(), day.day(), time.hour, time.minute, time.second));
    if (found.kind == cctz::time_zone::civil_lookup::SKIPPED) { return instant_of(found.trans); }
    return {instant_of(found.pre).milliseconds + time.millisecond};
}

std::optional<Instant> TimeZone::next_clock_change(Instant after) const {
    cctz::time_zone::civil_transition change;
    auto from = second_of(after);
    // Changes of nothing but a name are none.
    while (zone_->zone.next_transition(from, &change)) {
        const auto at = zone_->zone.lookup(change.to).trans;
        if (zone_->zone.lookup(at).offset != zone_->zone.lookup(at - seconds(1)).offset) { return instant_of(at); }
        from = at;
    }
    return std::nullopt;
}

std::string TimeZone::fingerprint() const {
    constexpr Instant end{4'102'444'800'000};  // 2100.
    constexpr std::uint64_t prime = 1'099'511'628'211;
    std::uint64_t hash = 14'695'981'039'346'656'037U;
    const auto add = [&](std::int64_t number) { hash = (hash ^ static_cast<std::uint64_t>(number)) * prime; };
    for (std::optional<Instant> at = Instant{}; at && *at < end; at = next_clock_change(*at)) {
        add(at->milliseconds);
        add(zone_->zone.lookup(second_of(*at)).offset);
    }
    return fmt::format("{} {:016x}", zone_->zone.name(), hash);
}

Instant TimeZone::start_of(LocalDay day) const {
    return first_at({.day = day});
}

LocalDay TimeZone::day_of(Instant instant) const {
    auto day = local_day(zone_->zone.lookup(second_of(instant)).cs);
    // Clocks that went back over midnight show once more a day that is over.
    while (start_of(day + days(1)) <= instant) { day += days(1); }
    return day;
}

Instant TimeZone::same_hour_until(Instant instant) const {
    auto from = second_of(instant);
    const auto then = zone_->zone.lookup(from);
    auto until = from + seconds(cctz::civil_second(cctz::civil_hour(then.cs) + 1) - then.cs);
    const auto unchanged = [&](cctz::time_point<seconds> moment) {
        return zone_->zone.lookup(moment).offset == then.offset;
    };
    if (unchanged(until)) { return instant_of(until); }
    while (until - from > seconds(1)) {
        const auto middle = from + (until - from) / 2;
        (unchanged(middle) ? from : until) = middle;
    }
    return instant_of(until);
}

}  // namespace tradewind::base

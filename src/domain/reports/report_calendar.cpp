#include "domain/reports/report_calendar.h"

#include <algorithm>
#include <cassert>
#include <chrono>

namespace tradewind::domain {

std::string_view ReportCalendar::name(ReportGrouping by, base::Instant at) {
    assert(is_time(by) && "not a grouping by time");
    if (at < from_ || at >= until_) { move_to(at); }
    constexpr std::size_t day_characters = 3;  // With the dash before it.
    constexpr std::size_t month_characters = 3;
    const std::string_view day = day_;
    switch (by) {
        case ReportGrouping::Year:
            return day.substr(0, day.size() - month_characters - day_characters);
        case ReportGrouping::Month:
            return day.substr(0, day.size() - day_characters);
        case ReportGrouping::Week:
            return week_;
        case ReportGrouping::Hour:
            return hour_;
        case ReportGrouping::Weekday:
            return weekday_;
        case ReportGrouping::Day:
        case ReportGrouping::Kind:
        case ReportGrouping::EventType:
        case ReportGrouping::Product:
        case ReportGrouping::Brand:
        case ReportGrouping::Category:
        case ReportGrouping::SourceType:
        case ReportGrouping::SourceName:
        case ReportGrouping::PaymentMethod:
        case ReportGrouping::ContactField:
        case ReportGrouping::EventField:
            break;
    }
    return day;
}

void ReportCalendar::move_to(base::Instant at) {
    const auto day = zone_.day_of(at);
    from_ = at;
    until_ = std::min(zone_.same_hour_until(at), zone_.start_of(day + std::chrono::days(1)));
    day_ = base::local_day_text(day);
    week_ = base::local_day_text(base::first_day(base::CalendarPeriod::Week, day));
    const auto hour = zone_.local(at).hour;
    hour_ = (hour < 10 ? "0" : "") + std::to_string(hour);
    weekday_ = std::to_string(std::chrono::weekday(day).iso_encoding());
}

}  // namespace tradewind::domain

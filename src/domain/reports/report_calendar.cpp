#include "domain/reports/report_calendar.h"

#include <algorithm>
#include <cassert>

namespace tradewind::domain {

base::Instant end_of_unit(const base::TimeZone& zone, ReportUnit unit, base::Instant at) {
    const auto end_of_day = zone.start_of(zone.day_of(at) + std::chrono::days(1));
    switch (unit) {
        case ReportUnit::Day:
            break;
        case ReportUnit::Hour:
            return std::min(zone.same_hour_until(at), end_of_day);
    }
    return end_of_day;
}

std::string_view ReportCalendar::name(ReportGrouping by, base::Instant at) {
    assert(is_time(by) && "not a grouping by time");
    if (at < from_ || at >= until_) { move_to(at); }
    constexpr std::size_t day_characters = 3;  // With the dash before it.
    const std::string_view date = date_;
    switch (by) {
        case ReportGrouping::Year:
            return year_;
        case ReportGrouping::Month:
            return month_;
        case ReportGrouping::Day:
            return day_;
        case ReportGrouping::Hour:
            return hour_;
        case ReportGrouping::DayOfWeek:
            return day_of_week_;
        case ReportGrouping::YearMonth:
            return date.substr(0, date.size() - day_characters);
        case ReportGrouping::WeekStart:
            return week_start_;
        case ReportGrouping::Date:
        case ReportGrouping::CohortYear:
        case ReportGrouping::CohortMonth:
        case ReportGrouping::LifeMonth:
        case ReportGrouping::ActivityKind:
        case ReportGrouping::EventType:
        case ReportGrouping::EventField:
        case ReportGrouping::Product:
        case ReportGrouping::ProductName:
        case ReportGrouping::ProductBrand:
        case ReportGrouping::ProductCategory:
        case ReportGrouping::PurchaseOrigin:
        case ReportGrouping::PurchaseChannel:
        case ReportGrouping::SourceName:
        case ReportGrouping::PaymentMethod:
        case ReportGrouping::ContactField:
        case ReportGrouping::Segment:
            break;
    }
    return date;
}

std::chrono::year_month ReportCalendar::month_of(base::Instant at) const {
    const std::chrono::year_month_day date(zone_.day_of(at));
    return date.year() / date.month();
}

void ReportCalendar::move_to(base::Instant at) {
    const auto day = zone_.day_of(at);
    from_ = at;
    until_ = end_of_unit(zone_, ReportUnit::Hour, at);
    date_ = base::local_day_text(day);
    week_start_ = base::local_day_text(base::first_day(base::CalendarPeriod::Week, day));
    const std::chrono::year_month_day date(day);
    year_ = std::to_string(static_cast<int>(date.year()));
    month_ = std::to_string(static_cast<unsigned>(date.month()));
    day_ = std::to_string(static_cast<unsigned>(date.day()));
    hour_ = std::to_string(zone_.local(at).hour);
    day_of_week_ = std::to_string(std::chrono::weekday(day).iso_encoding());
}

}  // namespace tradewind::domain

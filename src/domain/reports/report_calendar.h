#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "base/time_zone.h"
#include "domain/reports/report_vocabulary.h"

namespace tradewind::domain {

// The moments that a report is about.
struct ReportRange {
    base::Instant from;
    base::Instant until;  // No longer part of it.
};

// The smallest parts of time that a report tells apart.
enum class ReportUnit { Day, Hour };

// When the day, or the hour of a day, that this moment is in ends, or the clock is moved.
base::Instant end_of_unit(const base::TimeZone& zone, ReportUnit unit, base::Instant at);

// What a row of a report calls a moment: numbers `2024`, `5`, `13`, hours `0` to `23`, days of the week `1` (Monday) to
// `7`; spans `2024-05-13`, `2024-05`, of a week its Monday. Quick when one moment after the other is asked for.
class ReportCalendar {
  public:
    explicit ReportCalendar(base::TimeZone zone) : zone_(std::move(zone)) {}

    // Valid until the next call.
    [[nodiscard]] std::string_view name(ReportGrouping by, base::Instant at);
    // The month of a year that a moment is in.
    [[nodiscard]] std::chrono::year_month month_of(base::Instant at) const;

  private:
    void move_to(base::Instant at);

    base::TimeZone zone_;
    // The part of a day and hour whose names are here.
    base::Instant from_{};
    base::Instant until_{};
    std::string date_;
    std::string week_start_;
    std::string year_;
    std::string month_;
    std::string day_;
    std::string hour_;
    std::string day_of_week_;
};

}  // namespace tradewind::domain

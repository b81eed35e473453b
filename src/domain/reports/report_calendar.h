#pragma once

#include <string>
#include <string_view>

#include "base/instant.h"
#include "base/time_zone.h"
#include "domain/reports/report_plan.h"

namespace tradewind::domain {

// What a row of a report calls a moment: `2024`, `2024-05`, `2024-05-13` (of a week its Monday), hours `00` to `23`,
// weekdays `1` (Monday) to `7`. Quick when one moment after the other is asked for.
class ReportCalendar {
  public:
    explicit ReportCalendar(base::TimeZone zone) : zone_(std::move(zone)) {}

    // Valid until the next call.
    [[nodiscard]] std::string_view name(ReportGrouping by, base::Instant at);

  private:
    void move_to(base::Instant at);

    base::TimeZone zone_;
    // The part of a day and hour whose names are here.
    base::Instant from_{};
    base::Instant until_{};
    std::string day_;
    std::string week_;
    std::string hour_;
    std::string weekday_;
};

}  // namespace tradewind::domain

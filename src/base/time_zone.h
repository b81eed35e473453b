#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/instant.h"
#include "base/result.h"

namespace tradewind::base {

// A day of the calendar, in no zone: 2022-10-05.
using LocalDay = std::chrono::local_days;

// `YYYY-MM-DD` and nothing else. The Error is `invalid("", reason)`: the caller puts its path.
Result<LocalDay> parse_local_day(std::string_view text);
// `2022-10-05`. The last hours of the year 9999 are in the year 10000 in the east, and are written so.
std::string local_day_text(LocalDay day);

// What clock and calendar of a place show.
struct LocalTime {
    LocalDay day;
    int hour = 0;
    int minute = 0;
    int second = 0;
    int millisecond = 0;

    friend bool operator==(const LocalTime&, const LocalTime&) = default;
};

enum class CalendarPeriod { Day, Week, Month, Year };

// The first day of the period that a day is in. A week begins on Monday.
LocalDay first_day(CalendarPeriod period, LocalDay day);
// The first day of the period after it.
LocalDay first_day_after(CalendarPeriod period, LocalDay day);

// A zone of the IANA database, with every change of its clocks, past and foreseen. Cheap to copy, never changes.
class TimeZone {
  public:
    // Refuses what `is_time_zone` refuses. The Error is `invalid("", reason)`.
    static Result<TimeZone> load(std::string_view name);

    // What the clock on the wall shows then. It shows some times twice, and some never.
    [[nodiscard]] LocalTime local(Instant instant) const;

    // When the clock first shows this. A time that it never shows is the next that it does; of two it is the first.
    [[nodiscard]] Instant first_at(const LocalTime& time) const;
    // When the clock is next moved after this moment; nothing when that is not foreseen.
    [[nodiscard]] std::optional<Instant> next_clock_change(Instant after) const;

    // Another text for another zone, and for the same one when its rules are others: how its clocks are moved until
    // 2100.
    [[nodiscard]] std::string fingerprint() const;

    // A day begins when the calendar first shows it or a later one, and lasts until the next begins; so days leave
    // nothing out, and each moment is in one of them, also where clocks go back over midnight. Where clocks skip
    // midnight a day begins late; a day that a place skipped ends as it begins.
    [[nodiscard]] Instant start_of(LocalDay day) const;
    // The day that is then: the last one that has begun.
    [[nodiscard]] LocalDay day_of(Instant instant) const;
    // Until then the clock goes on without a change and shows the hour that it shows at this moment.
    [[nodiscard]] Instant same_hour_until(Instant instant) const;

  private:
    struct Zone;
    explicit TimeZone(std::shared_ptr<const Zone> zone) : zone_(std::move(zone)) {}

    std::shared_ptr<const Zone> zone_;
};

}  // namespace tradewind::base

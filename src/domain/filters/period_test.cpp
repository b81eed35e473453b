#include "domain/filters/period.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace tradewind::domain::period_test {

base::Instant moment(std::string_view text) {
    return base::Instant::parse(text).value();
}

base::TimeZone zone(std::string_view name) {
    return base::TimeZone::load(name).take();
}

TEST(Period, IsReadAndWrittenInOneForm) {
    const std::vector<std::pair<std::string_view, std::string_view>> rows{
        {"P90D", "P90D"},
        {"P1Y2M", "P1Y2M"},
        {"P14M", "P1Y2M"},
        {"P2W", "P14D"},
        {"P1W1D", "P8D"},
        {"PT2H", "PT2H"},
        {"PT90M", "PT1H30M"},
        {"PT36H", "PT36H"},
        {"P1DT1S", "P1DT1S"},
        {"P0D", "P0D"},
        {"PT0S", "P0D"},
        {"P100Y", "P100Y"},
        {"P1Y1M1W1DT1H1M1S", "P1Y1M8DT1H1M1S"},
    };
    for (const auto& [text, form] : rows) {
        const auto period = Period::parse(text);
        ASSERT_TRUE(period.ok()) << text;
        EXPECT_EQ(period.value().text(), form);
        EXPECT_EQ(Period::parse(form).value(), period.value());
    }
}

TEST(Period, RefusesWhatIsNone) {
    for (const std::string_view text :
         {"",         "P",     "PT",         "90D",         "P90",  "PD",  "P-1D",  "P1.5D",
          "P1D1M",    "PT1D",  "P1H",        "P1DT",        "P1D ", "p1d", "P101Y", "P99999999999999999999D",
          "P1YT1M1H", "PTT1H", "P100Y1199M", "P5200W30000D"}) {
        EXPECT_FALSE(Period::parse(text).ok()) << text;
    }
}

TEST(Period, IsCountedOnTheCalendarOfAPlace) {
    struct Row {
        std::string_view zone, from, period, to;
    };
    const std::vector<Row> rows{
        {"UTC", "2026-01-31T10:00:00Z", "P1M", "2026-02-28T10:00:00.000Z"},
        {"UTC", "2024-02-29T10:00:00Z", "P1Y", "2025-02-28T10:00:00.000Z"},
        {"UTC", "2026-01-30T10:00:00Z", "P1M1D", "2026-03-01T10:00:00.000Z"},
        // Clocks go forward on 29 March 2026 in Madrid, back on 25 October.
        {"Europe/Madrid", "2026-03-28T12:00:00Z", "P1D", "2026-03-29T11:00:00.000Z"},
        {"Europe/Madrid", "2026-03-28T12:00:00Z", "PT24H", "2026-03-29T12:00:00.000Z"},
        {"Europe/Madrid", "2026-03-28T01:30:00Z", "P1D", "2026-03-29T01:00:00.000Z"},  // 02:30 does not exist: 03:00.
        {"Europe/Madrid", "2026-10-24T00:30:00Z", "P1D", "2026-10-25T00:30:00.000Z"},  // 02:30 is twice: the first.
        {"Pacific/Apia", "2011-12-29T20:00:00Z", "P1D", "2011-12-30T10:00:00.000Z"},   // 30 December was skipped.
        {"UTC", "2026-01-01T00:00:00.123Z", "P1D", "2026-01-02T00:00:00.123Z"},
    };
    for (const auto& row : rows) {
        const auto period = Period::parse(row.period).value();
        EXPECT_EQ(add(moment(row.from), period, zone(row.zone)).text(), row.to) << row.from << ' ' << row.period;
    }
}

TEST(Period, IsTakenAwayOnTheCalendar) {
    const auto march = std::chrono::local_days(std::chrono::year(2026) / 3 / 31);
    EXPECT_EQ(base::local_day_text(add(march, Period::parse("P1M").value(), -1)), "2026-02-28");
    EXPECT_EQ(base::local_day_text(add(march, Period::parse("P2W").value(), -1)), "2026-03-17");
}

}  // namespace tradewind::domain::period_test

#include "base/time_zone.h"

#include <gmock/gmock.h>

#include <ostream>

namespace tradewind::base {

namespace {

using std::chrono::days;

TimeZone zone(std::string_view name) {
    return TimeZone::load(name).value();
}

Instant at(std::string_view text) {
    return Instant::parse(text).value();
}

LocalDay day(std::string_view text) {
    return parse_local_day(text).value();
}

std::string clock_text(const LocalTime& time) {
    const auto two = [](int number) { return std::string(number < 10 ? "0" : "") + std::to_string(number); };
    return local_day_text(time.day) + ' ' + two(time.hour) + ':' + two(time.minute) + ':' + two(time.second);
}

}  // namespace

TEST(LocalDay, IsReadAndWritten) {
    for (const auto text : {"2022-10-05", "1969-12-31", "2024-02-29", "0001-01-01", "9999-12-31", "2100-01-01"}) {
        EXPECT_EQ(local_day_text(day(text)), text);
    }
    EXPECT_EQ(day("1970-01-02") - day("1970-01-01"), days(1));
}

TEST(LocalDay, IsRefusedInEveryOtherForm) {
    for (const auto text : {"", "2022-10-5", "2022-10-05Z", "2022-10-05T00:00:00Z", "2022-02-29", "2022-13-01",
                            "0000-01-01", "20221005xx", " 2022-10-0", "2022/10/05", "12022-10-5"}) {
        const auto refused = parse_local_day(text);
        ASSERT_FALSE(refused.ok()) << text;
        EXPECT_EQ(refused.error().problems[0].reason, "must be a date such as 2022-10-05");
    }
}

struct PeriodCase {
    CalendarPeriod period;
    std::string_view day;
    std::string_view first;
    std::string_view next;

    friend std::ostream& operator<<(std::ostream& out, const PeriodCase& shown) { return out << shown.day; }
};

class CalendarPeriods : public testing::TestWithParam<PeriodCase> {};

TEST_P(CalendarPeriods, BeginAndEndOnTheirDays) {
    const auto& [period, any, first, next] = GetParam();
    EXPECT_EQ(local_day_text(first_day(period, day(any))), first);
    EXPECT_EQ(local_day_text(first_day_after(period, day(any))), next);
    EXPECT_EQ(first_day(period, day(first)), day(first));
    EXPECT_EQ(first_day_after(period, day(first)), day(next));
    EXPECT_EQ(first_day(period, day(next)), day(next));
}

INSTANTIATE_TEST_SUITE_P(Kinds, CalendarPeriods,
                         testing::Values(PeriodCase{CalendarPeriod::Day, "2024-02-29", "2024-02-29", "2024-03-01"},
                                         PeriodCase{CalendarPeriod::Week, "2024-12-31", "2024-12-30", "2025-01-06"},
                                         PeriodCase{CalendarPeriod::Week, "2023-01-01", "2022-12-26", "2023-01-02"},
                                         PeriodCase{CalendarPeriod::Week, "1969-12-31", "1969-12-29", "1970-01-05"},
                                         PeriodCase{CalendarPeriod::Month, "2024-02-29", "2024-02-01", "2024-03-01"},
                                         PeriodCase{CalendarPeriod::Month, "2024-12-31", "2024-12-01", "2025-01-01"},
                                         PeriodCase{CalendarPeriod::Year, "2024-12-31", "2024-01-01", "2025-01-01"},
                                         PeriodCase{CalendarPeriod::Year, "2039-06-01", "2039-01-01", "2040-01-01"}));

TEST(TimeZone, IsLoadedByItsName) {
    EXPECT_TRUE(TimeZone::load("UTC").ok());
    EXPECT_TRUE(TimeZone::load("Europe/Madrid").ok());
    for (const auto name : {"", "Mars/Olympus", "../etc/passwd", "CET"}) {
        const auto refused = TimeZone::load(name);
        ASSERT_FALSE(refused.ok()) << name;
        EXPECT_EQ(refused.error().problems[0].reason, "is not a time zone such as Europe/Madrid");
    }
}

struct ClockCase {
    std::string_view zone;
    std::string_view instant;
    std::string_view shown;

    friend std::ostream& operator<<(std::ostream& out, const ClockCase& clock) {
        return out << clock.zone << ' ' << clock.instant;
    }
};

class Clocks : public testing::TestWithParam<ClockCase> {};

TEST_P(Clocks, ShowTheTimeOfThePlace) {
    EXPECT_EQ(clock_text(zone(GetParam().zone).local(at(GetParam().instant))), GetParam().shown);
}

INSTANTIATE_TEST_SUITE_P(Places, Clocks,
                         testing::Values(ClockCase{"UTC", "1969-12-31T23:59:59.999Z", "1969-12-31 23:59:59"},
                                         // Forward and back again.
                                         ClockCase{"Europe/Madrid", "2024-03-31T00:59:59.999Z", "2024-03-31 01:59:59"},
                                         ClockCase{"Europe/Madrid", "2024-03-31T01:00:00Z", "2024-03-31 03:00:00"},
                                         ClockCase{"Europe/Madrid", "2024-10-27T00:59:59Z", "2024-10-27 02:59:59"},
                                         ClockCase{"Europe/Madrid", "2024-10-27T01:00:00Z", "2024-10-27 02:00:00"},
                                         // By the rule that goes on for ever.
                                         ClockCase{"Europe/Madrid", "2040-01-15T12:00:00Z", "2040-01-15 13:00:00"},
                                         ClockCase{"Europe/Madrid", "2040-07-15T12:00:00Z", "2040-07-15 14:00:00"},
                                         ClockCase{"Europe/Madrid", "2999-07-15T12:00:00Z", "2999-07-15 14:00:00"},
                                         ClockCase{"America/New_York", "2050-07-04T04:00:00Z", "2050-07-04 00:00:00"},
                                         ClockCase{"Asia/Kathmandu", "2024-01-01T00:00:00Z", "2024-01-01 05:45:00"},
                                         ClockCase{"Etc/GMT+3", "2024-01-01T02:00:00Z", "2023-12-31 23:00:00"}));

TEST(TimeZone, KnowsTheFirstAndTheLastHoursOfTheCalendar) {
    EXPECT_EQ(local_day_text(zone("Asia/Tokyo").local(at("9999-12-31T23:59:59Z")).day), "10000-01-01");
    EXPECT_EQ(local_day_text(zone("America/Lima").day_of(at("0001-01-01"))), "0000-12-31");
    EXPECT_EQ(zone("America/Lima").start_of(day("9999-12-31")).text(), "9999-12-31T05:00:00.000Z");
}

TEST(TimeZone, ShowsMillisecondsAlsoBefore1970) {
    EXPECT_EQ(zone("Europe/Madrid").local(Instant{-1}).millisecond, 999);
    EXPECT_EQ(zone("Europe/Madrid").local(Instant{-1}).hour, 0);
    EXPECT_EQ(zone("Europe/Madrid").local(Instant{1'001}).millisecond, 1);
}

struct DayCase {
    std::string_view zone;
    std::string_view day;
    std::string_view start;
    int minutes;

    friend std::ostream& operator<<(std::ostream& out, const DayCase& shown) {
        return out << shown.zone << ' ' << shown.day;
    }
};

class Days : public testing::TestWithParam<DayCase> {};

TEST_P(Days, BeginAndLastAsTheyDoThere) {
    const auto place = zone(GetParam().zone);
    const auto shown = day(GetParam().day);
    const auto start = place.start_of(shown);
    EXPECT_EQ(start.text(), GetParam().start);
    EXPECT_EQ((place.start_of(shown + days(1)).milliseconds - start.milliseconds) / 60'000, GetParam().minutes);
}

INSTANTIATE_TEST_SUITE_P(
    Places, Days,
    testing::Values(
        DayCase{"UTC", "2024-02-29", "2024-02-29T00:00:00.000Z", 1440},
        DayCase{"Europe/Madrid", "2024-03-31", "2024-03-30T23:00:00.000Z", 23 * 60},
        DayCase{"Europe/Madrid", "2024-10-27", "2024-10-26T22:00:00.000Z", 25 * 60},
        DayCase{"Europe/Madrid", "2040-03-25", "2040-03-24T23:00:00.000Z", 23 * 60},
        DayCase{"Europe/Madrid", "2040-10-28", "2040-10-27T22:00:00.000Z", 25 * 60},
        DayCase{"America/New_York", "2051-11-05", "2051-11-05T04:00:00.000Z", 25 * 60},
        DayCase{"Australia/Lord_Howe", "2024-04-07", "2024-04-06T13:00:00.000Z", 24 * 60 + 30},
        // Midnight is skipped: the day begins at 01:00.
        DayCase{"America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", 23 * 60},
        DayCase{"Asia/Beirut", "2024-03-31", "2024-03-30T22:00:00.000Z", 23 * 60},
        // Midnight comes twice: the day begins at the first.
        DayCase{"America/Havana", "2024-11-03", "2024-11-03T04:00:00.000Z", 25 * 60},
        // Clocks go back to 23:00 just before midnight: the day before is the long one.
        DayCase{"America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00.000Z", 25 * 60},
        // Clocks go back to 23:01 a minute after midnight: the hour shown again belongs to the day that had begun.
        DayCase{"America/St_Johns", "2010-11-07", "2010-11-07T02:30:00.000Z", 25 * 60},
        // The place skipped a whole day.
        DayCase{"Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00.000Z", 24 * 60},
        DayCase{"Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z", 0},
        DayCase{"Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z", 24 * 60}));

// Every day and hour around every kind of change follows without a gap, and each moment is in the day that began last.
TEST(TimeZone, LeavesNoMomentOutAndCountsNoneTwice) {
    for (const auto name : {"UTC", "Europe/Madrid", "America/Sao_Paulo", "America/Havana", "America/St_Johns",
                            "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca", "Antarctica/Troll"}) {
        const auto place = zone(name);
        for (const auto first : {"2010-10-25", "2011-12-20", "2018-02-01", "2018-10-20", "2024-03-01", "2040-10-01"}) {
            const auto start = day(first);
            auto moment = place.start_of(start);
            for (auto today = start; today < start + days(60); today += days(1)) {
                EXPECT_EQ(moment, place.start_of(today)) << name << local_day_text(today);
                const auto end = place.start_of(today + days(1));
                while (moment < end) {
                    const auto until = place.same_hour_until(moment);
                    ASSERT_LT(moment, until);
                    ASSERT_LE(until.milliseconds - moment.milliseconds, 3'600'000);
                    const auto last = Instant{until.milliseconds - 1};
                    EXPECT_EQ(place.day_of(moment), today) << name << moment.text();
                    EXPECT_EQ(place.day_of(last), today) << name << last.text();
                    EXPECT_EQ(place.local(moment).hour, place.local(last).hour) << name << moment.text();
                    moment = until;
                }
                ASSERT_EQ(moment, end) << name << local_day_text(today);
            }
        }
    }
}

TEST(TimeZone, CutsAnHourWhereTheClockIsChanged) {
    const auto madrid = zone("Europe/Madrid");
    EXPECT_EQ(madrid.same_hour_until(at("2024-03-31T00:30:00Z")), at("2024-03-31T01:00:00Z"));
    EXPECT_EQ(madrid.same_hour_until(at("2024-10-27T00:30:00.001Z")), at("2024-10-27T01:00:00Z"));
    // Half an hour back, from 02:00 to 01:30.
    EXPECT_EQ(zone("Australia/Lord_Howe").same_hour_until(at("2024-04-06T14:10:00Z")), at("2024-04-06T15:00:00Z"));
    EXPECT_EQ(zone("Australia/Lord_Howe").same_hour_until(at("2024-04-06T15:00:00Z")), at("2024-04-06T15:30:00Z"));
    EXPECT_EQ(zone("Asia/Kathmandu").same_hour_until(at("2024-01-01T00:00:00Z")), at("2024-01-01T00:15:00Z"));
    // A minute after midnight, in the middle of an hour.
    EXPECT_EQ(zone("America/St_Johns").same_hour_until(at("2010-11-07T02:30:10Z")), at("2010-11-07T02:31:00Z"));
}

}  // namespace tradewind::base

#include "base/instant.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <cstdio>
#include <ctime>

namespace tradewind::base {
namespace {

constexpr std::int64_t day = 86'400'000;
constexpr std::int64_t year_1 = -62'135'596'800'000;
constexpr std::int64_t year_10000 = 253'402'300'800'000;

struct Reading {
    const char* text;
    std::int64_t milliseconds;
};

class AcceptedInstant : public testing::TestWithParam<Reading> {};

TEST_P(AcceptedInstant, IsReadExactly) {
    const auto instant = Instant::parse(GetParam().text);
    ASSERT_TRUE(instant.ok()) << GetParam().text;
    EXPECT_EQ(instant.value().milliseconds, GetParam().milliseconds) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(Table, AcceptedInstant,
                         testing::Values(Reading{"1970-01-01T00:00:00Z", 0},                   //
                                         Reading{"1970-01-01", 0},                             //
                                         Reading{"1970-01-02", day},                           //
                                         Reading{"1969-12-31T23:59:59.999Z", -1},              //
                                         Reading{"2022-10-05T14:48:00.000Z", 1664981280000},   //
                                         Reading{"2022-10-05T14:48:00Z", 1664981280000},       //
                                         Reading{"2022-10-05t14:48:00z", 1664981280000},       //
                                         Reading{"2022-10-05T16:48:00+02:00", 1664981280000},  //
                                         Reading{"2022-10-05T09:18:00-05:30", 1664981280000},  //
                                         Reading{"2022-10-05T14:48:00-00:00", 1664981280000},  //
                                         Reading{"2022-10-06T14:47:00+23:59", 1664981280000},  //
                                         Reading{"2022-10-05T14:48:00.1Z", 1664981280100},     //
                                         Reading{"2022-10-05T14:48:00.01Z", 1664981280010},    //
                                         Reading{"2022-10-05T14:48:00.9999999999999999999999Z", 1664981280999},
                                         Reading{"1969-12-31T23:59:59.9999Z", -1},             //
                                         Reading{"2000-02-29", 951782400000},                  //
                                         Reading{"2024-02-29T00:00:00Z", 1709164800000},       //
                                         Reading{"0001-01-01T00:00:00Z", year_1},              //
                                         Reading{"0001-01-01", year_1},                        //
                                         Reading{"9999-12-31T23:59:59.999Z", year_10000 - 1},  //
                                         Reading{"2038-01-19T03:14:08Z", 2147483648000}));

TEST(Instant, RefusesWhatIsNoMoment) {
    const std::string_view texts[] = {"",
                                      " ",
                                      "2022",
                                      "2022-10",
                                      "2022-1-05",
                                      "2022-10-5",
                                      "22-10-05",
                                      "2022/10/05",
                                      "20221005",
                                      "2022-10-05 ",
                                      " 2022-10-05",
                                      "2022-10-05Z",
                                      "2022-10-05T",
                                      "2022-10-05T14",
                                      "2022-10-05T14:48",
                                      "2022-10-05T14:48Z",
                                      "2022-10-05T1448:00Z",
                                      "2022-10-05 14:48:00Z",
                                      "2022-10-05T14:48:00",
                                      "2022-10-05T14:48:00.123",
                                      "2022-10-05T14:48:00.Z",
                                      "2022-10-05T14:48:00,1Z",
                                      "2022-10-05T14:48:00Z ",
                                      "2022-10-05T14:48:00ZZ",
                                      "2022-10-05T14:48:00+2",
                                      "2022-10-05T14:48:00+02",
                                      "2022-10-05T14:48:00+0200",
                                      "2022-10-05T14:48:00+02:0",
                                      "2022-10-05T14:48:00+24:00",
                                      "2022-10-05T14:48:00+02:60",
                                      "2022-10-05T14:48:00 02:00",
                                      "2022-10-05T24:00:00Z",
                                      "2022-10-05T23:60:00Z",
                                      "2022-12-31T23:59:60Z",
                                      "2022-10-05T23:59:61Z",
                                      "2022-00-05",
                                      "2022-13-05",
                                      "2022-10-00",
                                      "2022-10-32",
                                      "2022-02-29",
                                      "1900-02-29",
                                      "2100-02-29",
                                      "2022-04-31",
                                      "0000-01-01",
                                      "0000-12-31T23:00:00-02:00",
                                      "0001-01-01T00:00:00+00:01",
                                      "9999-12-31T23:59:59-00:01",
                                      "10000-01-01",
                                      "-2022-10-05",
                                      "+2022-10-05",
                                      "2022-10-0x",
                                      "2022-10-05T14:48:0xZ",
                                      "1664981280",
                                      "now",
                                      std::string_view("2022-10-05\0", 11),
                                      "２022-10-05"};
    for (const auto text : texts) {
        const auto instant = Instant::parse(text);
        ASSERT_FALSE(instant.ok()) << text;
        EXPECT_EQ(instant.error().kind, ErrorKind::Invalid);
        ASSERT_EQ(instant.error().problems.size(), 1U);
        EXPECT_EQ(instant.error().problems[0].path, "");
        EXPECT_NE(instant.error().problems[0].reason, "");
    }
}

TEST(Instant, SaysWhenOnlyTheZoneIsMissing) {
    EXPECT_EQ(Instant::parse("2022-10-05T14:48:00").error().problems[0].reason,
              "must end with Z or an offset such as +02:00");
}

TEST(Instant, IsWrittenInUtcWithMilliseconds) {
    EXPECT_EQ(Instant{1664981280000}.text(), "2022-10-05T14:48:00.000Z");
    EXPECT_EQ(Instant{-1}.text(), "1969-12-31T23:59:59.999Z");
    EXPECT_EQ(Instant{year_1}.text(), "0001-01-01T00:00:00.000Z");
    EXPECT_EQ(Instant{year_10000 - 1}.text(), "9999-12-31T23:59:59.999Z");
    std::string out = "at ";
    Instant{1}.append_to(out);
    EXPECT_EQ(out, "at 1970-01-01T00:00:00.001Z");
}

TEST(Instant, IsWrittenForHttp) {
    EXPECT_EQ(Instant{1664981280999}.http_date(), "Wed, 05 Oct 2022 14:48:00 GMT");
    EXPECT_EQ(Instant{784111777000}.http_date(), "Sun, 06 Nov 1994 08:49:37 GMT");
    EXPECT_EQ(Instant{-1}.http_date(), "Wed, 31 Dec 1969 23:59:59 GMT");
    EXPECT_EQ(Instant{year_1}.http_date(), "Mon, 01 Jan 0001 00:00:00 GMT");
}

TEST(Instant, ComparesByTime) {
    EXPECT_LT(Instant{1}, Instant{2});
    EXPECT_EQ(Instant{1}, Instant{1});
}

RC_GTEST_PROP(Instant, ReadsBackWhatItWrites, ()) {
    const Instant instant{*rc::gen::inRange<std::int64_t>(year_1, year_10000)};
    RC_ASSERT(Instant::parse(instant.text()).value() == instant);
}

RC_GTEST_PROP(Instant, AgreesWithTheCLibrary, ()) {
    const Instant instant{*rc::gen::inRange<std::int64_t>(year_1, year_10000)};
    const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::milliseconds(instant.milliseconds));
    const std::time_t time = seconds.count();
    std::tm parts{};
    RC_ASSERT(gmtime_r(&time, &parts) != nullptr);
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900, parts.tm_mon + 1,
                  parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                  static_cast<int>(instant.milliseconds - seconds.count() * 1000));
    RC_ASSERT(instant.text() == text);
}

RC_GTEST_PROP(Instant, TakesAnOffsetOff, ()) {
    const Instant local{*rc::gen::inRange<std::int64_t>(year_1 + day, year_10000 - day)};
    const auto minutes = *rc::gen::inRange(0, 24 * 60);
    const bool ahead = *rc::gen::arbitrary<bool>();
    char offset[16];
    std::snprintf(offset, sizeof offset, "%c%02d:%02d", ahead ? '+' : '-', minutes / 60, minutes % 60);
    auto text = local.text();
    text.pop_back();
    const auto shift = std::int64_t{minutes} * 60'000;
    RC_ASSERT(Instant::parse(text + offset).value().milliseconds ==
              (ahead ? local.milliseconds - shift : local.milliseconds + shift));
}

TEST(TimeZone, IsWhatAPersonPicks) {
    for (const auto name : {"UTC", "Europe/Madrid", "America/New_York", "America/Argentina/Buenos_Aires",
                            "America/Port-au-Prince", "Asia/Calcutta", "Etc/UTC", "Etc/GMT+3", "Antarctica/Troll"}) {
        EXPECT_TRUE(is_time_zone(name)) << name;
    }
}

TEST(TimeZone, IsNothingElse) {
    const std::string_view names[] = {"",
                                      "utc",
                                      "CET",
                                      "EST5EDT",
                                      "Poland",
                                      "Factory",
                                      "localtime",
                                      "posixrules",
                                      "zone.tab",
                                      "tzdata.zi",
                                      "europe/madrid",
                                      "Europe/Atlantis",
                                      "Europe",
                                      "Europe/",
                                      "Europe//Madrid",
                                      "/Europe/Madrid",
                                      " Europe/Madrid",
                                      "Europe/Madrid ",
                                      "Europe/../Europe/Madrid",
                                      "../Europe/Madrid",
                                      "Europe/./Madrid",
                                      "America/Argentina",
                                      "America/Argentina/",
                                      "posix/Europe/Madrid",
                                      "right/Europe/Madrid",
                                      "/usr/share/zoneinfo/Europe/Madrid",
                                      "Fixed/UTC+01:00:00",
                                      "Fixed/UTC",
                                      "file:Europe/Madrid",
                                      "+02:00",
                                      "GMT+2",
                                      std::string_view("Europe/Madrid\0", 14),
                                      "Europe/Madríd"};
    for (const auto name : names) { EXPECT_FALSE(is_time_zone(name)) << name; }
    EXPECT_FALSE(is_time_zone("Europe/" + std::string(100'000, 'a')));
}

}  // namespace
}  // namespace tradewind::base

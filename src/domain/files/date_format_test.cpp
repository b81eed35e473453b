#include "domain/files/date_format.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

std::string text_of(std::string_view moment, std::string_view format, std::string_view zone) {
    std::string out;
    append_date(out, base::Instant::parse(moment).value(), date_format(format).value(),
                base::TimeZone::load(zone).value());
    return out;
}

TEST(DateFormat, TellsAMomentInTheZone) {
    constexpr std::string_view moment = "2023-04-25T05:51:09.120Z";
    EXPECT_EQ(text_of(moment, "ISO", "Europe/Madrid"), moment);
    EXPECT_EQ(text_of(moment, "L", "Europe/Madrid"), "04/25/2023");
    EXPECT_EQ(text_of(moment, "LL", "Europe/Madrid"), "April 25, 2023");
    EXPECT_EQ(text_of(moment, "LLL", "Europe/Madrid"), "April 25, 2023 7:51 AM");
    EXPECT_EQ(text_of(moment, "L", "America/Los_Angeles"), "04/24/2023");
    EXPECT_EQ(text_of(moment, "LLL", "America/Los_Angeles"), "April 24, 2023 10:51 PM");
}

TEST(DateFormat, CountsHoursAsAClockWithTwelve) {
    EXPECT_EQ(text_of("2023-01-02T00:00:00Z", "LLL", "UTC"), "January 2, 2023 12:00 AM");
    EXPECT_EQ(text_of("2023-01-02T00:59:00Z", "LLL", "UTC"), "January 2, 2023 12:59 AM");
    EXPECT_EQ(text_of("2023-12-31T12:05:00Z", "LLL", "UTC"), "December 31, 2023 12:05 PM");
    EXPECT_EQ(text_of("2023-12-31T13:00:00Z", "LLL", "UTC"), "December 31, 2023 1:00 PM");
    EXPECT_EQ(text_of("0001-01-01", "L", "UTC"), "01/01/0001");
}

TEST(DateFormat, ReadsBackWhatItWrites) {
    for (const auto* const moment :
         {"2023-04-25T00:00:00.000Z", "2023-01-02T00:59:00.000Z", "2024-02-29T12:05:00.000Z",
          "1815-12-10T11:00:00.000Z", "2023-12-31T23:59:00.000Z", "0001-01-01T13:00:00.000Z"}) {
        EXPECT_EQ(read_english_date(text_of(moment, "LLL", "UTC"))->text(), moment);
        const auto midnight = std::string(moment).substr(0, 10) + "T00:00:00.000Z";
        EXPECT_EQ(read_english_date(text_of(moment, "L", "UTC"))->text(), midnight);
        EXPECT_EQ(read_english_date(text_of(moment, "LL", "UTC"))->text(), midnight);
    }
}

TEST(DateFormat, ReadsNothingElse) {
    for (const auto* const text : {"",
                                   " ",
                                   "2023-04-25",
                                   "25/04/2023",
                                   "02/30/2023",
                                   "4/25/2023",
                                   "04/25/23",
                                   "04-25-2023",
                                   "April 25 2023",
                                   "april 25, 2023",
                                   "April , 2023",
                                   "April 31, 2023",
                                   "April 25, ",
                                   "April 25, 2023 ",
                                   "April 25, 2023 7:51",
                                   "April 25, 2023 0:51 AM",
                                   "April 25, 2023 13:51 PM",
                                   "April 25, 2023 7:60 AM",
                                   "April 25, 2023 7: AM",
                                   "April 25, 2023 -1:00 AM",
                                   "April 25, 2023 7:51 am",
                                   "April 25, 2023 7:51 AM ",
                                   "April +5, 2023",
                                   "April 25, 12023"}) {
        EXPECT_FALSE(read_english_date(text)) << text;
    }
}

TEST(DateFormat, HasFourWords) {
    for (const auto word : date_format_words) { EXPECT_EQ(check_date_format(word).value(), word); }
    for (const auto* const word : {"", "iso", "LLLL", "l"}) { EXPECT_FALSE(check_date_format(word)); }
}

}  // namespace
}  // namespace tradewind::domain

#include "domain/date_format.h"

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

TEST(DateFormat, HasFourWords) {
    for (const auto word : date_format_words) { EXPECT_EQ(check_date_format(word).value(), word); }
    for (const auto* const word : {"", "iso", "LLLL", "l"}) { EXPECT_FALSE(check_date_format(word)); }
}

}  // namespace
}  // namespace tradewind::domain

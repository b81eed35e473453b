#include "domain/messages/liquid/liquid_number.h"

#include <gtest/gtest.h>

#include <limits>

namespace tradewind::domain {

LiquidNumber liquid_number(std::string_view text) {
    return LiquidNumber::parse(text).value();
}

TEST(LiquidNumber, IsReadAndWritten) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {"0", "0"},
        {"-12", "-12"},
        {"007", "7"},
        {"5.0", "5.0"},
        {"5.00", "5.0"},
        {"0.50", "0.5"},
        {"-0.25", "-0.25"},
        {"1e3", "1000.0"},
        {"1.5e-3", "0.0015"},
        {"2E+2", "200.0"},
        {"-0.0", "0.0"},
        {"9223372036854775807", "9223372036854775807"},
        {"1e-30", "0.0"},
        {"12345678901234.5678", "12345678901234.5678"},
        {"0.1234567890123456789", "0.123456789012345679"},
    };
    for (const auto& [text, written] : rows) { EXPECT_EQ(liquid_number(text).text(), written); }
}

TEST(LiquidNumber, IsNothingElse) {
    for (const std::string_view text :
         {"", "-", "1.", ".5", "1a", "a", "1.5.2", "1e", "+1", " 1", "9223372036854775808", "1e18", "1e400",
          "1e99999999999", "1000000000000000000.5"}) {
        EXPECT_FALSE(LiquidNumber::parse(text)) << text;
    }
}

TEST(LiquidNumber, IsExactWhereADoubleIsNot) {
    EXPECT_EQ(liquid_number("0.1").plus(liquid_number("0.2"))->text(), "0.3");
    EXPECT_EQ(liquid_number("1.1").times(liquid_number("1.1"))->text(), "1.21");
    EXPECT_EQ(liquid_number("12345678901234.5678").plus(liquid_number("0.0001"))->text(), "12345678901234.5679");
    EXPECT_EQ(liquid_number("1").divided_by(liquid_number("8.0"))->text(), "0.125");
    EXPECT_EQ(liquid_number("5.5").modulo(liquid_number("0.3"))->text(), "0.1");
}

TEST(LiquidNumber, IsCutLikeADoubleWhereItHasNoEnd) {
    EXPECT_EQ(liquid_number("20").divided_by(liquid_number("7.0"))->text(), "2.857142857142857");
    EXPECT_EQ(liquid_number("2").divided_by(liquid_number("3.0"))->text(), "0.6666666666666666");
    EXPECT_EQ(liquid_number("-1.0").divided_by(liquid_number("3"))->text(), "-0.3333333333333333");
}

TEST(LiquidNumber, OfTwoIntegersIsRoundedDown) {
    EXPECT_EQ(liquid_number("7").divided_by(liquid_number("2"))->text(), "3");
    EXPECT_EQ(liquid_number("-7").divided_by(liquid_number("2"))->text(), "-4");
    EXPECT_EQ(liquid_number("-7").modulo(liquid_number("3"))->text(), "2");
    EXPECT_EQ(liquid_number("7").modulo(liquid_number("-3"))->text(), "-2");
}

TEST(LiquidNumber, IsNothingWhenItGetsTooLarge) {
    const LiquidNumber largest(std::numeric_limits<std::int64_t>::max());
    const LiquidNumber smallest(std::numeric_limits<std::int64_t>::min());
    EXPECT_FALSE(largest.plus(1));
    EXPECT_FALSE(largest.times(2));
    EXPECT_FALSE(smallest.negated());
    EXPECT_FALSE(smallest.divided_by(-1));
    EXPECT_FALSE(liquid_number("900000000000000000.0").times(liquid_number("2.0")));
    EXPECT_FALSE(largest.rounded(-1));
    EXPECT_FALSE(largest.scaled(2));
}

TEST(LiquidNumber, IsRounded) {
    EXPECT_EQ(liquid_number("2.5").rounded(0)->text(), "3.0");
    EXPECT_EQ(liquid_number("-2.5").rounded(0)->text(), "-3.0");
    EXPECT_EQ(liquid_number("2.45").rounded(1)->text(), "2.5");
    EXPECT_EQ(liquid_number("2.45").rounded(99)->text(), "2.45");
    EXPECT_EQ(liquid_number("155").rounded(-1)->text(), "160");
    EXPECT_EQ(liquid_number("155").rounded(-99)->text(), "0");
    EXPECT_EQ(liquid_number("-2.1").floor().text(), "-3");
    EXPECT_EQ(liquid_number("-2.9").ceil().text(), "-2");
    EXPECT_EQ(liquid_number("12.345").scaled(2), 1235);
    EXPECT_EQ(liquid_number("12").scaled(2), 1200);
    EXPECT_EQ(liquid_number("-12.9").whole(), -12);
}

TEST(LiquidNumber, IsComparedByWorth) {
    EXPECT_EQ(liquid_number("1"), liquid_number("1.0"));
    EXPECT_LT(liquid_number("-1.5"), liquid_number("-1"));
    EXPECT_GT(liquid_number("9223372036854775807"), liquid_number("0.000000000000000001"));
}

}  // namespace tradewind::domain

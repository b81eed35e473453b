#include "base/decimal.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace tradewind::base {
namespace {

struct Reading {
    std::string text;
    std::int64_t ten_thousandths;
};

TEST(Decimal, IsReadFromItsDigits) {
    const Reading readings[] = {{"0", 0},
                                {"-0", 0},
                                {"-0.0", 0},
                                {"1", 10'000},
                                {"19.99", 199'900},
                                {"-19.99", -199'900},
                                {"0.1", 1'000},
                                {"0.0001", 1},
                                {"1e2", 1'000'000},
                                {"1E+2", 1'000'000},
                                {"1E-5", 0},
                                {"5E-5", 1},
                                {"1e-4", 1},
                                {"12.5e-1", 12'500},
                                {"123456789012345e-3", 1'234'567'890'123'450},
                                {"123456789012345e-1", 123'456'789'012'345'000},
                                {"0.00000000000000000000000000000001e32", 10'000},
                                {"1" + std::string(100, '0') + "e-100", 10'000},
                                {"99999999999999.9999", 999'999'999'999'999'999},
                                {"-99999999999999.9999", -999'999'999'999'999'999},
                                {"999999999999.9999", 9'999'999'999'999'999}};
    for (const auto& [text, ten_thousandths] : readings) {
        const auto decimal = Decimal::parse(text);
        ASSERT_TRUE(decimal.ok()) << text;
        EXPECT_EQ(decimal.value().ten_thousandths, ten_thousandths) << text;
    }
}

TEST(Decimal, IsRoundedHalfAwayFromZero) {
    const Reading readings[] = {{"0.00005", 1},
                                {"-0.00005", -1},
                                {"0.000049999999999999999999999999", 0},
                                {"-0.000049999999999999999999999999", 0},
                                {"0.00015", 2},
                                {"0.00025", 3},
                                {"2.99995", 30'000},
                                {"9.99995", 100'000},
                                {"0.5e-4", 1},
                                {"0.05e-3", 1},
                                {"50e-6", 1},
                                {"49e-6", 0},
                                {"5e-5", 1},
                                {"9e-6", 0},
                                {"99999999999999.99994", 999'999'999'999'999'999}};
    for (const auto& [text, ten_thousandths] : readings) {
        EXPECT_EQ(Decimal::parse(text).value().ten_thousandths, ten_thousandths) << text;
    }
}

TEST(Decimal, IsZeroWhereTheExponentCannotMatter) {
    for (const auto text : {"0e999999999", "0e999999999999999999999999", "-0.0e99999999999", "1e-999999999",
                            "1e-99999999999999999999999999", "99999999999999999999e-999999999999999"}) {
        EXPECT_EQ(Decimal::parse(text).value().ten_thousandths, 0) << text;
    }
}

TEST(Decimal, BeyondItsRangeIsRefused) {
    const std::string texts[] = {"100000000000000",
                                 "-100000000000000",
                                 "1e14",
                                 "-1e14",
                                 "0.1e15",
                                 "99999999999999.99995",
                                 "1e999999999999",
                                 "1e99999999999999999999999999999",
                                 "9999999999999999999999999999",
                                 "1" + std::string(100'000, '0'),
                                 "0.00000000001e9999999999"};
    for (const auto& text : texts) {
        const auto decimal = Decimal::parse(text);
        ASSERT_FALSE(decimal.ok()) << text;
        EXPECT_EQ(decimal.error().kind, ErrorKind::Invalid);
        EXPECT_EQ(decimal.error().problems[0].path, "");
    }
}

constexpr std::string_view no_numbers[] = {"",
                                           "-",
                                           "+1",
                                           "01",
                                           "-01",
                                           "00",
                                           ".5",
                                           "5.",
                                           "1.e2",
                                           "1e",
                                           "1e+",
                                           "1e-",
                                           "e5",
                                           "1.2.3",
                                           "1e2.5",
                                           "1e2e3",
                                           " 1",
                                           "1 ",
                                           "1,5",
                                           "0x10",
                                           "NaN",
                                           "Infinity",
                                           "-Infinity",
                                           "1_000",
                                           "--1",
                                           "1-",
                                           "१",
                                           "null",
                                           std::string_view("1\0", 2)};

TEST(Decimal, IsNotReadFromWhatIsNoNumber) {
    for (const auto text : no_numbers) {
        ASSERT_FALSE(Decimal::parse(text).ok()) << text;
        EXPECT_EQ(Decimal::parse(text).error().problems[0].reason, "must be a number");
    }
}

TEST(Decimal, IsWrittenWithoutExponentAndTrailingZeros) {
    const Reading readings[] = {{"0", 0},
                                {"100", 1'000'000},
                                {"19.99", 199'900},
                                {"-0.5", -5'000},
                                {"0.0001", 1},
                                {"-0.0001", -1},
                                {"0.01", 100},
                                {"1.001", 10'010},
                                {"-12.3456", -123'456},
                                {"99999999999999.9999", Decimal::ten_thousandths_limit - 1},
                                {"-99999999999999.9999", -(Decimal::ten_thousandths_limit - 1)},
                                {"-922337203685477.5808", std::numeric_limits<std::int64_t>::min()}};
    for (const auto& [text, ten_thousandths] : readings) { EXPECT_EQ(Decimal{ten_thousandths}.text(), text); }
    std::string out = "sum ";
    Decimal{5}.append_to(out);
    EXPECT_EQ(out, "sum 0.0005");
}

TEST(Decimal, AddsExactly) {
    const auto sum = Decimal::parse("0.1").value().ten_thousandths + Decimal::parse("0.2").value().ten_thousandths;
    EXPECT_EQ(Decimal{sum}, Decimal::parse("0.3").value());
}

RC_GTEST_PROP(Decimal, ReadsBackWhatItWrites, ()) {
    const auto limit = Decimal::ten_thousandths_limit;
    const Decimal decimal{*rc::gen::inRange(-limit + 1, limit)};
    RC_ASSERT(Decimal::parse(decimal.text()).value() == decimal);
}

// Rounds `digits` / 10^`places` to 4 places with whole numbers of 128 bits.
std::int64_t rounded(std::int64_t digits, int places) {
    __int128 numerator = digits < 0 ? -__int128{digits} : __int128{digits};
    __int128 denominator = 1;
    for (int step = 4; step < places; ++step) { denominator *= 10; }
    for (int step = places; step < 4; ++step) { numerator *= 10; }
    const auto magnitude = static_cast<std::int64_t>((2 * numerator + denominator) / (2 * denominator));
    return digits < 0 ? -magnitude : magnitude;
}

RC_GTEST_PROP(Decimal, RoundsLikeWholeNumbersOf128Bits, ()) {
    const auto digits = *rc::gen::inRange<std::int64_t>(-99'999'999'999'999, 100'000'000'000'000);
    const auto places = *rc::gen::inRange(0, 16);
    auto text = std::to_string(digits < 0 ? -digits : digits);
    const auto width = static_cast<std::size_t>(places) + 1;
    if (text.size() < width) { text.insert(0, width - text.size(), '0'); }
    if (places > 0) { text.insert(text.size() - static_cast<std::size_t>(places), "."); }
    if (digits < 0) { text.insert(0, "-"); }
    RC_ASSERT(Decimal::parse(text).value().ten_thousandths == rounded(digits, places));
    // The same number with an exponent.
    RC_ASSERT(Decimal::parse(std::to_string(digits) + "e-" + std::to_string(places)).value().ten_thousandths ==
              rounded(digits, places));
}

TEST(Integer, IsReadFromANumberWithoutFraction) {
    const Reading readings[] = {{"0", 0},
                                {"-0", 0},
                                {"3", 3},
                                {"3.0", 3},
                                {"3.000000000000000000000000000000000000", 3},
                                {"3e2", 300},
                                {"3.25e2", 325},
                                {"3250e-1", 325},
                                {"-17", -17},
                                {"0e999999999999", 0},
                                {"0.0e-999999999999", 0},
                                {"9007199254740991", 9'007'199'254'740'991},
                                {"-9007199254740991", -9'007'199'254'740'991},
                                {"9007199254740991.0", 9'007'199'254'740'991},
                                {"900719925474099100000e-5", 9'007'199'254'740'991}};
    for (const auto& [text, value] : readings) {
        const auto integer = parse_integer(text);
        ASSERT_TRUE(integer.ok()) << text;
        EXPECT_EQ(integer.value(), value) << text;
    }
}

TEST(Integer, WithAFractionOrTooLargeIsRefused) {
    for (const auto text : {"3.5", "3.0000000000000000000000001", "1e-1", "1e-999999999999", "325e-1", "0.1"}) {
        ASSERT_FALSE(parse_integer(text).ok()) << text;
        EXPECT_EQ(parse_integer(text).error().problems[0].reason, "must be an integer") << text;
    }
    for (const auto text : {"9007199254740992", "-9007199254740992", "1e16", "1e999999999999999",
                            "99999999999999999999999999999999999"}) {
        ASSERT_FALSE(parse_integer(text).ok()) << text;
        EXPECT_EQ(parse_integer(text).error().problems[0].reason,
                  "must be between -9007199254740991 and 9007199254740991")
            << text;
    }
    for (const auto text : no_numbers) { EXPECT_FALSE(parse_integer(text).ok()) << text; }
}

}  // namespace
}  // namespace tradewind::base

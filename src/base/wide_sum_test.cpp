#include "base/wide_sum.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/decimal.h"

namespace tradewind::base {
namespace {

WideSum sum_of(std::initializer_list<std::int64_t> numbers) {
    WideSum sum;
    for (const auto number : numbers) { sum.add(number); }
    return sum;
}

}  // namespace

TEST(WideSum, IsExactBeyondWhatOneNumberHolds) {
    constexpr auto most = Decimal::ten_thousandths_limit - 1;
    WideSum sum;
    for (int count = 0; count < 1'000; ++count) { sum.add(most); }
    EXPECT_EQ(sum.decimal_text(), "99999999999999999.9");
    EXPECT_EQ(sum.whole_text(), "999999999999999999000");
    EXPECT_EQ(sum.divided_by(1'000), sum_of({most}));
    for (int count = 0; count < 1'000; ++count) { sum.add(-most); }
    EXPECT_EQ(sum, WideSum());
}

TEST(WideSum, IsPutTogetherFromItsParts) {
    for (const auto number : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1'234'567'890'123},
                              std::int64_t{-1'234'567'890'123}, std::numeric_limits<std::int64_t>::min()}) {
        WideSum sum;
        sum.add_parts(number / WideSum::unit, number % WideSum::unit);
        EXPECT_EQ(sum, sum_of({number})) << number;
    }
    auto both = sum_of({5});
    both.add(sum_of({-7}));
    EXPECT_EQ(both.whole_text(), "-2");
    both.subtract(sum_of({-7}));
    EXPECT_EQ(both, sum_of({5}));
}

TEST(WideSum, IsWrittenAsDecimal) {
    EXPECT_EQ(WideSum().decimal_text(), "0");
    EXPECT_EQ(sum_of({1'000, 2'000}).decimal_text(), "0.3");
    EXPECT_EQ(sum_of({199'900}).decimal_text(), "19.99");
    EXPECT_EQ(sum_of({1'000'000}).decimal_text(), "100");
    EXPECT_EQ(sum_of({-1}).decimal_text(), "-0.0001");
    EXPECT_EQ(sum_of({-1'000'000}).decimal_text(), "-100");
}

TEST(WideSum, IsWrittenAsMoney) {
    EXPECT_EQ(WideSum().money_text(), "0.00");
    EXPECT_EQ(sum_of({199'900}).money_text(), "19.99");
    EXPECT_EQ(sum_of({50}).money_text(), "0.01");
    EXPECT_EQ(sum_of({49}).money_text(), "0.00");
    EXPECT_EQ(sum_of({-49}).money_text(), "0.00");
    EXPECT_EQ(sum_of({-50}).money_text(), "-0.01");
    EXPECT_EQ(sum_of({-1'000'000}).money_text(), "-100.00");
}

TEST(WideSum, IsDividedHalfAwayFromZero) {
    EXPECT_EQ(sum_of({5}).divided_by(2).whole_text(), "3");
    EXPECT_EQ(sum_of({-5}).divided_by(2).whole_text(), "-3");
    EXPECT_EQ(sum_of({4}).divided_by(3).whole_text(), "1");
    EXPECT_EQ(sum_of({10}).divided_by(3).whole_text(), "3");
    EXPECT_EQ(sum_of({-11}).divided_by(3).whole_text(), "-4");
}

TEST(WideSum, ComparesByValue) {
    EXPECT_LT(sum_of({-1}), sum_of({0}));
    EXPECT_GT(sum_of({std::numeric_limits<std::int64_t>::max(), 1}), sum_of({1}));
}

}  // namespace tradewind::base

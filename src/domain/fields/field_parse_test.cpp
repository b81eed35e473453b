#include "domain/fields/field_parse.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

template <class T>
std::string reason_of(const base::Result<T>& result) {
    return result ? "" : result.error().problems.at(0).reason;
}

TEST(TextValue, KeepsWhatFitsAndSaysWhatDoesNot) {
    const Bounds bounds{.characters_min = 2, .characters_max = 3};
    EXPECT_EQ(text_value("añb", bounds, nullptr).value(), "añb");
    EXPECT_EQ(reason_of(text_value("ñ", bounds, nullptr)), "must have at least 2 characters");
    EXPECT_EQ(reason_of(text_value("añbc", bounds, nullptr)), "must have at most 3 characters");
    EXPECT_EQ(reason_of(text_value("", {.characters_min = 1}, nullptr)), "must not be empty");
    EXPECT_EQ(text_value("", {}, nullptr).value(), "");
    EXPECT_EQ(reason_of(text_value({"a\0b", 3}, bounds, nullptr)), "must not contain U+0000");
}

TEST(TextValue, KeepsWhatItsRuleAnswers) {
    const TextRule rule = [](std::string_view text) -> base::Result<std::string> {
        if (text == "no") { return base::invalid("", "is no"); }
        return std::string(text) + "!";
    };
    EXPECT_EQ(text_value("yes", {}, rule).value(), "yes!");
    EXPECT_EQ(reason_of(text_value("no", {}, rule)), "is no");
}

TEST(IntegerValue, LiesWithinItsBounds) {
    const Bounds bounds{.value_min = -1, .value_max = 5};
    EXPECT_EQ(integer_value("-1", bounds).value(), -1);
    EXPECT_EQ(integer_value("5.0", bounds).value(), 5);
    for (const std::string_view digits : {"-2", "6", "6e3"}) {
        EXPECT_EQ(reason_of(integer_value(digits, bounds)), "must be from -1 to 5") << digits;
    }
    EXPECT_EQ(reason_of(integer_value("0.5", bounds)), "must be an integer");
    EXPECT_EQ(integer_value("9007199254740991", {}).value(), field_integer_max);
    EXPECT_FALSE(integer_value("9007199254740992", {}));
    EXPECT_EQ(reason_of(integer_value("-1", {.value_min = 0})), "must be from 0 to 9007199254740991");
}

TEST(DecimalValue, LiesWithinItsBoundsOnceItIsRounded) {
    const Bounds bounds{.value_min = 0, .value_max = 100};
    for (const std::string_view digits : {"0", "-0.00004", "100", "100.00004", "1e2", "99.9999"}) {
        EXPECT_TRUE(decimal_value(digits, bounds)) << digits;
    }
    for (const std::string_view digits : {"-0.0001", "-0.00005", "-1", "100.0001", "100.00005", "1e3"}) {
        EXPECT_EQ(reason_of(decimal_value(digits, bounds)), "must be from 0 to 100") << digits;
    }
    const Bounds below_zero{.value_min = -2, .value_max = -1};
    EXPECT_TRUE(decimal_value("-1", below_zero));
    EXPECT_TRUE(decimal_value("-2", below_zero));
    EXPECT_FALSE(decimal_value("-0.9999", below_zero));
    EXPECT_FALSE(decimal_value("-2.0001", below_zero));
    EXPECT_EQ(decimal_value("-99999999999999.9999", {}).value().ten_thousandths,
              1 - base::Decimal::ten_thousandths_limit);
    EXPECT_FALSE(decimal_value("100000000000000", {}));
}

TEST(ItemCount, LiesWithinItsBounds) {
    const Bounds bounds{.items_min = 2, .items_max = 3};
    EXPECT_TRUE(check_item_count(2, bounds));
    EXPECT_TRUE(check_item_count(3, bounds));
    EXPECT_EQ(reason_of(check_item_count(1, bounds)), "must have at least 2 items");
    EXPECT_EQ(reason_of(check_item_count(4, bounds)), "must have at most 3 items");
    EXPECT_EQ(reason_of(check_item_count(0, {.items_min = 1})), "must not be empty");
}

}  // namespace
}  // namespace tradewind::domain

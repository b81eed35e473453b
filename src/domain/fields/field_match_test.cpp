#include "domain/fields/field_match.h"

#include <gtest/gtest.h>

#include <optional>

namespace tradewind::domain {
namespace {

ContactField field_of(FieldType type) {
    ContactField field;
    field.type = type;
    field.number = 7;
    if (type == FieldType::Phone) { field.default_country_code = "34"; }
    if (type == FieldType::Radio || type == FieldType::Checkbox) {
        field.options = {{"red", "Red"}, {"Red", "RED"}, {"a|b", "Both"}};
    }
    return field;
}

bool fits(const FieldMatch& match, std::string_view json) {
    const auto document = base::JsonDocument::parse(json).value();
    return match.fits(document.root());
}

struct Case {
    FieldType type;
    std::string wanted;
    std::string kept;
    std::optional<bool> fits;  // Nothing: the wanted value is refused.
};

class FieldMatchTest : public testing::TestWithParam<Case> {};

TEST_P(FieldMatchTest, FitsOrNot) {
    const auto& [type, wanted, kept, expected] = GetParam();
    const auto match = FieldMatch::parse(field_of(type), wanted);
    ASSERT_EQ(match.ok(), expected.has_value()) << wanted;
    if (!expected) {
        ASSERT_EQ(match.error().problems.size(), 1U);
        return;
    }
    EXPECT_EQ(match.value().number(), 7);
    EXPECT_EQ(fits(match.value(), kept), *expected) << wanted << " and " << kept;
}

INSTANTIATE_TEST_SUITE_P(
    Values, FieldMatchTest,
    testing::Values(
        Case{FieldType::Text, "CAFÉ", R"("cafe")", true}, Case{FieldType::Text, "caf", R"("cafe")", false},
        Case{FieldType::Text, "", R"("")", true}, Case{FieldType::Text, "", R"("x")", false},
        Case{FieldType::Text, "a \"b\"", R"("A \"b\"")", true},
        Case{FieldType::Email, " ADA@example.org", R"("ada@Example.org")", true},
        Case{FieldType::Email, "eve@example.org", R"("ada@example.org")", false}, Case{FieldType::Email, "ada", "", {}},
        Case{FieldType::Phone, "651 234 567", R"("+34651234567")", true},
        Case{FieldType::Phone, "+34651234568", R"("+34651234567")", false}, Case{FieldType::Phone, "six", "", {}},
        Case{FieldType::Integer, "3.0", "3", true}, Case{FieldType::Integer, "3", "30", false},
        Case{FieldType::Integer, "3.5", "", {}}, Case{FieldType::Decimal, "1.50", "1.5", true},
        Case{FieldType::Decimal, "1.51", "1.5", false}, Case{FieldType::Decimal, "x", "", {}},
        Case{FieldType::Date, "2020-01-01", R"("2020-01-01T00:00:00.000Z")", true},
        Case{FieldType::Date, "2020-01-01T01:00:00+01:00", R"("2020-01-01T00:00:00.000Z")", true},
        Case{FieldType::Date, "2020-01-02", R"("2020-01-01T00:00:00.000Z")", false},
        Case{FieldType::Date, "soon", "", {}}, Case{FieldType::Radio, "red", R"("red")", true},
        Case{FieldType::Radio, "red", R"("Red")", false}, Case{FieldType::Radio, "blue", "", {}},
        Case{FieldType::Checkbox, "red", R"(["Red","red"])", true},
        Case{FieldType::Checkbox, "red", R"(["Red"])", false}, Case{FieldType::Checkbox, "red", "[]", false},
        Case{FieldType::Checkbox, "a|b", R"(["a|b"])", true}, Case{FieldType::Checkbox, "blue", "", {}},
        Case{FieldType::Checkbox, "", "", {}}, Case{FieldType::Boolean, "1", "true", true},
        Case{FieldType::Boolean, "false", "true", false}, Case{FieldType::Boolean, "yes", "", {}}));

TEST(FieldMatch, KnowsTheDefaultOfItsField) {
    auto field = field_of(FieldType::Checkbox);
    EXPECT_FALSE(FieldMatch::parse(field, "red").value().is_default());
    field.default_value = FieldValue(std::vector<std::string>{"Red", "a|b"});
    EXPECT_FALSE(FieldMatch::parse(field, "red").value().is_default());
    EXPECT_TRUE(FieldMatch::parse(field, "a|b").value().is_default());
}

}  // namespace
}  // namespace tradewind::domain

#include "domain/filters/write_filter.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "domain/filters/filter_vocabulary.h"
#include "domain/filters/parse_filter.h"
#include "domain/filters/sample_filter_names.h"

namespace tradewind::domain::write_filter_test {
namespace {

Filter parse(const std::string& json, const FilterNames& names) {
    const auto document = base::JsonDocument::parse(json).take();
    auto filter = parse_filter(document.root(), names, "");
    EXPECT_TRUE(filter) << json << (filter ? "" : filter.error().problems.front().reason);
    return filter ? filter.value() : Filter();
}

struct Written {
    std::string shown;
    std::string stored = {};  // Empty: the same.
};

class WriteFilter : public testing::TestWithParam<Written> {};

TEST_P(WriteFilter, HasOneTextForOneFilterInEachForm) {
    const SampleFilterNames store;
    const auto names = store.names();
    const auto shown = SampleFilterNames::with_ids(GetParam().shown);
    const auto stored = GetParam().stored.empty() ? shown : SampleFilterNames::with_ids(GetParam().stored);
    const auto filter = parse(shown, names);
    EXPECT_EQ(filter_json(filter, names, FilterForm::Shown), shown);
    EXPECT_EQ(filter_json(filter, names, FilterForm::Stored), stored);
    EXPECT_EQ(read_stored_filter(stored, names).value(), filter);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, WriteFilter,
    testing::Values(Written{R"({"field":"_name","is":"isSet"})"},
                    Written{R"({"field":"f12","is":"isNotSet"})", R"({"field":"f20","is":"isNotSet"})"},
                    Written{R"({"field":"hobby","is":"in","values":["Golf","Esquí"]})",
                            R"({"field":"f11","is":"in","values":["Golf","Esquí"]})"},
                    Written{R"({"field":"_email","is":"equals","value":"Ada@example.org"})"},
                    Written{R"({"field":"_mobilePhone","is":"notEquals","value":"+34651234567"})"},
                    Written{R"({"field":"_points","is":"between","from":-5,"to":9007199254740991})"},
                    Written{R"({"field":"_clv","is":"atLeast","value":19.99})"},
                    Written{R"({"field":"_birthdate","is":"before","value":"2000-02-29"})"},
                    Written{R"({"field":"_birthdate","is":"after","value":"2000-02-29T12:30:00.000Z"})"},
                    Written{
                        R"({"field":"_birthdate","is":"between","from":"2000-02-28","to":"2000-02-29T00:00:00.000Z"})"},
                    Written{R"({"field":"_birthdate","is":"anniversaryInNext","period":"P7D"})"},
                    Written{R"({"field":"vip","is":"isTrue"})", R"({"field":"f17","is":"isTrue"})"},
                    Written{R"({"field":"colours","is":"hasNone","values":["red"]})",
                            R"({"field":"f19","is":"hasNone","values":["red"]})"}));

INSTANTIATE_TEST_SUITE_P(
    Others, WriteFilter,
    testing::Values(
        Written{R"({"purchases":{}})"}, Written{R"({"purchases":{},"count":{"atLeast":1}})"},
        Written{R"({"purchases":{"within":{"last":"P90D"},"where":[{"item":"category","is":"in","values":["Shoes"]},)"
                R"({"purchase":"sourceType","is":"equals","value":"other"}]},"amount":{"atMost":-0.5}})"},
        Written{R"({"purchases":{"within":{"from":"2024-01-01","to":"2024-12-31"}},"units":{"equals":-3}})"},
        Written{R"({"purchases":{"within":{"to":"2024-12-31"}}})"},
        Written{R"({"event":"$eventType","where":[{"field":"total","is":"atLeast","value":50}],)"
                R"("within":{"last":"PT2H"},"count":{"atLeast":1}})"},
        Written{R"({"activity":"login","within":{"from":"2024-01-01T10:00:00.000Z"},"count":{"equals":0}})"},
        Written{R"({"activity":"email-opened","workflowId":"$workflow"})"},
        Written{R"({"activity":"coupon-assigned","couponSetId":"$couponSet"})"},
        Written{R"({"all":[{"any":[{"field":"hobby","is":"isSet"}]},{"not":{"segment":"$segment"}}]})",
                R"({"all":[{"any":[{"field":"f11","is":"isSet"}]},{"not":{"segment":"$segment"}}]})"}));

// The operands of an operator on a kind, as JSON.
std::string operands_of(ValueKind kind, FilterOperator is, const std::string& text) {
    const bool is_number = kind == ValueKind::Integer || kind == ValueKind::Decimal;
    const std::string value = is_number ? "3" : kind == ValueKind::Date ? R"("2024-05-06")" : text;
    switch (rule_of(is).operand) {
        case OperandShape::None:
            return "";
        case OperandShape::Value:
            return R"(,"value":)" + value;
        case OperandShape::Values:
            return R"(,"values":[)" + value + "]";
        case OperandShape::FromTo:
            return R"(,"from":)" + value + R"(,"to":)" + value;
        case OperandShape::Period:
            return R"(,"period":"P1Y2M3D")";
    }
    return "";
}

std::string text_operand(const ContactField& field) {
    if (!field.options.empty()) { return "\"" + field.options.back().id + "\""; }
    switch (field.type) {
        case FieldType::Email:
            return R"("a@b.example")";
        case FieldType::Phone:
            return R"("+4930123456")";
        case FieldType::Text:
        case FieldType::Integer:
        case FieldType::Decimal:
        case FieldType::Date:
        case FieldType::Checkbox:
        case FieldType::Radio:
        case FieldType::Boolean:
            break;
    }
    return R"("x")";
}

TEST(WriteFilterOfEveryField, IsReadAgainAsItWas) {
    const SampleFilterNames store;
    const auto names = store.names();
    std::size_t count = 0;
    for (const auto& field : names.fields.all()) {
        const auto kind = value_kind_of(field);
        for (const auto is : operators_of(kind)) {
            const auto json = R"({"field":")" + field.id + R"(","is":")" + std::string(word_of(is)) + "\"" +
                              operands_of(kind, is, text_operand(field)) + "}";
            const auto filter = parse(json, names);
            EXPECT_EQ(filter_json(filter, names, FilterForm::Shown), json);
            const auto stored = filter_json(filter, names, FilterForm::Stored);
            EXPECT_EQ(read_stored_filter(stored, names).value(), filter) << stored;
            ++count;
        }
    }
    EXPECT_GT(count, 250U);
}

TEST(WriteFilterAfterAChange, FollowsTheFieldsAndNotTheirIds) {
    const SampleFilterNames before;
    const auto filter = parse(R"({"field":"hobby","is":"isSet"})", before.names());
    auto renamed = SampleFilterNames::custom_fields();
    renamed[0].id = "pastime";
    const SampleFilterNames after(renamed);
    EXPECT_EQ(filter_json(filter, after.names(), FilterForm::Shown), R"({"field":"pastime","is":"isSet"})");
    renamed.erase(renamed.begin());
    const SampleFilterNames without(renamed);
    EXPECT_EQ(filter_json(filter, without.names(), FilterForm::Shown), R"({"field":"f11","is":"isSet"})")
        << "what is gone has only its number";
}

}  // namespace
}  // namespace tradewind::domain::write_filter_test

#include "domain/fields/contact_field_rules.h"

#include <gtest/gtest.h>

#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

using Problems = std::vector<base::Problem>;

// What the properties read one by one would give, for those that the rules look at.
ContactField read_singly(const base::JsonValue& object) {
    ContactField field;
    field.type = find_kind(object.find("type")->string())->type;
    const auto value_of = [&](std::string_view name) {
        const auto value = object.find(name);
        return value && !value->is_null() ? value : std::nullopt;
    };
    if (const auto value = value_of("required"); value && value->kind() == base::JsonKind::Boolean) {
        field.required = value->boolean();
    }
    if (const auto value = value_of("maxLength")) { field.max_length = base::parse_integer(value->digits()).value(); }
    if (const auto value = value_of("minValue")) { field.min_value = base::Decimal::parse(value->digits()).value(); }
    if (const auto value = value_of("maxValue")) { field.max_value = base::Decimal::parse(value->digits()).value(); }
    if (const auto value = value_of("minDate")) { field.min_date = base::Instant::parse(value->string()).value(); }
    if (const auto value = value_of("maxDate")) { field.max_date = base::Instant::parse(value->string()).value(); }
    if (const auto value = value_of("options"); value && value->kind() == base::JsonKind::Array) {
        for (const auto option : value->elements()) { field.options.push_back({std::string(option.string()), "x"}); }
    }
    return field;
}

struct Completed {
    ContactField field;
    Problems problems;
};

Completed complete(std::string_view json, Problems problems = {}) {
    const auto document = base::JsonDocument::parse(json).take();
    Completed completed{.field = read_singly(document.root()), .problems = std::move(problems)};
    complete_new_contact_field(completed.field, document.root(), completed.problems);
    return completed;
}

struct Fitting {
    std::string json;
    bool required;
    std::optional<FieldValue> default_value = {};
};

class FittingField : public testing::TestWithParam<Fitting> {};

TEST_P(FittingField, IsCompleted) {
    const auto& [json, required, default_value] = GetParam();
    const auto completed = complete(json);
    EXPECT_EQ(completed.problems, Problems{}) << json;
    EXPECT_EQ(completed.field.required, required) << json;
    EXPECT_EQ(completed.field.default_value, default_value) << json;
}

using Texts = std::vector<std::string>;
INSTANTIATE_TEST_SUITE_P(
    NewContactField, FittingField,
    testing::Values(
        Fitting{R"({"type":"text"})", false}, Fitting{R"({"type":"text","required":null,"defaultValue":null})", false},
        Fitting{R"({"type":"text","maxLength":3,"required":true,"defaultValue":"abc"})", true, FieldValue("abc")},
        Fitting{R"({"type":"email"})", false}, Fitting{R"({"type":"email","required":false})", false},
        Fitting{R"({"type":"phone","defaultCountryCode":"34"})", false},
        Fitting{R"({"type":"integer","minValue":3,"maxValue":3})", false},
        Fitting{R"({"type":"integer","required":true,"defaultValue":3.0})", true, FieldValue(std::int64_t{3})},
        Fitting{R"({"type":"decimal","minValue":-0.5,"maxValue":0.5,"required":true,"defaultValue":0.5})", true,
                FieldValue(base::Decimal{5000})},
        Fitting{R"({"type":"date","minDate":"2020-01-01","maxDate":"2020-01-01"})", false},
        Fitting{R"({"type":"date","required":true,"defaultValue":"1970-01-01"})", true, FieldValue(base::Instant{0})},
        Fitting{R"({"type":"radio","options":["a"]})", false},
        Fitting{R"({"type":"radio","options":["a","b"],"required":true,"defaultValue":"b"})", true, FieldValue("b")},
        Fitting{R"({"type":"checkbox","options":["a","b"],"defaultValue":["b","a"]})", true,
                FieldValue(Texts{"b", "a"})},
        Fitting{R"({"type":"checkbox","options":["a"],"required":true,"defaultValue":[]})", true, FieldValue(Texts{})},
        Fitting{R"({"type":"boolean","defaultValue":false})", true, FieldValue(false)}));

struct Misfit {
    std::string json;
    Problems problems;
    Problems before = {};
};

class MisfittingField : public testing::TestWithParam<Misfit> {};

TEST_P(MisfittingField, IsRefusedWithEveryProblemOnce) {
    const auto& [json, problems, before] = GetParam();
    auto expected = before;
    expected.insert(expected.end(), problems.begin(), problems.end());
    EXPECT_EQ(complete(json, before).problems, expected) << json;
}

const std::string not_here = "does not go with this type";
INSTANTIATE_TEST_SUITE_P(
    Properties, MisfittingField,
    testing::Values(
        Misfit{R"({"type":"text","minValue":1,"maxValue":1,"minDate":"2020-01-01","maxDate":"2020-01-01"})",
               {{"/minValue", not_here}, {"/maxValue", not_here}, {"/minDate", not_here}, {"/maxDate", not_here}}},
        Misfit{R"({"type":"boolean","maxLength":1,"defaultValue":true})", {{"/maxLength", not_here}}},
        Misfit{R"({"type":"text","options":["a"],"defaultCountryCode":"34"})",
               {{"/options", not_here}, {"/defaultCountryCode", not_here}}},
        Misfit{R"({"type":"radio"})", {{"/options", "is required"}}},
        Misfit{R"({"type":"checkbox","options":null})",
               {{"/options", "is required"}, {"/defaultValue", "is required"}}},
        Misfit{R"({"type":"phone"})", {{"/defaultCountryCode", "is required"}}},
        Misfit{R"({"type":"phone","defaultCountryCode":null})", {{"/defaultCountryCode", "is required"}}}));
INSTANTIATE_TEST_SUITE_P(Bounds, MisfittingField,
                         testing::Values(Misfit{R"({"type":"integer","minValue":1,"maxValue":0})",
                                                {{"/maxValue", "must not be below minValue"}}},
                                         Misfit{R"({"type":"decimal","minValue":0.0002,"maxValue":0.0001})",
                                                {{"/maxValue", "must not be below minValue"}}},
                                         Misfit{R"({"type":"integer","minValue":0.5,"maxValue":1.0001})",
                                                {{"/minValue", "must be a whole number"},
                                                 {"/maxValue", "must be a whole number"}}},
                                         Misfit{R"({"type":"date","minDate":"2020-01-02","maxDate":"2020-01-01"})",
                                                {{"/maxDate", "must not be before minDate"}}}));
INSTANTIATE_TEST_SUITE_P(
    Required, MisfittingField,
    testing::Values(Misfit{R"({"type":"checkbox","required":false,"options":["a"],"defaultValue":[]})",
                           {{"/required", "must be true for this type"}}},
                    Misfit{R"({"type":"boolean","required":false})",
                           {{"/required", "must be true for this type"}, {"/defaultValue", "is required"}}},
                    Misfit{R"({"type":"phone","defaultCountryCode":"34","required":true})",
                           {{"/required", "must be false for this type"}}},
                    Misfit{R"({"type":"email","required":true,"defaultValue":"a@b.example"})",
                           {{"/required", "must be false for this type"}, {"/defaultValue", not_here}}}));
INSTANTIATE_TEST_SUITE_P(
    DefaultValue, MisfittingField,
    testing::Values(
        Misfit{R"({"type":"text","required":true})", {{"/defaultValue", "is required"}}},
        Misfit{R"({"type":"boolean","defaultValue":null})", {{"/defaultValue", "is required"}}},
        Misfit{R"({"type":"text","defaultValue":"a"})", {{"/defaultValue", "goes only with required fields"}}},
        Misfit{R"({"type":"radio","options":["a"],"required":false,"defaultValue":"a"})",
               {{"/defaultValue", "goes only with required fields"}}},
        Misfit{R"({"type":"text","required":true,"defaultValue":""})", {{"/defaultValue", "must not be empty"}}},
        Misfit{R"({"type":"text","maxLength":2,"required":true,"defaultValue":"abc"})",
               {{"/defaultValue", "must have at most 2 characters"}}},
        Misfit{R"({"type":"integer","maxValue":2,"required":true,"defaultValue":3})",
               {{"/defaultValue", "must be at most 2"}}},
        Misfit{R"({"type":"radio","options":["a"],"required":true,"defaultValue":"b"})",
               {{"/defaultValue", "must be the id of one of the options"}}},
        Misfit{R"({"type":"checkbox","options":["a","b"],"defaultValue":["a","a"]})",
               {{"/defaultValue/1", "is repeated"}}}));
INSTANTIATE_TEST_SUITE_P(AfterOtherProblems, MisfittingField,
                         testing::Values(Misfit{.json = R"({"type":"text","maxLength":1,"defaultValue":"a"})",
                                                .problems = {},
                                                .before = {{"/type", "is not a type of field"}}},
                                         Misfit{.json = R"({"type":"text","required":"yes","defaultValue":"a"})",
                                                .problems = {},
                                                .before = {{"/required", "must be true or false"}}},
                                         Misfit{.json = R"({"type":"boolean","required":"yes"})",
                                                .problems = {{"/defaultValue", "is required"}},
                                                .before = {{"/required", "must be true or false"}}},
                                         Misfit{.json = R"({"type":"checkbox","options":["a"],"defaultValue":["b"]})",
                                                .problems = {},
                                                .before = {{"/options/0/label", "is required"}}},
                                         Misfit{.json = R"({"type":"text","options":["a"]})",
                                                .problems = {},
                                                .before = {{"/options/0/label", "is required"}}}));

struct FieldId {
    std::string text;
    bool fits;
};

class CustomFieldId : public testing::TestWithParam<FieldId> {};

TEST_P(CustomFieldId, IsKeptAsItIsOrRefused) {
    const auto& [text, fits] = GetParam();
    const auto checked = check_custom_field_id(text);
    ASSERT_EQ(checked.ok(), fits) << text;
    if (fits) { EXPECT_EQ(checked.value(), text); }
}

INSTANTIATE_TEST_SUITE_P(NewContactField, CustomFieldId,
                         testing::Values(FieldId{"a", true}, FieldId{"Z", true}, FieldId{"favourite_colour", true},
                                         FieldId{"tags[]", true}, FieldId{"size(EU)-2", true}, FieldId{"Id", true},
                                         FieldId{"ids", true}, FieldId{"id", false}, FieldId{"", false},
                                         FieldId{"_email", false}, FieldId{"1a", false}, FieldId{"a b", false},
                                         FieldId{"a.b", false}, FieldId{"a/b", false}, FieldId{"ñ", false},
                                         FieldId{"añ", false}, FieldId{"a\n", false},
                                         FieldId{std::string("a\0", 2), false}));

}  // namespace
}  // namespace tradewind::domain

#include "domain/filters/parse_filter.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "domain/filters/filter_vocabulary.h"
#include "domain/filters/sample_filter_names.h"

namespace tradewind::domain::parse_filter_test {
namespace {

base::Result<Filter> parse(const std::string& json) {
    const SampleFilterNames store;
    const auto document = base::JsonDocument::parse(SampleFilterNames::with_ids(json)).take();
    return parse_filter(document.root(), store.names(), "/filter");
}

std::string problems_of(const base::Result<Filter>& filter) {
    if (filter) { return "none"; }
    std::string text;
    for (const auto& problem : filter.error().problems) {
        text += (text.empty() ? "" : "; ") + problem.path + " " + problem.reason;
    }
    return text;
}

struct Refusal {
    std::string json;
    std::string problems;  // Without the path of the filter itself.
};

class ParseFilterRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(ParseFilterRefuses, WithAllProblems) {
    auto found = problems_of(parse(GetParam().json));
    for (auto place = found.find("/filter"); place != std::string::npos; place = found.find("/filter")) {
        found.erase(place, std::string_view("/filter").size());
    }
    EXPECT_EQ(found, GetParam().problems) << GetParam().json;
}

const std::string shapes = "all, any, not, field, purchases, event, activity and segment";
const std::string text_operators = "isSet, isNotSet, equals, notEquals, in, notIn, contains, startsWith and endsWith";

INSTANTIATE_TEST_SUITE_P(
    Shapes, ParseFilterRefuses,
    testing::Values(
        Refusal{"5", " must be an object"}, Refusal{"[]", " must be an object"},
        Refusal{"{}", " must have exactly one of " + shapes},
        Refusal{R"({"field": null})", " must have exactly one of " + shapes},
        Refusal{R"({"field": "_name", "is": "isSet", "segment": "$segment"})", " must have exactly one of " + shapes},
        Refusal{R"({"path": "nodes.cart.total", "is": "isSet"})", "/path exists only in workflows"},
        Refusal{R"({"all": []})", "/all must not be empty"}, Refusal{R"({"any": {}})", "/any must be an array"},
        Refusal{R"({"all": [{"field": "_name", "is": "isSet"}], "name": "x"})", "/name is not known here"},
        Refusal{R"({"not": [], "a/b": 1})", "/a~1b is not known here; /not must be an object"},
        Refusal{
            R"({"any": [5, {"not": {"segment": 5}}, {"all": [{}]}]})",
            "/any/0 must be an object; /any/1/not/segment must be a string; /any/2/all/0 must have exactly one of " +
                shapes},
        Refusal{R"({"segment": "x"})", "/segment must be an id"},
        Refusal{R"({"segment": "$workflow"})", "/segment does not exist"},
        Refusal{R"({"segment": "$segment", "is": "in"})", "/is is not known here"}));

INSTANTIATE_TEST_SUITE_P(
    Fields, ParseFilterRefuses,
    testing::Values(
        Refusal{R"({"field": 5})", "/field must be a string"},
        Refusal{R"({"field": "shoe", "is": "isSet"})", "/field does not exist"},
        Refusal{R"({"field": "f11", "is": "isSet"})", "/field does not exist"},
        Refusal{R"({"field": "hobby"})", "/is is required"},
        Refusal{R"({"field": "hobby", "is": "like", "value": "x"})", "/is must be one of " + text_operators},
        Refusal{R"({"field": "hobby", "is": true})", "/is must be one of " + text_operators},
        Refusal{R"({"field": "size", "is": "equals", "value": "s"})",
                "/is must be one of isSet, isNotSet, in and notIn"},
        Refusal{R"({"field": "hobby", "is": "isSet", "value": "x"})", "/value is not known here"},
        Refusal{R"({"field": "hobby", "is": "equals", "values": ["x"]})",
                "/values is not known here; /value is required"},
        Refusal{R"({"field": "hobby", "is": "equals", "value": null})", "/value is required"},
        Refusal{R"({"field": "hobby", "is": "equals", "value": 5})", "/value must be a string"},
        Refusal{R"({"field": "hobby", "is": "contains", "value": ""})", "/value must not be empty"},
        Refusal{R"({"field": "hobby", "is": "contains", "value": "\u00ad"})",
                "/value must have a character that is compared"},
        Refusal{R"({"field": "hobby", "is": "equals", "value": "a\u0000"})", "/value must not contain U+0000"},
        Refusal{R"({"field": "hobby", "is": "in", "values": "x"})", "/values must be an array"},
        Refusal{R"({"field": "hobby", "is": "in", "values": []})", "/values must not be empty"},
        Refusal{R"({"field": "hobby", "is": "in", "values": ["a", "", 5]})",
                "/values/1 must not be empty; /values/2 must be a string"},
        Refusal{R"({"field": "size", "is": "in", "values": ["s", "Small"]})",
                "/values/1 must be the id of one of the options"},
        Refusal{R"({"field": "colours", "is": "hasAny", "values": ["pink"]})",
                "/values/0 must be the id of one of the options"},
        Refusal{R"({"field": "_mobilePhone", "is": "startsWith", "value": "+34 x"})",
                "/value must consist of digits and +, spaces and dashes aside"},
        Refusal{R"({"field": "_mobilePhone", "is": "contains", "value": " - "})",
                "/value must consist of digits and +, spaces and dashes aside"}));

INSTANTIATE_TEST_SUITE_P(
    NumbersAndDates, ParseFilterRefuses,
    testing::Values(
        Refusal{R"({"field": "_points", "is": "atLeast", "value": "5"})", "/value must be a number"},
        Refusal{R"({"field": "_points", "is": "atLeast", "value": 3.5})", "/value must be an integer"},
        Refusal{R"({"field": "_points", "is": "between", "from": 5})", "/to is required"},
        Refusal{R"({"field": "_points", "is": "between", "from": 5, "to": 4})", "/to must not be less than from"},
        Refusal{R"({"field": "height", "is": "between", "from": "a", "to": 1e20})",
                "/from must be a number; /to must be between -99999999999999.9999 and 99999999999999.9999"},
        Refusal{R"({"field": "wedding", "is": "before", "value": 5})", "/value must be a string"},
        Refusal{R"({"field": "wedding", "is": "between", "from": "2024-01-02", "to": "2024-01-01"})",
                "/to must not be before from"},
        Refusal{R"({"field": "wedding", "is": "between", "from": "2024-01-02T12:00:00Z", "to": "2024-01-01"})",
                "/to must not be before from"},
        Refusal{R"({"field": "wedding", "is": "inLast", "period": 5})", "/period must be a string"},
        Refusal{R"({"field": "wedding", "is": "inLast", "period": "P0D"})", "/period must not be zero"},
        Refusal{R"({"field": "wedding", "is": "anniversaryInNext", "period": "P1DT1H"})",
                "/period must have only years, months, weeks and days"}));

INSTANTIATE_TEST_SUITE_P(
    History, ParseFilterRefuses,
    testing::Values(
        Refusal{R"({"purchases": 5})", "/purchases must be an object"},
        Refusal{R"({"purchases": {"since": 1}, "sum": 5})",
                "/sum is not known here; /purchases/since is not known here"},
        Refusal{R"({"purchases": {"within": {}}})", "/purchases/within must have last, from or to"},
        Refusal{R"({"purchases": {"within": "P90D"}})", "/purchases/within must be an object"},
        Refusal{R"({"purchases": {"within": {"since": "start"}}})", "/purchases/within/since exists only in workflows"},
        Refusal{R"({"purchases": {"within": {"last": "P1D", "from": "2024-01-01", "to": "2024-01-02", "x": 1}}})",
                "/purchases/within/x is not known here; /purchases/within/from does not go with last; "
                "/purchases/within/to does not go with last"},
        Refusal{R"({"purchases": {"within": {"from": "2024-01-02", "to": "2024-01-01T00:00:00Z"}}})",
                "/purchases/within/to must not be before from"},
        Refusal{R"({"purchases": {}, "count": 2})", "/count must have exactly one of atLeast, atMost and equals"},
        Refusal{R"({"purchases": {}, "count": {"atLeast": 1, "atMost": 2}})",
                "/count must have exactly one of atLeast, atMost and equals"},
        Refusal{R"({"purchases": {}, "count": {"atLeast": -1}})", "/count/atLeast must be from 0 to 9007199254740991"},
        Refusal{R"({"purchases": {}, "units": {"atLeast": 1.5}})", "/units/atLeast must be an integer"},
        Refusal{R"({"purchases": {}, "count": {"equals": 1}, "amount": {"equals": "1"}})",
                "/amount does not go with count"},
        Refusal{R"({"purchases": {"where": {}}})", "/purchases/where must be an array"},
        Refusal{R"({"purchases": {"where": []}})", "/purchases/where must not be empty"},
        Refusal{R"({"purchases": {"where": [5, {}, {"item": 5}, {"item": "price", "is": "isSet"}]}})",
                "/purchases/where/0 must be an object; /purchases/where/1 must have exactly one of item and purchase; "
                "/purchases/where/2/item must be a string; "
                "/purchases/where/3/item must be one of productId, name, brand, category and tag"},
        Refusal{R"({"purchases": {"where": [{"purchase": "sourceType", "is": "in", "values": ["other", "web"]}]}})",
                "/purchases/where/0/values/1 must be marketplace, digital-store, point-of-sale, third-party or other"},
        Refusal{R"({"event": "cart", "count": {"atLeast": 1}})", "/event does not exist"},
        Refusal{R"({"event": "cart-updated", "amount": {"atLeast": 1}})", "/amount is not known here"},
        Refusal{R"({"event": "cart-updated", "where": [{"is": "isSet"}, {"field": "sum", "is": "isSet"},
                                                       {"field": "state", "is": "in", "values": ["lost"]}]})",
                "/where/0/field is required; /where/1/field is not a field of this event type; "
                "/where/2/values/0 must be the id of one of the options"},
        Refusal{R"({"activity": "sneeze"})", "/activity is not a kind of activity"},
        Refusal{R"({"activity": "entity-login"})", "/activity is not a kind of activity"},
        Refusal{R"({"activity": "login", "where": []})", "/where is not known here"},
        Refusal{R"({"activity": "login", "workflowId": "$workflow"})",
                "/workflowId does not go with this kind of activity"},
        Refusal{R"({"activity": "coupon-assigned", "couponSetId": "$workflow"})", "/couponSetId does not exist"},
        Refusal{R"({"activity": "email-opened", "workflowId": 5})", "/workflowId must be a string"}));

std::string repeated(std::size_t count, const std::string& item) {
    std::string list;
    for (std::size_t index = 0; index < count; ++index) { list += (index == 0 ? "" : ",") + item; }
    return "[" + list + "]";
}

// A lone test inside so many groups.
std::string nested(std::size_t groups) {
    std::string json = R"({"field": "_name", "is": "isSet"})";
    for (std::size_t index = 0; index < groups; ++index) {
        json = index % 2 == 0 ? R"({"not": )" + json + "}" : R"({"any": [)" + json + "]}";
    }
    return json;
}

std::string hobbies(std::size_t count) {
    std::string list;
    for (std::size_t index = 0; index < count; ++index) {
        list += (index == 0 ? "\"" : ",\"") + std::to_string(index) + "\"";
    }
    return R"({"field": "hobby", "is": "in", "values": [)" + list + "]}";
}

TEST(ParseFilter, TakesAsMuchAsTheLimitsAllow) {
    const std::string test = R"({"field": "_name", "is": "isSet"})";
    const std::string where = R"({"item": "tag", "is": "isSet"})";
    const std::string deep = "/filter/any/0/not/any/0/not/any/0/not/any/0/not must be at most 8 levels deep";
    const std::vector<std::pair<std::string, std::string>> cases{
        {nested(7), "none"},
        {nested(8), deep},
        {R"({"all": )" + repeated(200, test) + "}", "none"},
        {R"({"all": )" + repeated(201, test) + "}", "/filter must have at most 200 tests"},
        {R"({"all": )" + repeated(5'000, test) + "}", "/filter must have at most 200 tests"},
        {hobbies(500), "none"},
        {hobbies(501), "/filter/values must have at most 500 items"},
        {R"({"purchases": {"where": )" + repeated(20, where) + "}}", "none"},
        {R"({"purchases": {"where": )" + repeated(21, where) + "}}",
         "/filter/purchases/where must have at most 20 items"},
        {R"({"field": "hobby", "is": "equals", "value": ")" + std::string(10'001, 'x') + "\"}",
         "/filter/value must have at most 10000 characters"},
    };
    for (const auto& [json, problems] : cases) { EXPECT_EQ(problems_of(parse(json)), problems) << json.substr(0, 60); }
}

TEST(ParseFilter, TellsNoMoreProblemsThanThereMayBeTests) {
    EXPECT_EQ(parse(R"({"all": )" + repeated(5'000, "{}") + "}").error().problems.size(), filter_tests_max + 2);
    EXPECT_EQ(parse(R"({"all": )" + repeated(5'000, R"({"any": []})") + "}").error().problems.size(),
              filter_tests_max + 2);
}

ValueTest value_test(const std::string& json) {
    const auto filter = parse(json);
    EXPECT_EQ(problems_of(filter), "none") << json;
    return std::get<FieldTest>(filter.value().test).test;
}

struct Keys {
    std::string json;
    std::vector<std::string> texts;
    std::vector<std::string> keys;
};

TEST(ParseFilter, KeepsTextsAsTheyAreShownAndAsTheyAreCompared) {
    const std::string long_text(150, 'X');
    const std::vector<Keys> cases{
        {R"({"field": "hobby", "is": "equals", "value": "Esquí"})", {"Esquí"}, {"esqui"}},
        {R"({"field": "hobby", "is": "equals", "value": ")" + long_text + "\"}", {long_text}, {std::string(150, 'x')}},
        {R"({"field": "hobby", "is": "in", "values": ["Golf", "golf", "Tennis"]})",
         {"Golf", "Tennis"},
         {"golf", "tennis"}},
        {R"({"field": "_externalId", "is": "in", "values": ["Ñ1", "ñ1"]})", {"Ñ1", "ñ1"}, {"Ñ1", "ñ1"}},
        {R"({"field": "_email", "is": "equals", "value": " Ada@Example.org "})",
         {"Ada@Example.org"},
         {"ada@example.org"}},
        {R"({"field": "_email", "is": "endsWith", "value": "@Example.org"})", {"@Example.org"}, {"@example.org"}},
        {R"({"field": "_mobilePhone", "is": "equals", "value": "651 23-45 67"})", {"+34651234567"}, {"+34651234567"}},
        {R"({"field": "fax", "is": "in", "values": ["301234567"]})", {"+49301234567"}, {"+49301234567"}},
        {R"({"field": "fax", "is": "startsWith", "value": "+49"})", {"+49"}, {"+49"}},
        {R"({"field": "_mobilePhone", "is": "startsWith", "value": "+34 651-2"})", {"+346512"}, {"+346512"}},
        {R"({"field": "_mobilePhone", "is": "endsWith", "value": "45 67"})", {"4567"}, {"4567"}},
        {R"({"field": "colours", "is": "hasAll", "values": ["red", "blue"]})", {"red", "blue"}, {"red", "blue"}},
    };
    for (const auto& [json, texts, keys] : cases) {
        const auto test = value_test(json);
        EXPECT_EQ(test.texts, texts) << json;
        EXPECT_EQ(test.keys, keys) << json;
    }
}

TEST(ParseFilter, ReadsNumbersDatesAndPeriodsExactly) {
    EXPECT_EQ(value_test(R"({"field": "_points", "is": "atLeast", "value": 9007199254740991})").from,
              (std::variant<std::int64_t, base::Decimal>(std::int64_t{9'007'199'254'740'991})));
    EXPECT_EQ(value_test(R"({"field": "height", "is": "atMost", "value": 1.80001})").from,
              (std::variant<std::int64_t, base::Decimal>(base::Decimal{18'000})));
    const auto between =
        value_test(R"({"field": "wedding", "is": "between", "from": "1970-01-02", "to": "1970-01-03T00:00:00Z"})");
    EXPECT_EQ(between.date_from, (DateOperand{.at = {86'400'000}, .is_day = true}));
    EXPECT_EQ(between.date_to, (DateOperand{.at = {172'800'000}, .is_day = false}));
    EXPECT_EQ(value_test(R"({"field": "wedding", "is": "anniversaryInNext", "period": "P0D"})").period, Period());
    EXPECT_EQ(value_test(R"({"field": "wedding", "is": "inNext", "period": "P1M"})").period, (Period{.months = 1}));
    // A day ends when it ends in the store, which may be after this moment.
    EXPECT_EQ(
        value_test(R"({"field": "wedding", "is": "between", "from": "2024-01-02T11:59:59Z", "to": "2024-01-01"})").is,
        FilterOperator::Between);
}

TEST(ParseFilter, NamesWhatNeverChanges) {
    const auto custom = std::get<FieldTest>(parse(R"({"field": "f12", "is": "isSet"})").value().test);
    EXPECT_EQ(custom.field, "f20");
    EXPECT_EQ(custom.number, 20);
    const auto own = std::get<FieldTest>(parse(R"({"field": "_name", "is": "isSet"})").value().test);
    EXPECT_EQ(own.field, "_name");
    EXPECT_EQ(own.number, 0);
    EXPECT_EQ(parse(R"({"event": "cart-updated"})").value(), parse(R"({"event": "$eventType"})").value());
    EXPECT_EQ(problems_of(parse(R"({"activity": "entity-entered-segment"})")), "none");
    EXPECT_EQ(parse(R"({"activity": "entity-entered-segment"})").value(),
              parse(R"({"activity": "contact-entered-segment"})").value());
}

TEST(ParseFilter, TakesNullAndTheEmptyObjectOfPhpForNothing) {
    const auto bare = parse(R"({"purchases": {}})").value();
    EXPECT_EQ(parse(R"({"purchases": [], "count": null})").value(), bare);
    EXPECT_EQ(parse(R"({"purchases": {"within": null, "where": null}})").value(), bare);
    EXPECT_FALSE(std::get<HistoryTest>(bare.test).has_bound);
    EXPECT_EQ(std::get<HistoryTest>(bare.test).bound, (Bound{.is = Bound::Is::AtLeast, .number = 1}));
}

std::string stored_problems(const std::string& json, const SampleFilterNames& store) {
    return problems_of(read_stored_filter(SampleFilterNames::with_ids(json), store.names()));
}

TEST(ReadStoredFilter, TakesWhatWasTrueOnce) {
    const SampleFilterNames store;
    EXPECT_EQ(stored_problems(R"({"field": "f18", "is": "in", "values": ["gone"]})", store), "none");
    EXPECT_EQ(stored_problems(R"({"segment": "$workflow"})", store), "none");
    EXPECT_EQ(stored_problems(R"({"activity": "coupon-assigned", "couponSetId": "$segment"})", store), "none");
    EXPECT_EQ(stored_problems(hobbies(501).replace(11, 5, "f11"), store), "none");
    EXPECT_EQ(stored_problems(nested(20), store), "none");
}

TEST(ReadStoredFilter, FindsFieldsByNumber) {
    const SampleFilterNames store;
    const auto filter = read_stored_filter(R"({"field": "f12", "is": "isSet"})", store.names()).value();
    EXPECT_EQ(std::get<FieldTest>(filter.test).number, 12) << "and not the one with this id";
    EXPECT_EQ(stored_problems(R"({"field": "hobby", "is": "isSet"})", store), "/field does not exist");
    EXPECT_EQ(stored_problems(R"({"field": "f99", "is": "isSet"})", store), "/field does not exist");
    EXPECT_EQ(stored_problems(R"({"field": "f1 ", "is": "isSet"})", store), "/field does not exist");
}

TEST(ReadStoredFilter, RefusesWhatIsNoFilter) {
    const SampleFilterNames store;
    EXPECT_EQ(read_stored_filter("{", store.names()).error().kind, base::ErrorKind::BadRequest);
    EXPECT_EQ(stored_problems("{}", store), " must have exactly one of " + shapes);
    EXPECT_EQ(stored_problems(R"({"field": "f14", "is": "contains", "value": "x"})", store),
              "/is must be one of isSet, isNotSet, equals, notEquals, atLeast, atMost and between");
}

}  // namespace
}  // namespace tradewind::domain::parse_filter_test

#include "domain/filters/filter_topics.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "domain/filters/parse_filter.h"
#include "domain/filters/sample_filter_names.h"

namespace tradewind::domain::filter_topics_test {
namespace {

Filter parse(const std::string& json) {
    const SampleFilterNames store;
    const auto document = base::JsonDocument::parse(SampleFilterNames::with_ids(json)).take();
    return parse_filter(document.root(), store.names(), "").value();
}

using Kind = ChangeTopic::Kind;

TEST(FilterTopics, NameAllThatCanChangeTheAnswerAndWhoIsNew) {
    const std::vector<std::pair<std::string, std::vector<ChangeTopic>>> cases{
        {R"({"field": "_name", "is": "isSet"})", {{Kind::Field, "_name"}}},
        {R"({"field": "hobby", "is": "isSet"})", {{Kind::Field, "f11"}}},
        {R"({"purchases": {}})", {{Kind::Purchases}}},
        {R"({"event": "cart-updated"})", {{Kind::Activity, "custom-event", SampleFilterNames::event_type}}},
        {R"({"activity": "login"})", {{Kind::Activity, "login"}}},
        {R"({"activity": "purchase"})", {{Kind::Activity, "purchase"}, {Kind::Purchases}}},
        {R"({"activity": "coupon-assigned", "couponSetId": "$couponSet"})",
         {{Kind::Activity, "coupon-assigned", SampleFilterNames::coupon_set}}},
        {R"({"not": {"segment": "$segment"}})",
         {{Kind::Activity, "contact-entered-segment", SampleFilterNames::segment},
          {Kind::Activity, "contact-exited-segment", SampleFilterNames::segment}}},
        {R"({"all": [{"field": "_name", "is": "isSet"}, {"any": [{"field": "_name", "is": "isNotSet"},
             {"purchases": {}}, {"purchases": {}, "units": {"atLeast": 2}}]}]})",
         {{Kind::Field, "_name"}, {Kind::Purchases}}},
    };
    for (const auto& [json, topics] : cases) {
        std::vector<ChangeTopic> all{{Kind::Activity, "contact-created"}};
        all.insert(all.end(), topics.begin(), topics.end());
        EXPECT_EQ(depends_on(parse(json)), all) << json;
    }
}

TEST(FilterTopics, KnowWhatTheZoneOfTheStoreDecides) {
    const std::vector<std::pair<std::string, bool>> cases{
        {R"({"field": "_name", "is": "isSet"})", false},
        {R"({"segment": "$segment"})", false},
        {R"({"field": "_birthdate", "is": "after", "value": "2000-01-01"})", false},
        {R"({"field": "_birthdate", "is": "between", "from": "2000-01-01", "to": "2000-01-01T10:00:00Z"})", false},
        {R"({"field": "_birthdate", "is": "between", "from": "2000-01-01", "to": "2000-01-01"})", true},
        {R"({"field": "_birthdate", "is": "inLast", "period": "PT36H"})", false},
        {R"({"field": "_birthdate", "is": "inLast", "period": "P1DT1H"})", true},
        {R"({"field": "_birthdate", "is": "inNext", "period": "P1M"})", true},
        {R"({"field": "_birthdate", "is": "anniversaryInNext", "period": "P0D"})", true},
        {R"({"purchases": {}})", false},
        {R"({"purchases": {"within": {"last": "PT2H"}}})", false},
        {R"({"purchases": {"within": {"last": "P2D"}}})", true},
        {R"({"purchases": {"within": {"from": "2024-01-01"}}})", false},
        {R"({"purchases": {"within": {"to": "2024-01-01"}}})", true},
        {R"({"event": "cart-updated", "where": [{"field": "due", "is": "inNext", "period": "P1D"}]})", true},
        {R"({"any": [{"purchases": {}}, {"not": {"purchases": {"within": {"last": "P2D"}}}}, {"purchases": {}}]})",
         true},
    };
    for (const auto& [json, depends] : cases) { EXPECT_EQ(depends_on_calendar(parse(json)), depends) << json; }
}

TEST(FilterUses, NameAllThatTheStoreMade) {
    const auto uses = uses_of(parse(R"({"all": [
        {"field": "_newsletterSubscriptionStatus", "is": "in", "values": ["none"]},
        {"field": "size", "is": "in", "values": ["s"]}, {"field": "size", "is": "notIn", "values": ["l"]},
        {"field": "colours", "is": "isSet"}, {"field": "hobby", "is": "equals", "value": "x"},
        {"event": "cart-updated", "where": [{"field": "state", "is": "in", "values": ["open"]}]},
        {"activity": "email-sent", "workflowId": "$workflow"}, {"activity": "sms-sent"},
        {"activity": "coupon-assigned", "couponSetId": "$couponSet"},
        {"not": {"segment": "$segment"}}]})"));
    EXPECT_EQ(uses, (FilterUses{.fields = {11, 18, 19},
                                .event_types = {SampleFilterNames::event_type},
                                .segments = {SampleFilterNames::segment},
                                .coupon_sets = {SampleFilterNames::coupon_set},
                                .workflows = {SampleFilterNames::workflow},
                                .options = {{18, {"l", "s"}}}}));
    EXPECT_EQ(uses_of(parse(R"({"purchases": {}})")), FilterUses());
}

}  // namespace
}  // namespace tradewind::domain::filter_topics_test

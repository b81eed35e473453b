#include "domain/reports/report.h"

#include <gmock/gmock.h>

#include "domain/fields/json_fields.h"
#include "domain/reports/report_plan.h"

namespace tradewind::domain {
namespace {

base::Result<ReportPatch> read(std::string_view json) {
    const auto document = base::JsonDocument::parse(json).take();
    return read_report(document.root(), ReadMode::Create);
}

std::string definition_of(const Report& report) {
    std::string json;
    base::JsonWriter writer(json);
    write_report_definition(writer, report);
    return json;
}

}  // namespace

TEST(Report, IsReadAgainAsItWasKept) {
    const auto patch = read(R"({"name": "N", "category": "products-sold", "groupings": ["day", "contact._rfm"],
        "metrics": ["unitsSold"], "sort": "-unitsSold", "filters": {"sourceTypes": ["other"], "brands": ["a", "b"],
        "contactFields": [{"fieldId": "_rfm", "values": ["lost"]}], "eventFields": []}})");
    ASSERT_TRUE(patch.ok());
    Report report;
    apply(patch.value(), report);
    const auto json = definition_of(report);
    const auto document = base::JsonDocument::parse(json).take();
    auto again = read_report_definition(document.root()).take();
    again.name = "N";
    EXPECT_EQ(again, report);
    EXPECT_EQ(definition_of(again), json);
}

TEST(Report, IsNotReadFromSomethingElse) {
    for (const auto* const json : {"[1]", "{}", R"({"category": "purchases"})"}) {
        const auto document = base::JsonDocument::parse(json).take();
        EXPECT_FALSE(read_report_definition(document.root()).ok()) << json;
    }
}

TEST(Report, TheFirstOnesMakeSense) {
    for (const auto& report : first_reports()) {
        EXPECT_TRUE(plan_report(report, ContactFieldList(), CustomEventList()).ok()) << report.name;
        EXPECT_TRUE(read(R"({"name": "N", "metrics": ["x"], "category": ")" + report.category + R"("})").ok());
    }
}

TEST(ReportPlan, KnowsWhatTheDatabaseCanCountByItself) {
    struct Case {
        std::string_view body;
        bool is_count;
    };
    const Case cases[] = {
        {R"({"name": "N", "category": "purchases", "metrics": ["numberOfPurchases", "averagePurchaseAmount"]})", true},
        {R"({"name": "N", "category": "purchases", "groupings": ["day", "hour"], "metrics": ["numberOfPurchases"]})",
         true},
        {R"({"name": "N", "category": "purchases", "metrics": ["unitsSold"]})", false},
        {R"({"name": "N", "category": "purchases", "metrics": ["numberOfPurchases", "numberOfContacts"]})", false},
        {R"({"name": "N", "category": "purchases", "groupings": ["sourceType"], "metrics": ["numberOfPurchases"]})",
         false},
        {R"({"name": "N", "category": "purchases", "metrics": ["numberOfPurchases"],
             "filters": {"sourceTypes": ["other"]}})",
         false},
        {R"({"name": "N", "category": "products-sold", "metrics": ["numberOfPurchases"]})", false},
        {R"({"name": "N", "category": "activities", "metrics": ["numberOfActivities"]})", true},
        {R"({"name": "N", "category": "activities", "metrics": ["numberOfActivities"],
             "filters": {"kinds": ["login"]}})",
         false},
        {R"({"name": "N", "category": "activities", "metrics": ["numberOfContacts"]})", false},
        {R"({"name": "N", "category": "custom-events", "metrics": ["numberOfActivities"]})", false},
        {R"({"name": "N", "category": "contacts", "groupings": ["week"], "metrics": ["numberOfContacts"]})", true},
    };
    for (const auto& [body, is_count] : cases) {
        Report report;
        apply(read(body).value(), report);
        const auto plan = plan_report(report, ContactFieldList(), CustomEventList());
        ASSERT_TRUE(plan.ok()) << body;
        EXPECT_EQ(plan.value().is_count_by_time(), is_count) << body;
    }
}

}  // namespace tradewind::domain

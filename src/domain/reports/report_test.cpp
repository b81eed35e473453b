#include "domain/reports/report.h"

#include <gmock/gmock.h>

#include "domain/fields/json_fields.h"
#include "domain/reports/report_plan.h"

namespace tradewind::domain {
namespace {

ReportPatch read(std::string_view json) {
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
    const auto patch = read(R"({"name": "N", "category": "products-sold", "groupings": ["date", "contact._rfm"],
        "metrics": ["unitsSold"], "sort": "-unitsSold", "filters": {"sourceTypes": ["other"], "brands": ["a", "b"],
        "contactFields": [{"fieldId": "_rfm", "values": ["lost"]}], "eventFields": []}})");
    ASSERT_TRUE(patch.problems.empty());
    Report report;
    apply(patch, report);
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
        const auto again = read(R"({"name": "N", "metrics": ["x"], "category": ")" + report.category + R"("})");
        EXPECT_TRUE(again.problems.empty());
    }
}

TEST(ReportPlan, TellsItsProblemsWithThoseOfTheWords) {
    struct Case {
        std::string_view body;
        std::vector<std::string> paths;
    };
    const Case cases[] = {
        {R"({"category": "sales", "groupings": ["decade", 1, "year"], "metrics": ["profit", ""], "sort": "x"})",
         {"/name", "/category", "/groupings/1", "/metrics/1", "/groupings/0", "/metrics/0"}},
        {R"({"name": "N", "category": "purchases", "groupings": {}, "metrics": ["numberOfContacts"], "sort": "x"})",
         {"/groupings", "/metrics/0"}},
        {R"({"name": "", "category": "contacts", "groupings": ["month", "rfm"], "metrics": ["numberOfContacts"]})",
         {"/name", "/groupings/1"}},
        {R"({"name": "", "category": "contacts", "groupings": ["month"], "metrics": ["numberOfContacts"]})",
         {"/name", "/metrics/0"}},
        {R"({"name": "N", "category": "custom-events", "groupings": ["event.x"], "metrics": ["sum.y"],
             "filters": {"eventTypeId": "x", "contactFields": [{"fieldId": "", "values": ["a"]}, 1],
                         "eventFields": [{"fieldId": "a"}]}})",
         {"/filters/eventTypeId", "/filters/contactFields/0/fieldId", "/filters/contactFields/1",
          "/filters/eventFields/0/values"}},
        {R"({"name": "N", "category": "custom-events", "groupings": ["event.x"], "metrics": ["numberOfActivities"],
             "filters": {"brands": 1}})",
         {"/filters/brands", "/groupings/0"}},
        {R"({"name": "N", "category": "purchases", "metrics": ["numberOfPurchases", "numberOfEmailsSent"],
             "groupings": ["emailName", "week", "sourceType"]})",
         {"/groupings/0", "/groupings/1", "/groupings/2", "/metrics/1"}},
    };
    for (const auto& [body, paths] : cases) {
        const auto patch = read(body);
        Report report;
        apply(patch, report);
        const auto plan = plan_report(report, ContactFieldList(), CustomEventList(), patch.problems);
        ASSERT_FALSE(plan.ok()) << body;
        std::vector<std::string> found;
        for (const auto& problem : plan.error().problems) { found.push_back(problem.path); }
        EXPECT_EQ(found, paths) << body;
    }
}

TEST(ReportPlan, KnowsWhatTheDatabaseCanCountByItself) {
    struct Case {
        std::string_view body;
        bool is_count;
    };
    const Case cases[] = {
        {R"({"name": "N", "category": "purchases", "metrics": ["numberOfPurchases", "avgPurchaseAmount"]})", true},
        {R"({"name": "N", "category": "purchases", "groupings": ["day", "date", "hour"], "metrics": ["numberOfPurchases"]})",
         true},
        {R"({"name": "N", "category": "purchases", "metrics": ["unitsSold"]})", false},
        {R"({"name": "N", "category": "purchases", "metrics": ["numberOfPurchases", "numberOfBuyers"]})", false},
        {R"({"name": "N", "category": "purchases", "groupings": ["purchaseOrigin"], "metrics": ["numberOfPurchases"]})",
         false},
        {R"({"name": "N", "category": "purchases", "metrics": ["numberOfPurchases"],
             "filters": {"sourceTypes": ["other"]}})",
         false},
        {R"({"name": "N", "category": "products-sold", "metrics": ["numberOfPurchases"]})", false},
        {R"({"name": "N", "category": "activities", "metrics": ["numberOfActivities"]})", true},
        {R"({"name": "N", "category": "activities", "metrics": ["numberOfActivities"],
             "filters": {"kinds": ["login"]}})",
         false},
        {R"({"name": "N", "category": "activities", "metrics": ["numberOfActiveContacts"]})", false},
        {R"({"name": "N", "category": "custom-events", "metrics": ["numberOfActivities"]})", false},
        {R"({"name": "N", "category": "contacts", "groupings": ["weekStart"],
             "metrics": ["numberOfContacts", "incrementOfContacts"]})",
         true},
    };
    for (const auto& [body, is_count] : cases) {
        Report report;
        apply(read(body), report);
        const auto plan = plan_report(report, ContactFieldList(), CustomEventList());
        ASSERT_TRUE(plan.ok()) << body;
        EXPECT_EQ(plan.value().is_count_by_time(), is_count) << body;
    }
}

}  // namespace tradewind::domain

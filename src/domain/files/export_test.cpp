#include "domain/files/export.h"

#include <gtest/gtest.h>

#include "domain/fields/json_fields.h"

namespace tradewind::domain {
namespace {

std::vector<base::Problem> problems_of(std::string_view body) {
    std::vector<base::Problem> problems;
    const auto document = read_object(body).take();
    read_export_options(document.root(), problems);
    return problems;
}

ExportOptions read(std::string_view body) {
    std::vector<base::Problem> problems;
    const auto document = read_object(body).take();
    auto options = read_export_options(document.root(), problems);
    EXPECT_TRUE(problems.empty());
    return options;
}

TEST(Export, KeepsOnlyTheFiltersOfItsType) {
    const auto contacts = read(R"({"exportType":"contacts","delimiter":";","dateFormat":"LL","version":null,
                                   "filters":{"fromDate":"2026-01-01","activityTypes":["purchase"]}})");
    EXPECT_EQ(contacts.version, "v1");
    EXPECT_EQ(contacts.filters, ExportFilters());
    const auto activities = read(R"({"exportType":"activities","delimiter":",","dateFormat":"L","filters":
                                     {"fromDate":"2026-01-01","toDate":"2026-02-01","activityTypes":[]}})");
    EXPECT_TRUE(activities.filters.from);
    EXPECT_FALSE(activities.filters.activity_types) << "an empty list is no filter";
}

TEST(Export, MeasuresTheRangeOfActivities) {
    const auto with = [](std::string_view from, std::string_view to) {
        return problems_of(R"({"exportType":"activities","delimiter":",","dateFormat":"L","filters":{"fromDate":")" +
                           std::string(from) + R"(","toDate":")" + std::string(to) + R"("}})");
    };
    EXPECT_TRUE(with("2026-01-01", "2026-02-01").empty());
    EXPECT_TRUE(with("2026-01-01", "2026-01-01").empty());
    EXPECT_EQ(with("2026-01-01", "2026-02-01T00:00:00.001Z"),
              (std::vector<base::Problem>{{"/filters/toDate", "must be at most 31 days after fromDate"}}));
    EXPECT_EQ(with("2026-01-01", "2025-12-31"),
              (std::vector<base::Problem>{{"/filters/toDate", "must not be before fromDate"}}));
}

TEST(Export, KnowsKindsByBothWords) {
    ExportFilters filters;
    EXPECT_TRUE(wanted_kinds(filters).all());
    filters.activity_types = {"entity-created", "purchase", "facebook-contact-sent", "entity-added-to-gads-audience"};
    const auto kinds = wanted_kinds(filters);
    EXPECT_EQ(kinds.count(), 2U);
    EXPECT_TRUE(kinds[static_cast<std::size_t>(ActivityKind::ContactCreated)]);
    EXPECT_TRUE(kinds[static_cast<std::size_t>(ActivityKind::Purchase)]);
    for (const auto& word : *filters.activity_types) { EXPECT_TRUE(check_activity_type(word)); }
    for (const auto* const word : {"", "sale", "entity-purchase", "entity-entity-created"}) {
        EXPECT_FALSE(check_activity_type(word)) << word;
    }
}

TEST(Export, ReadsBackWhatIsKept) {
    ExportFilters filters;
    EXPECT_EQ(parse_export_filters(render_export_filters(filters)), filters);
    filters.segment = base::Id{123'456'789'012'345};
    filters.from = base::Instant{1};
    filters.to = base::Instant{2};
    filters.activity_types = {"purchase", "login"};
    EXPECT_EQ(parse_export_filters(render_export_filters(filters)), filters);
    const ExportPlan plan{
        .time_zone = "Europe/Madrid", .guards_formulas = false, .columns = {{1, "a\"b"}, {12, "c[0]"}}};
    EXPECT_EQ(parse_export_plan(render_export_plan(plan)), plan);
    for (const auto* const damaged : {"", "[]", "{}", R"({"timeZone":"UTC","guardsFormulas":true,"columns":[1]})"}) {
        EXPECT_FALSE(parse_export_plan(damaged)) << damaged;
    }
    EXPECT_FALSE(parse_export_filters(R"({"fromDate":1})"));
}

TEST(Export, IsNamedByItsTypeAndCreation) {
    Export named;
    named.type = "activities";
    named.created_at = base::Instant::parse("2026-02-02T09:05:07.741Z").value();
    EXPECT_EQ(export_name(named), "activities-20260202-090507");
    EXPECT_TRUE(files_of(named).empty());
    named.file = "a.zip";
    named.checkpoint.part = "b";
    EXPECT_EQ(files_of(named), (std::vector<std::string>{"a.zip", "b.0.part", "b.1.part"}));
}

}  // namespace
}  // namespace tradewind::domain

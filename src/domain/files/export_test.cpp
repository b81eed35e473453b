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
    filters.filter = R"({"field":"_points","is":"atLeast","value":1})";
    EXPECT_EQ(parse_export_filters(render_export_filters(filters)), filters);
    ExportPlan plan{.time_zone = "Europe/Madrid",
                    .guards_formulas = false,
                    .columns = {{1, "a\"b"}, {12, "c[0]"}},
                    .uuid = "0f4a1b7a-2c11-4f0e-9a55-7f0c5a526c7e"};
    EXPECT_EQ(parse_export_plan(render_export_plan(plan)), plan);
    plan.names_fields = true;
    plan.columns[0].name = "=A (b)";
    plan.report = {.name = "N", .definition = R"({"category":"purchases"})"};
    EXPECT_EQ(parse_export_plan(render_export_plan(plan)), plan);
    plan.personal_fields = false;
    plan.filter = R"({"segment":"696f55c20b1f2005b2800000"})";
    EXPECT_EQ(parse_export_plan(render_export_plan(plan)), plan);
    const auto before = parse_export_plan(
        R"({"timeZone":"UTC","guardsFormulas":true,"columns":[],"report":{"name":"N","uuid":"u","definition":{}}})");
    EXPECT_EQ(before.value().uuid, "u") << "as it was kept once";
    EXPECT_TRUE(before.value().personal_fields) << "as all were once";
    for (const auto* const damaged : {"", "[]", "{}", R"({"timeZone":"UTC","guardsFormulas":true,"columns":[1]})"}) {
        EXPECT_FALSE(parse_export_plan(damaged)) << damaged;
    }
    EXPECT_FALSE(parse_export_filters(R"({"fromDate":1})"));
}

TEST(Export, IsNamedByItsReportWithoutWhatMisleads) {
    Export named;
    named.filters.first_day = "2026-01-01";
    named.filters.last_day = "2026-01-31";
    named.plan.uuid = "u";
    named.plan.report = {.name = "", .definition = "{}"};
    for (const auto* const control : {"\u061C", "\u200E", "\u200F", "\u202A", "\u202B", "\u202C", "\u202D", "\u202E",
                                      "\u2066", "\u2067", "\u2068", "\u2069", "/", "\\", "\n", "\x7F"}) {
        named.plan.report->name = std::string("a") + control + "b";
        EXPECT_EQ(export_name(named), "a-b-20260101-20260131-u");
    }
    for (const auto* const fit : {"é", "\u200D", "\u2025", "\u2065", "\u206A", "\u061B", "漢", "مرحبا"}) {
        named.plan.report->name = fit;
        EXPECT_EQ(export_name(named), fit + std::string("-20260101-20260131-u"));
    }
}

TEST(Export, IsNamedByItsTypeAndItsUuid) {
    Export named;
    named.type = "activities";
    named.id = *base::Id::parse("696f55c20b1f2005b2800000").value();
    EXPECT_EQ(export_name(named), "export-activities-696f55c2-0b1f-2005-b280-000000000000")
        << "by its id, where none was made";
    named.plan.uuid = "0f4a1b7a-2c11-4f0e-9a55-7f0c5a526c7e";
    EXPECT_EQ(export_name(named), "export-activities-0f4a1b7a-2c11-4f0e-9a55-7f0c5a526c7e");
    EXPECT_TRUE(files_of(named).empty());
    named.file = "a.zip";
    named.checkpoint.part = "b";
    EXPECT_EQ(files_of(named), (std::vector<std::string>{"a.zip", "b.0.part", "b.1.part"}));
}

}  // namespace
}  // namespace tradewind::domain

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "domain/fields/field_table.h"
#include "domain/shop/purchase.h"

namespace tradewind::domain {

inline constexpr std::size_t reports_max = 200;
inline constexpr std::size_t report_groupings_max = 5;
inline constexpr std::size_t report_metrics_max = 10;
inline constexpr std::size_t report_filter_values_max = 100;
inline constexpr std::size_t report_field_filters_max = 10;
// That one run looks at: ten years.
inline constexpr int report_days_max = 3'660;

// What a report is about.
enum class ReportCategory { Purchases, ProductsSold, Activities, CustomEvents, Contacts };

// In the order of ReportCategory.
inline constexpr std::array<std::string_view, 5> report_category_words{"purchases", "products-sold", "activities",
                                                                       "custom-events", "contacts"};
static_assert(report_category_words.size() == static_cast<std::size_t>(ReportCategory::Contacts) + 1);
std::optional<ReportCategory> find_report_category(std::string_view word);

// Counts only what has one of these values in a field.
struct ReportFieldFilter {
    std::string field_id;
    std::vector<std::string> values;

    friend bool operator==(const ReportFieldFilter&, const ReportFieldFilter&) = default;
};

// What a report counts; what is not named is not looked at.
struct ReportFilters {
    std::optional<std::vector<std::string>> kinds;
    std::optional<base::Id> event_type;
    std::optional<std::vector<std::string>> source_types;
    std::optional<std::vector<std::string>> source_names;
    std::optional<std::vector<std::string>> payment_methods;
    std::optional<std::vector<std::string>> product_ids;
    std::optional<std::vector<std::string>> brands;
    std::optional<std::vector<std::string>> categories;
    std::vector<ReportFieldFilter> contact_fields;
    std::vector<ReportFieldFilter> event_fields;

    friend bool operator==(const ReportFilters&, const ReportFilters&) = default;
};

// A question about what happened, kept under a name: what is counted, by what, and how.
struct Report {
    base::Id id;
    std::string name;
    std::string category;
    std::vector<std::string> groupings;
    std::vector<std::string> metrics;
    std::optional<std::string> sort;  // A grouping or metric, with `-` in front for the largest first.
    ReportFilters filters;
    base::Instant created_at;
    base::Instant updated_at;

    friend bool operator==(const Report&, const Report&) = default;
};

// Rules for texts. A kind may be given by its other name, `entity-*` for `contact-*`.
base::Result<std::string> check_report_category(std::string_view text);
base::Result<std::string> check_report_kind(std::string_view text);

inline constexpr std::size_t report_word_characters_max = 200;
inline constexpr Bounds report_word_bounds{.characters_min = 1, .characters_max = report_word_characters_max};

// All but the filters. `groupings` and `metrics` are what plan_report makes of them.
inline constexpr FieldTable<Report, 8> report_fields{{
    {.name = "id", .member = &Report::id, .access = Access::ReadOnly},
    {.name = "name",
     .member = &Report::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 100}},
    {.name = "category", .member = &Report::category, .presence = Presence::Required, .rule = check_report_category},
    {.name = "groupings",
     .member = &Report::groupings,
     .bounds = {.characters_min = 1,
                .characters_max = report_word_characters_max,
                .items_max = report_groupings_max,
                .items_unique = true}},
    {.name = "metrics",
     .member = &Report::metrics,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1,
                .characters_max = report_word_characters_max,
                .items_min = 1,
                .items_max = report_metrics_max,
                .items_unique = true}},
    {.name = "sort", .member = &Report::sort, .null = Null::Clears, .bounds = report_word_bounds},
    {.name = "createdAt", .member = &Report::created_at, .access = Access::ReadOnly},
    {.name = "updatedAt", .member = &Report::updated_at, .access = Access::ReadOnly},
}};

inline constexpr Bounds report_values_bounds{.characters_min = 1,
                                             .characters_max = 500,
                                             .items_min = 1,
                                             .items_max = report_filter_values_max,
                                             .items_unique = true};

// All but the lists of fields.
inline constexpr FieldTable<ReportFilters, 8> report_filter_fields{{
    {.name = "kinds", .member = &ReportFilters::kinds, .bounds = report_values_bounds, .rule = check_report_kind},
    {.name = "eventTypeId", .member = &ReportFilters::event_type},
    {.name = "sourceTypes",
     .member = &ReportFilters::source_types,
     .bounds = report_values_bounds,
     .rule = check_source_type},
    {.name = "sourceNames", .member = &ReportFilters::source_names, .bounds = report_values_bounds},
    {.name = "paymentMethods", .member = &ReportFilters::payment_methods, .bounds = report_values_bounds},
    {.name = "productIds", .member = &ReportFilters::product_ids, .bounds = report_values_bounds},
    {.name = "brands", .member = &ReportFilters::brands, .bounds = report_values_bounds},
    {.name = "categories", .member = &ReportFilters::categories, .bounds = report_values_bounds},
}};

inline constexpr FieldTable<ReportFieldFilter, 2> report_field_filter_fields{{
    {.name = "fieldId",
     .member = &ReportFieldFilter::field_id,
     .presence = Presence::Required,
     .bounds = report_word_bounds},
    {.name = "values",
     .member = &ReportFieldFilter::values,
     .presence = Presence::Required,
     .bounds = report_values_bounds},
}};

// What a create or a change names. Filters are replaced as a whole.
struct ReportPatch {
    Patch<Report> fields;
    std::optional<ReportFilters> filters;
    std::vector<base::Problem> problems;  // Of the words alone; what is told here was not read.
};

enum class ReadMode;

// What goes with what is the plan's to say, which tells its problems together with those found here.
ReportPatch read_report(const base::JsonValue& object, ReadMode mode);
void apply(const ReportPatch& patch, Report& report);

// As clients read it, as a whole object.
void write_report(base::JsonWriter& writer, const Report& report);

// All but the id, the name and the times, as they are kept: what is written is read again as it was.
void write_report_definition(base::JsonWriter& writer, const Report& report);
base::Result<Report> read_report_definition(const base::JsonValue& object);

// What a new store has, so that it can see something at once.
std::vector<Report> first_reports();

}  // namespace tradewind::domain

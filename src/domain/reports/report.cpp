#include "domain/reports/report.h"

#include <algorithm>
#include <array>

#include "domain/fields/field_parse.h"
#include "domain/fields/json_fields.h"
#include "domain/journal/activity.h"

namespace tradewind::domain {
namespace {

constexpr std::array<std::string_view, 4> definition_names{"category", "groupings", "metrics", "sort"};

constexpr auto definition_fields = [] {
    FieldTable<Report, definition_names.size()> table{};
    std::size_t next = 0;
    for (const auto& field : report_fields) {
        if (std::ranges::find(definition_names, field.name) != definition_names.end()) { table[next++] = field; }
    }
    return kept_fields(table);
}();

std::vector<ReportFieldFilter> read_field_filters(const base::JsonValue& list, const std::string& path,
                                                  std::vector<base::Problem>& problems) {
    std::vector<ReportFieldFilter> filters;
    if (list.kind() != base::JsonKind::Array) {
        problems.push_back({.path = path, .reason = "must be an array"});
        return filters;
    }
    if (const auto checked = check_item_count(list.size(), {.items_max = report_field_filters_max}); !checked) {
        problems.push_back({.path = path, .reason = checked.error().problems.front().reason});
        return filters;
    }
    for (const auto element : list.elements()) {
        const auto place = path + "/" + std::to_string(filters.size());
        if (element.kind() == base::JsonKind::Object) {
            filters.push_back(
                read_fields(report_field_filter_fields, element, ReadMode::Create, problems, place).values);
        } else {
            problems.push_back({.path = place, .reason = "must be an object"});
            filters.emplace_back();
        }
    }
    return filters;
}

ReportFilters read_filters(const base::JsonValue& value, std::vector<base::Problem>& problems) {
    constexpr std::string_view path = "/filters";
    // PHP encodes an empty object as an empty array.
    const bool is_empty_array = value.kind() == base::JsonKind::Array && value.size() == 0;
    if (value.is_null() || is_empty_array) { return {}; }
    if (value.kind() != base::JsonKind::Object) {
        problems.push_back({.path = std::string(path), .reason = "must be an object"});
        return {};
    }
    auto filters = read_fields(report_filter_fields, value, ReadMode::Create, problems, path).values;
    const auto read_list = [&](std::string_view name, std::vector<ReportFieldFilter>& list) {
        const auto sent = value.find(name);
        if (!sent || sent->is_null()) { return; }
        list = read_field_filters(*sent, std::string(path) + "/" + std::string(name), problems);
    };
    read_list("contactFields", filters.contact_fields);
    read_list("eventFields", filters.event_fields);
    return filters;
}

void write_field_filters(base::JsonWriter& writer, std::string_view name,
                         const std::vector<ReportFieldFilter>& filters) {
    if (filters.empty()) { return; }
    writer.key(name);
    writer.begin_array();
    for (const auto& filter : filters) {
        writer.begin_object();
        write_fields(writer, report_field_filter_fields, filter);
        writer.end_object();
    }
    writer.end_array();
}

void write_filters(base::JsonWriter& writer, const ReportFilters& filters) {
    writer.key("filters");
    writer.begin_object();
    write_fields(writer, report_filter_fields, filters);
    write_field_filters(writer, "contactFields", filters.contact_fields);
    write_field_filters(writer, "eventFields", filters.event_fields);
    writer.end_object();
}

}  // namespace

base::Result<std::string> check_report_category(std::string_view text) {
    if (!find_report_category(text)) {
        return base::invalid("", "must be purchases, products-sold, activities, custom-events or contacts");
    }
    return std::string(text);
}

base::Result<std::string> check_report_kind(std::string_view text) {
    constexpr std::string_view alias = "entity-";
    const auto word = text.starts_with(alias) ? "contact-" + std::string(text.substr(alias.size())) : std::string(text);
    if (!find_activity_kind(word)) { return base::invalid("", "is not a kind of activity"); }
    return word;
}

ReportPatch read_report(const base::JsonValue& object, ReadMode mode) {
    ReportPatch patch;
    patch.fields = read_fields(report_fields, object, mode, patch.problems);
    if (object.kind() == base::JsonKind::Object) {
        if (const auto sent = object.find("filters")) { patch.filters = read_filters(*sent, patch.problems); }
    }
    return patch;
}

void apply(const ReportPatch& patch, Report& report) {
    apply(report_fields, patch.fields, report);
    if (patch.filters) { report.filters = *patch.filters; }
}

void write_report(base::JsonWriter& writer, const Report& report) {
    writer.begin_object();
    write_fields(writer, report_fields, report);
    write_filters(writer, report.filters);
    writer.end_object();
}

void write_report_definition(base::JsonWriter& writer, const Report& report) {
    writer.begin_object();
    write_fields(writer, definition_fields, report);
    write_filters(writer, report.filters);
    writer.end_object();
}

base::Result<Report> read_report_definition(const base::JsonValue& object) {
    std::vector<base::Problem> problems;
    auto report = read_fields(definition_fields, object, ReadMode::Create, problems).values;
    const auto filters = object.kind() == base::JsonKind::Object ? object.find("filters") : std::nullopt;
    if (filters) { report.filters = read_filters(*filters, problems); }
    if (!find_report_category(report.category)) { problems.push_back({.path = "/category", .reason = "is required"}); }
    if (report.metrics.empty()) { problems.push_back({.path = "/metrics", .reason = "is required"}); }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return report;
}

std::optional<ReportCategory> find_report_category(std::string_view word) {
    const auto found = std::ranges::find(report_category_words, word);
    if (found == report_category_words.end()) { return std::nullopt; }
    return static_cast<ReportCategory>(found - report_category_words.begin());
}

std::vector<Report> first_reports() {
    const auto make = [](std::string name, std::string category, std::vector<std::string> groupings,
                         std::vector<std::string> metrics, std::optional<std::string> sort = {}) {
        Report report;
        report.name = std::move(name);
        report.category = std::move(category);
        report.groupings = std::move(groupings);
        report.metrics = std::move(metrics);
        report.sort = std::move(sort);
        return report;
    };
    return {
        make("Purchases by weekday and hour", "purchases", {"dayOfWeek", "hour"},
             {"numberOfPurchases", "totalPurchaseAmount"}),
        make("Activities by kind", "activities", {"activityKind"}, {"numberOfActivities", "numberOfActiveContacts"},
             "-numberOfActivities"),
        make("New contacts by week", "contacts", {"weekStart"}, {"incrementOfContacts"}),
        make("Best products", "products-sold", {"product"},
             {"unitsSold", "totalPurchaseAmount", "numberOfPurchases", "numberOfBuyers"}, "-unitsSold"),
        make("Revenue by month", "purchases", {"yearMonth"},
             {"totalPurchaseAmount", "avgPurchaseAmount", "numberOfPurchases"}),
        make("Purchases by day", "purchases", {"date"}, {"numberOfPurchases", "totalPurchaseAmount"}),
    };
}

}  // namespace tradewind::domain

#include "domain/reports/report_plan.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "domain/contacts/contact.h"

namespace tradewind::domain {
namespace {

using enum ReportCategory;

constexpr std::string_view contact_prefix = "contact.";
constexpr std::string_view event_prefix = "event.";
constexpr std::string_view distinct_prefix = "distinct.";
constexpr std::string_view sum_prefix = "sum.";

constexpr std::string_view other_category = "does not go with this category";

bool can_be_grouped(FieldType type) {
    switch (type) {
        case FieldType::Text:
        case FieldType::Integer:
        case FieldType::Checkbox:
        case FieldType::Radio:
        case FieldType::Boolean:
            return true;
        case FieldType::Email:
        case FieldType::Phone:
        case FieldType::Decimal:
        case FieldType::Date:
            return false;
    }
    return false;
}

bool can_be_summed(FieldType type) {
    return type == FieldType::Integer || type == FieldType::Decimal;
}

// Whether each row is one span of time, so that it has an end.
bool are_spans(const ReportPlan& plan) {
    const auto has = [&](ReportGrouping by) { return plan.groups_by(by); };
    using enum ReportGrouping;
    const bool is_month = has(YearMonth) || (has(Year) && has(Month));
    const bool is_date = has(Date) || (is_month && has(Day)) || (has(WeekStart) && (has(Day) || has(DayOfWeek)));
    const bool has_part_of_date = has(Hour) || has(Day) || has(DayOfWeek);
    return is_date || (!has_part_of_date && (!has(Month) || is_month || has(WeekStart)));
}

class Planner {
  public:
    Planner(const Report& report, const ContactFieldList& contact_fields, const CustomEventList& custom_events,
            std::vector<base::Problem> told)
        : report_(report),
          contact_fields_(contact_fields),
          custom_events_(custom_events),
          category_(find_report_category(report.category)),
          told_(std::move(told)) {}

    base::Result<ReportPlan> plan() {
        if (category_) {
            plan_.category = *category_;
        } else {
            add("/category", "is required");
        }
        plan_filters();
        for (std::size_t index = 0; index < report_.groupings.size(); ++index) {
            plan_grouping(report_.groupings[index], "/groupings/" + std::to_string(index));
        }
        for (std::size_t index = 0; index < report_.metrics.size(); ++index) {
            plan_metric(report_.metrics[index], "/metrics/" + std::to_string(index));
        }
        plan_.columns = report_.groupings;
        plan_.columns.insert(plan_.columns.end(), report_.metrics.begin(), report_.metrics.end());
        plan_sort();
        auto problems = std::move(told_);
        problems.insert(problems.end(), problems_.begin(), problems_.end());
        if (!problems.empty()) { return base::invalid(std::move(problems)); }
        return std::move(plan_);
    }

  private:
    void add(const std::string& path, std::string_view reason) {
        if (!was_told(path)) { problems_.push_back({.path = path, .reason = std::string(reason)}); }
    }

    // Whether something is told to be wrong with this, or with what it is a part of: then there is nothing to add.
    [[nodiscard]] bool was_told(std::string_view path) const {
        return std::ranges::any_of(told_, [&](const base::Problem& problem) {
            return path == problem.path || path.starts_with(problem.path + "/");
        });
    }

    // Whether something is told to be wrong with a list, or with a part of it: then nobody knows what it should be.
    [[nodiscard]] bool is_unclear(std::string_view path) const {
        const auto inside = std::string(path) + "/";
        return std::ranges::any_of(told_, [&](const base::Problem& problem) {
            return problem.path == path || problem.path.starts_with(inside);
        });
    }

    [[nodiscard]] bool fits(ReportCategories categories) const { return !category_ || categories.have(*category_); }

    void plan_grouping(std::string_view word, const std::string& path) {
        if (word.starts_with(event_prefix)) {
            const auto* const field = event_field(word.substr(event_prefix.size()), path);
            if (field == nullptr) { return; }
            if (!can_be_grouped(field->type)) { return add(path, "is of a type that cannot be grouped by"); }
            return add_grouping({ReportGrouping::EventField, field->id}, field->type == FieldType::Checkbox, path);
        }
        const auto* const known = find_report_grouping(word);
        if (known == nullptr) { return plan_contact_field(word, path); }
        if (!fits(known->categories)) { return add(path, other_category); }
        if (known->by == ReportGrouping::ContactField) { return plan_contact_field(known->field, path); }
        if (known->by == ReportGrouping::EventType) {
            for (const auto& type : custom_events_.types()) {
                plan_.event_type_names.emplace(type->id.text(), type->name);
            }
        }
        const bool has_several_values =
            known->by == ReportGrouping::ProductCategory || known->by == ReportGrouping::Segment;
        add_grouping({known->by, {}}, has_several_values, path);
    }

    // By its id, with the prefix or without it.
    void plan_contact_field(std::string_view word, const std::string& path) {
        const bool has_prefix = word.starts_with(contact_prefix);
        const auto* const field = contact_fields_.find(has_prefix ? word.substr(contact_prefix.size()) : word);
        if (field == nullptr) { return add(path, has_prefix ? "is not a contact field" : "is not a grouping"); }
        if (!fits(report_categories_by_contact)) { return add(path, other_category); }
        auto key = moment_key(*field);
        if (!key) { return add(path, not_kept); }
        add_grouping({ReportGrouping::ContactField, std::move(*key)}, field->type == FieldType::Checkbox, path);
    }

    // Something with several values is in several rows; with two such groupings it would be in every combination.
    void add_grouping(ReportPlan::Grouping grouping, bool has_several_values, const std::string& path) {
        if (has_several_values && std::exchange(has_several_values_, true)) {
            return add(path, "may have several values, as may a grouping before it");
        }
        plan_.groupings.push_back(std::move(grouping));
    }

    void plan_metric(std::string_view word, const std::string& path) {
        const bool is_sum = word.starts_with(sum_prefix);
        if (is_sum || word.starts_with(distinct_prefix)) {
            const auto prefix = is_sum ? sum_prefix : distinct_prefix;
            const auto* const field = event_field(word.substr(prefix.size()), path);
            if (field == nullptr) { return; }
            if (is_sum && !can_be_summed(field->type)) { return add(path, "is of a type that cannot be summed"); }
            plan_.metrics.push_back({is_sum ? ReportMetric::SumOfValues : ReportMetric::DistinctValues, field->id});
            return;
        }
        const auto* const known = find_report_metric(word);
        if (known == nullptr) { return add(path, "is not a metric"); }
        if (!fits(known->categories)) { return add(path, other_category); }
        // Groupings that are wrong were told; what they should be might make spans.
        const bool are_all_known = plan_.groupings.size() == report_.groupings.size() && !is_unclear("/groupings");
        if (known->tells == ReportMetric::NumberOfContacts && are_all_known && !are_spans(plan_)) {
            return add(path, "needs groupings that make up a span of time, such as date, or year and month");
        }
        plan_.metrics.push_back({known->tells, {}});
    }

    // Null, and a problem, when there is none.
    const CustomEventField* event_field(std::string_view id, const std::string& path) {
        if (!fits({CustomEvents})) {
            add(path, other_category);
            return nullptr;
        }
        if (!report_.filters.event_type) {
            if (!was_told("/filters/eventTypeId")) { add(path, "needs an eventTypeId in the filters"); }
            return nullptr;
        }
        if (event_type_ == nullptr) { return nullptr; }  // Which was said.
        const auto& fields = event_type_->fields;
        const auto found = std::ranges::find(fields, id, &CustomEventField::id);
        if (found == fields.end()) {
            add(path, "is not a field of this event type");
            return nullptr;
        }
        return &*found;
    }

    void plan_filters() {
        const auto& filters = report_.filters;
        const auto match = [&](std::string_view name, bool is_there, ReportCategories categories) {
            if (is_there && !fits(categories)) { add("/filters/" + std::string(name), other_category); }
        };
        match("kinds", filters.kinds.has_value(), {Activities});
        match("eventTypeId", filters.event_type.has_value(), {CustomEvents});
        match("sourceTypes", filters.source_types.has_value(), report_categories_of_purchases);
        match("sourceNames", filters.source_names.has_value(), report_categories_of_purchases);
        match("paymentMethods", filters.payment_methods.has_value(), report_categories_of_purchases);
        match("productIds", filters.product_ids.has_value(), {ProductsSold});
        match("brands", filters.brands.has_value(), {ProductsSold});
        match("categories", filters.categories.has_value(), {ProductsSold});
        plan_.filters = filters;
        if (filters.event_type && fits({CustomEvents})) {
            event_type_ = custom_events_.find_type(*filters.event_type);
            if (event_type_ == nullptr) { add("/filters/eventTypeId", "is not an event type"); }
            plan_.event_type = filters.event_type->text();
        }
        plan_contact_filters();
        plan_event_filters();
    }

    void plan_contact_filters() {
        std::size_t index = 0;
        for (auto& filter : plan_.filters.contact_fields) {
            const auto path = "/filters/contactFields/" + std::to_string(index++);
            const auto* const field = contact_fields_.find(filter.field_id);
            if (field == nullptr) {
                add(path + "/fieldId", "is not a contact field");
                continue;
            }
            auto key = moment_key(*field);
            if (!key) {
                add(path + "/fieldId", not_kept);
                continue;
            }
            check_values(*field, filter.values, path + "/values/");
            filter.field_id = std::move(*key);
        }
    }

    void plan_event_filters() {
        std::size_t index = 0;
        for (const auto& filter : plan_.filters.event_fields) {
            const auto path = "/filters/eventFields/" + std::to_string(index++);
            const auto* const field = event_field(filter.field_id, path + "/fieldId");
            if (field == nullptr) { continue; }
            if (!can_be_grouped(field->type)) {
                add(path + "/fieldId", "is of a type that cannot be filtered by");
                continue;
            }
            check_values(*field, filter.values, path + "/values/");
        }
    }

    void check_values(const ContactField& field, const std::vector<std::string>& values, const std::string& path) {
        for (std::size_t index = 0; index < values.size(); ++index) {
            const auto& value = values[index];
            if (field.type == FieldType::Boolean && value != "true" && value != "false") {
                add(path + std::to_string(index), "must be \"true\" or \"false\"");
            }
            if (!field.options.empty() &&
                std::ranges::find(field.options, value, &FieldOption::id) == field.options.end()) {
                add(path + std::to_string(index), "is not an option of this field");
            }
        }
    }

    void plan_sort() {
        if (!report_.sort) { return; }
        const bool descending = report_.sort->starts_with('-');
        const auto word = std::string_view(*report_.sort).substr(descending ? 1 : 0);
        const auto found = std::ranges::find(plan_.columns, word);
        if (found == plan_.columns.end()) {
            // It may be one of those that could not be read.
            if (is_unclear("/groupings") || is_unclear("/metrics")) { return; }
            return add("/sort", "is neither a grouping nor a metric of the report");
        }
        plan_.sort = {.column = static_cast<std::size_t>(found - plan_.columns.begin()), .descending = descending};
    }

    static constexpr std::string_view not_kept = "is not a radio, checkbox or boolean field";

    const Report& report_;
    const ContactFieldList& contact_fields_;
    const CustomEventList& custom_events_;
    const std::optional<ReportCategory> category_;
    const CustomEventType* event_type_ = nullptr;
    bool has_several_values_ = false;
    ReportPlan plan_{.category = Purchases};
    std::vector<base::Problem> told_;
    std::vector<base::Problem> problems_;
};

}  // namespace

bool ReportPlan::needs_moment() const {
    return !filters.contact_fields.empty() || groups_by(ReportGrouping::ContactField);
}

bool ReportPlan::needs_first_purchase() const {
    return tells(ReportMetric::NumberOfFirstTimeBuyers) || tells(ReportMetric::NumberOfRecurringBuyers) ||
           std::ranges::any_of(groupings, [](const Grouping& grouping) { return is_cohort(grouping.by); });
}

bool ReportPlan::is_by_time_alone() const {
    return std::ranges::all_of(groupings, [](const Grouping& grouping) { return is_time(grouping.by); });
}

bool ReportPlan::is_count_by_time() const {
    const auto is_count = [&](const Metric& metric) {
        switch (metric.tells) {
            case ReportMetric::NumberOfPurchases:
            case ReportMetric::TotalPurchaseAmount:
            case ReportMetric::AvgPurchaseAmount:
                return category == Purchases;
            case ReportMetric::NumberOfActivities:
                return category == Activities;
            case ReportMetric::NumberOfContacts:
            case ReportMetric::IncrementOfContacts:
                return category == Contacts;
            case ReportMetric::UnitsSold:
            case ReportMetric::NumberOfBuyers:
            case ReportMetric::NumberOfFirstTimeBuyers:
            case ReportMetric::NumberOfRecurringBuyers:
            case ReportMetric::NumberOfActiveContacts:
            case ReportMetric::DistinctValues:
            case ReportMetric::SumOfValues:
                return false;
        }
        return false;
    };
    return filters == ReportFilters() && std::ranges::all_of(metrics, is_count) && is_by_time_alone();
}

bool ReportPlan::groups_by(ReportGrouping by) const {
    return std::ranges::find(groupings, by, &Grouping::by) != groupings.end();
}

bool ReportPlan::tells(ReportMetric metric) const {
    return std::ranges::find(metrics, metric, &Metric::tells) != metrics.end();
}

ReportUnit ReportPlan::smallest_unit() const {
    return groups_by(ReportGrouping::Hour) ? ReportUnit::Hour : ReportUnit::Day;
}

base::Result<ReportPlan> plan_report(const Report& report, const ContactFieldList& contact_fields,
                                     const CustomEventList& custom_events, std::vector<base::Problem> told) {
    return Planner(report, contact_fields, custom_events, std::move(told)).plan();
}

}  // namespace tradewind::domain

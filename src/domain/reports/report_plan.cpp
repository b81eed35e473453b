#include "domain/reports/report_plan.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include "domain/contacts/contact.h"

namespace tradewind::domain {
namespace {

// Some categories of reports.
class Categories {
  public:
    constexpr Categories(std::initializer_list<ReportCategory> categories) {
        for (const auto category : categories) { bits_ |= bit(category); }
    }
    [[nodiscard]] constexpr bool have(ReportCategory category) const { return (bits_ & bit(category)) != 0; }

  private:
    static constexpr unsigned bit(ReportCategory category) { return 1U << static_cast<unsigned>(category); }

    unsigned bits_ = 0;
};

using enum ReportCategory;
constexpr Categories everywhere{Purchases, ProductsSold, Activities, CustomEvents, Contacts};
constexpr Categories where_bought{Purchases, ProductsSold};

struct GroupingWord {
    std::string_view word;
    ReportGrouping by;
    Categories categories;
};

constexpr std::array<GroupingWord, 14> grouping_words{{
    {"year", ReportGrouping::Year, everywhere},
    {"month", ReportGrouping::Month, everywhere},
    {"week", ReportGrouping::Week, everywhere},
    {"day", ReportGrouping::Day, everywhere},
    {"hour", ReportGrouping::Hour, everywhere},
    {"weekday", ReportGrouping::Weekday, everywhere},
    {"kind", ReportGrouping::Kind, {Activities}},
    {"eventType", ReportGrouping::EventType, {CustomEvents}},
    {"product", ReportGrouping::Product, {ProductsSold}},
    {"brand", ReportGrouping::Brand, {ProductsSold}},
    {"category", ReportGrouping::Category, {ProductsSold}},
    {"sourceType", ReportGrouping::SourceType, where_bought},
    {"sourceName", ReportGrouping::SourceName, where_bought},
    {"paymentMethod", ReportGrouping::PaymentMethod, where_bought},
}};

struct MetricWord {
    std::string_view word;
    ReportMetric tells;
    Categories categories;
};

constexpr std::array<MetricWord, 6> metric_words{{
    {"numberOfPurchases", ReportMetric::NumberOfPurchases, where_bought},
    {"totalPurchaseAmount", ReportMetric::TotalPurchaseAmount, where_bought},
    {"averagePurchaseAmount", ReportMetric::AveragePurchaseAmount, where_bought},
    {"numberOfContacts", ReportMetric::NumberOfContacts, everywhere},
    {"unitsSold", ReportMetric::UnitsSold, where_bought},
    {"numberOfActivities", ReportMetric::NumberOfActivities, {Activities, CustomEvents}},
}};

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

class Planner {
  public:
    Planner(const Report& report, const ContactFieldList& contact_fields, const CustomEventList& custom_events)
        : report_(report), contact_fields_(contact_fields), custom_events_(custom_events) {}

    base::Result<ReportPlan> plan() {
        plan_.category = find_report_category(report_.category).value();
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
        if (!problems_.empty()) { return base::invalid(std::move(problems_)); }
        return std::move(plan_);
    }

  private:
    void add(std::string path, std::string_view reason) {
        problems_.push_back({.path = std::move(path), .reason = std::string(reason)});
    }

    void plan_grouping(std::string_view word, const std::string& path) {
        if (word.starts_with(contact_prefix)) { return plan_contact_field(word.substr(contact_prefix.size()), path); }
        if (word.starts_with(event_prefix)) {
            const auto* const field = event_field(word.substr(event_prefix.size()), path);
            if (field == nullptr) { return; }
            if (!can_be_grouped(field->type)) { return add(path, "is of a type that cannot be grouped by"); }
            return add_grouping({ReportGrouping::EventField, field->id}, field->type == FieldType::Checkbox, path);
        }
        const auto* const known = std::ranges::find(grouping_words, word, &GroupingWord::word);
        if (known == grouping_words.end()) { return add(path, "is not a grouping"); }
        if (!known->categories.have(plan_.category)) { return add(path, other_category); }
        add_grouping({known->by, {}}, known->by == ReportGrouping::Category, path);
    }

    void plan_contact_field(std::string_view id, const std::string& path) {
        const auto* const field = contact_fields_.find(id);
        if (field == nullptr) { return add(path, "is not a contact field"); }
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
        const auto* const known = std::ranges::find(metric_words, word, &MetricWord::word);
        if (known == metric_words.end()) { return add(path, "is not a metric"); }
        if (!known->categories.have(plan_.category)) { return add(path, other_category); }
        plan_.metrics.push_back({known->tells, {}});
    }

    // Null, and a problem, when there is none.
    const CustomEventField* event_field(std::string_view id, const std::string& path) {
        if (plan_.category != CustomEvents) {
            add(path, other_category);
            return nullptr;
        }
        if (!report_.filters.event_type) {
            add(path, "needs an eventTypeId in the filters");
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
        const auto match = [&](std::string_view name, bool is_there, Categories categories) {
            if (is_there && !categories.have(plan_.category)) { add("/filters/" + std::string(name), other_category); }
        };
        match("kinds", filters.kinds.has_value(), {Activities});
        match("eventTypeId", filters.event_type.has_value(), {CustomEvents});
        match("sourceTypes", filters.source_types.has_value(), where_bought);
        match("sourceNames", filters.source_names.has_value(), where_bought);
        match("paymentMethods", filters.payment_methods.has_value(), where_bought);
        match("productIds", filters.product_ids.has_value(), {ProductsSold});
        match("brands", filters.brands.has_value(), {ProductsSold});
        match("categories", filters.categories.has_value(), {ProductsSold});
        plan_.filters = filters;
        if (filters.event_type && plan_.category == CustomEvents) {
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
        if (found == plan_.columns.end()) { return add("/sort", "is neither a grouping nor a metric of the report"); }
        plan_.sort = {.column = static_cast<std::size_t>(found - plan_.columns.begin()), .descending = descending};
    }

    static constexpr std::string_view not_kept =
        "is a field whose value at the time is not known; radio, checkbox, boolean and some status fields are";

    const Report& report_;
    const ContactFieldList& contact_fields_;
    const CustomEventList& custom_events_;
    const CustomEventType* event_type_ = nullptr;
    bool has_several_values_ = false;
    ReportPlan plan_{.category = Purchases};
    std::vector<base::Problem> problems_;
};

}  // namespace

bool ReportPlan::needs_moment() const {
    return !filters.contact_fields.empty() || std::ranges::any_of(groupings, [](const Grouping& grouping) {
        return grouping.by == ReportGrouping::ContactField;
    });
}

bool ReportPlan::is_count_by_time() const {
    const auto is_count = [&](const Metric& metric) {
        switch (metric.tells) {
            case ReportMetric::NumberOfPurchases:
            case ReportMetric::TotalPurchaseAmount:
            case ReportMetric::AveragePurchaseAmount:
                return category == Purchases;
            case ReportMetric::NumberOfActivities:
                return category == Activities;
            case ReportMetric::NumberOfContacts:
                return category == Contacts;
            case ReportMetric::UnitsSold:
            case ReportMetric::DistinctValues:
            case ReportMetric::SumOfValues:
                return false;
        }
        return false;
    };
    return filters == ReportFilters() && std::ranges::all_of(metrics, is_count) &&
           std::ranges::all_of(groupings, [](const Grouping& grouping) { return is_time(grouping.by); });
}

base::Result<ReportPlan> plan_report(const Report& report, const ContactFieldList& contact_fields,
                                     const CustomEventList& custom_events) {
    return Planner(report, contact_fields, custom_events).plan();
}

}  // namespace tradewind::domain

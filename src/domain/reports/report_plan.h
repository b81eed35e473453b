#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "domain/events/custom_event_list.h"
#include "domain/fields/contact_field_list.h"
#include "domain/reports/report.h"

namespace tradewind::domain {

// What rows of a report are told apart by.
enum class ReportGrouping {
    Year,
    Month,
    Week,
    Day,
    Hour,
    Weekday,
    Kind,
    EventType,
    Product,
    Brand,
    Category,
    SourceType,
    SourceName,
    PaymentMethod,
    ContactField,
    EventField,
};

constexpr bool is_time(ReportGrouping by) {
    return by <= ReportGrouping::Weekday;
}

// What a row tells.
enum class ReportMetric {
    NumberOfPurchases,
    TotalPurchaseAmount,
    AveragePurchaseAmount,
    NumberOfContacts,
    UnitsSold,
    NumberOfActivities,
    DistinctValues,
    SumOfValues,
};

// A report whose words were looked up: everything in it exists and goes together.
struct ReportPlan {
    struct Grouping {
        ReportGrouping by;
        std::string field = {};  // Of a contact: its name in a moment. Of an event: its id.
    };
    struct Metric {
        ReportMetric tells;
        std::string field = {};  // Of an event: its id.
    };
    struct Sort {
        std::size_t column;
        bool descending;
    };

    ReportCategory category;
    std::vector<Grouping> groupings = {};
    std::vector<Metric> metrics = {};
    std::vector<std::string> columns = {};  // The ids of the groupings, then those of the metrics.
    std::optional<Sort> sort = {};
    ReportFilters filters = {};   // Those on fields name them as Grouping does.
    std::string event_type = {};  // The id in the filters, as text; empty: any.

    // Whether the states of the contact at the time are looked at.
    [[nodiscard]] bool needs_moment() const;
    // Whether it tells no more than how many there are and what they cost, by time alone: then the database can count.
    [[nodiscard]] bool is_count_by_time() const;
};

// All problems at once, by pointers into the report.
base::Result<ReportPlan> plan_report(const Report& report, const ContactFieldList& contact_fields,
                                     const CustomEventList& custom_events);

}  // namespace tradewind::domain

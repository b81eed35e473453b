#pragma once

#include <initializer_list>
#include <string_view>

#include "domain/reports/report.h"

namespace tradewind::domain {

// What rows of a report are told apart by.
enum class ReportGrouping {
    // Parts of time, which are numbers.
    Year,
    Month,
    Day,
    Hour,
    DayOfWeek,
    // Whole spans of time.
    Date,
    YearMonth,
    WeekStart,
    // When the contact first bought, and how many months ago that was then. Numbers, too.
    CohortYear,
    CohortMonth,
    LifeMonth,
    ActivityKind,
    EventType,
    EventField,
    Product,
    ProductName,
    ProductBrand,
    ProductCategory,
    PurchaseOrigin,
    PurchaseChannel,
    SourceName,
    PaymentMethod,
    ContactField,
    Segment,
};

constexpr bool is_time(ReportGrouping by) {
    return by <= ReportGrouping::WeekStart;
}
constexpr bool is_cohort(ReportGrouping by) {
    return by >= ReportGrouping::CohortYear && by <= ReportGrouping::LifeMonth;
}
// Whether its values are whole numbers and not texts.
constexpr bool is_number(ReportGrouping by) {
    return by <= ReportGrouping::DayOfWeek || is_cohort(by);
}

// What a row tells.
enum class ReportMetric {
    NumberOfPurchases,
    TotalPurchaseAmount,
    AvgPurchaseAmount,
    UnitsSold,
    NumberOfBuyers,
    NumberOfFirstTimeBuyers,
    NumberOfRecurringBuyers,
    NumberOfContacts,
    IncrementOfContacts,
    NumberOfActivities,
    NumberOfActiveContacts,
    DistinctValues,
    SumOfValues,
};

// Some categories of reports.
class ReportCategories {
  public:
    constexpr ReportCategories(std::initializer_list<ReportCategory> categories) {
        for (const auto category : categories) { bits_ |= bit(category); }
    }
    [[nodiscard]] constexpr bool have(ReportCategory category) const { return (bits_ & bit(category)) != 0; }

  private:
    static constexpr unsigned bit(ReportCategory category) { return 1U << static_cast<unsigned>(category); }

    unsigned bits_ = 0;
};

// A word that clients use, and where it may stand. Those with the id of a field in them are the plan's to read.
struct ReportGroupingWord {
    std::string_view word;
    ReportGrouping by;
    ReportCategories categories;
    std::string_view field = {};  // Of a contact: its id.
};
struct ReportMetricWord {
    std::string_view word;
    ReportMetric tells;
    ReportCategories categories;
};

inline constexpr ReportCategories report_categories_of_purchases{ReportCategory::Purchases,
                                                                 ReportCategory::ProductsSold};
// Those in which people and what they are like can be told apart.
inline constexpr ReportCategories report_categories_by_contact{
    ReportCategory::Purchases, ReportCategory::ProductsSold, ReportCategory::Activities, ReportCategory::CustomEvents};

// Null for what is none.
const ReportGroupingWord* find_report_grouping(std::string_view word);
const ReportMetricWord* find_report_metric(std::string_view word);

}  // namespace tradewind::domain

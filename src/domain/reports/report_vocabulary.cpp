#include "domain/reports/report_vocabulary.h"

#include <algorithm>
#include <array>

namespace tradewind::domain {
namespace {

using enum ReportCategory;
constexpr ReportCategories everywhere{Purchases, ProductsSold, Activities, CustomEvents, Contacts};
constexpr auto where_bought = report_categories_of_purchases;
constexpr auto by_contact = report_categories_by_contact;

constexpr std::array<ReportGroupingWord, 25> report_grouping_words{{
    {"year", ReportGrouping::Year, everywhere},
    {"month", ReportGrouping::Month, everywhere},
    {"day", ReportGrouping::Day, everywhere},
    {"hour", ReportGrouping::Hour, everywhere},
    {"dayOfWeek", ReportGrouping::DayOfWeek, everywhere},
    {"date", ReportGrouping::Date, everywhere},
    {"yearMonth", ReportGrouping::YearMonth, everywhere},
    {"weekStart", ReportGrouping::WeekStart, everywhere},
    {"cohortYear", ReportGrouping::CohortYear, where_bought},
    {"cohortMonth", ReportGrouping::CohortMonth, where_bought},
    {"lifeMonth", ReportGrouping::LifeMonth, where_bought},
    {"activityKind", ReportGrouping::ActivityKind, {Activities}},
    {"eventType", ReportGrouping::EventType, {CustomEvents}},
    {"product", ReportGrouping::Product, {ProductsSold}},
    {"productName", ReportGrouping::ProductName, {ProductsSold}},
    {"productBrand", ReportGrouping::ProductBrand, {ProductsSold}},
    {"productCategory", ReportGrouping::ProductCategory, {ProductsSold}},
    {"purchaseOrigin", ReportGrouping::PurchaseOrigin, where_bought},
    {"purchaseChannel", ReportGrouping::PurchaseChannel, where_bought},
    {"sourceName", ReportGrouping::SourceName, where_bought},
    {"paymentMethod", ReportGrouping::PaymentMethod, where_bought},
    {"newsletterSubscriptionStatus", ReportGrouping::ContactField, by_contact, "_newsletterSubscriptionStatus"},
    {"emailStatus", ReportGrouping::ContactField, by_contact, "_emailStatus"},
    {"rfm", ReportGrouping::ContactField, by_contact, "_rfm"},
    {"segment", ReportGrouping::Segment, by_contact},
}};

constexpr std::array<ReportMetricWord, 11> report_metric_words{{
    {"numberOfPurchases", ReportMetric::NumberOfPurchases, where_bought},
    {"totalPurchaseAmount", ReportMetric::TotalPurchaseAmount, where_bought},
    {"avgPurchaseAmount", ReportMetric::AvgPurchaseAmount, where_bought},
    {"unitsSold", ReportMetric::UnitsSold, where_bought},
    {"numberOfBuyers", ReportMetric::NumberOfBuyers, where_bought},
    {"numberOfFirstTimeBuyers", ReportMetric::NumberOfFirstTimeBuyers, where_bought},
    {"numberOfRecurringBuyers", ReportMetric::NumberOfRecurringBuyers, where_bought},
    {"numberOfContacts", ReportMetric::NumberOfContacts, {Contacts}},
    {"incrementOfContacts", ReportMetric::IncrementOfContacts, {Contacts}},
    {"numberOfActivities", ReportMetric::NumberOfActivities, {Activities, CustomEvents}},
    {"numberOfActiveContacts", ReportMetric::NumberOfActiveContacts, {Activities, CustomEvents}},
}};

}  // namespace

const ReportGroupingWord* find_report_grouping(std::string_view word) {
    const auto* const found = std::ranges::find(report_grouping_words, word, &ReportGroupingWord::word);
    return found == report_grouping_words.end() ? nullptr : found;
}

const ReportMetricWord* find_report_metric(std::string_view word) {
    const auto* const found = std::ranges::find(report_metric_words, word, &ReportMetricWord::word);
    return found == report_metric_words.end() ? nullptr : found;
}

}  // namespace tradewind::domain

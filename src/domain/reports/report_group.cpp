#include "domain/reports/report_group.h"

#include <algorithm>

namespace tradewind::domain {
namespace {

// Each value follows one of these and ends with `value_end`, which no text holds. So keys sort by their values, shorter
// ones first, and nothing last. Before a number stands how many digits it has.
constexpr char has_value = '\x01';
constexpr char has_none = '\x02';
constexpr char value_end = '\0';

}  // namespace

std::size_t DistinctNumbers::add(std::int64_t number) {
    if (!numbers_.empty() && numbers_.back() == number) { return 0; }
    const auto before = numbers_.capacity();
    if (numbers_.size() >= tidy_at_) {
        std::ranges::sort(numbers_);
        numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
        tidy_at_ = std::max(tidied_at_least, numbers_.size() * 2);
    }
    numbers_.push_back(number);
    return (numbers_.capacity() - before) * sizeof(std::int64_t);
}

std::size_t DistinctNumbers::add(const DistinctNumbers& other) {
    std::size_t grown = 0;
    for (const auto number : other.numbers_) { grown += add(number); }
    return grown;
}

std::int64_t DistinctNumbers::count() const {
    auto numbers = numbers_;
    std::ranges::sort(numbers);
    return std::unique(numbers.begin(), numbers.end()) - numbers.begin();
}

std::vector<ReportNumber> numbers_of(const ReportPlan& plan, const ReportGroup& group, std::int64_t level) {
    std::vector<ReportNumber> numbers;
    const auto whole = [](std::int64_t number) {
        ReportNumber count;
        count.value.add(number);
        return count;
    };
    using Form = ReportNumber::Form;
    auto field = group.fields.begin();
    for (const auto& metric : plan.metrics) {
        switch (metric.tells) {
            case ReportMetric::NumberOfPurchases:
            case ReportMetric::NumberOfActivities:
            case ReportMetric::IncrementOfContacts:
                numbers.push_back(whole(group.count));
                break;
            case ReportMetric::TotalPurchaseAmount:
                numbers.push_back({.value = group.amount, .form = Form::Money});
                break;
            case ReportMetric::AvgPurchaseAmount:
                numbers.push_back({.value = group.count == 0 ? base::WideSum() : group.amount.divided_by(group.count),
                                   .form = Form::Money,
                                   .shared = group.amount,
                                   .shared_by = group.count});
                break;
            case ReportMetric::UnitsSold:
                numbers.push_back({.value = group.units, .form = Form::Count});
                break;
            case ReportMetric::NumberOfBuyers:
            case ReportMetric::NumberOfActiveContacts:
                numbers.push_back(whole(group.contacts.count()));
                break;
            case ReportMetric::NumberOfFirstTimeBuyers:
                numbers.push_back(whole(group.first_time_buyers.count()));
                break;
            case ReportMetric::NumberOfRecurringBuyers:
                numbers.push_back(whole(group.contacts.count() - group.first_time_buyers.count()));
                break;
            case ReportMetric::NumberOfContacts:
                numbers.push_back(whole(level));
                break;
            case ReportMetric::DistinctValues:
                numbers.push_back(whole(static_cast<std::int64_t>((field++)->distinct.size())));
                break;
            case ReportMetric::SumOfValues:
                numbers.push_back({.value = (field++)->sum, .form = Form::Decimal});
                break;
        }
    }
    return numbers;
}

void append_to_key(std::string& key, ReportGrouping by, std::string_view value) {
    key.push_back(has_value);
    if (is_number(by)) { key.push_back(static_cast<char>(value.size())); }
    key.append(value);
    key.push_back(value_end);
}

void append_nothing_to_key(std::string& key) {
    key.push_back(has_none);
    key.push_back(value_end);
}

std::vector<std::optional<std::string>> values_in_key(const std::string& key, const ReportPlan& plan) {
    std::vector<std::optional<std::string>> values;
    std::size_t at = 0;
    for (const auto& grouping : plan.groupings) {
        const auto end = key.find(value_end, at);
        if (key[at] == has_none) {
            values.emplace_back();
        } else {
            const auto begin = at + (is_number(grouping.by) ? 2 : 1);
            values.emplace_back(key.substr(begin, end - begin));
        }
        at = end + 1;
    }
    return values;
}

}  // namespace tradewind::domain

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/wide_sum.h"
#include "domain/reports/report_plan.h"
#include "domain/reports/report_table.h"

namespace tradewind::domain {

// Numbers that are counted once each: appended, and now and then sorted and rid of what is there twice.
class DistinctNumbers {
  public:
    // How many bytes it grew.
    std::size_t add(std::int64_t number);
    std::size_t add(const DistinctNumbers& other);
    [[nodiscard]] std::int64_t count() const;

  private:
    static constexpr std::size_t tidied_at_least = 64;
    std::vector<std::int64_t> numbers_;
    std::size_t tidy_at_ = tidied_at_least;
};

// What was counted of one row.
struct ReportGroup {
    struct FieldValues {
        base::WideSum sum;
        std::unordered_set<std::string> distinct;
    };

    std::int64_t count = 0;
    std::optional<std::int64_t> last_counted;  // Which record was the last to be counted.
    base::WideSum amount;
    base::WideSum units;
    DistinctNumbers contacts;
    DistinctNumbers first_time_buyers;
    std::vector<FieldValues> fields;  // Of each metric that is about one, in their order.
    std::size_t place = 0;            // Among the spans of time.
};

constexpr bool is_about_field(ReportMetric metric) {
    return metric == ReportMetric::DistinctValues || metric == ReportMetric::SumOfValues;
}

// What the metrics of the plan tell of a group. `level` is how many contacts there were by its end.
std::vector<ReportNumber> numbers_of(const ReportPlan& plan, const ReportGroup& group, std::int64_t level);

// The key of a group is its values one after the other, written so that keys sort as rows do.
void append_to_key(std::string& key, ReportGrouping by, std::string_view value);
void append_nothing_to_key(std::string& key);
std::vector<std::optional<std::string>> values_in_key(const std::string& key, const ReportPlan& plan);

}  // namespace tradewind::domain

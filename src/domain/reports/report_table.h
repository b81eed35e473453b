#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/wide_sum.h"
#include "domain/reports/report_plan.h"

namespace tradewind::domain {

// A number in a row.
struct ReportNumber {
    enum class Form { Count, Decimal, Money };

    base::WideSum value;
    Form form = Form::Count;
    // Of an average: what it was made of, so that it is not rounded twice.
    base::WideSum shared = {};
    std::int64_t shared_by = 0;

    // Without trailing zeros.
    [[nodiscard]] std::string json() const;
    // As a cell of a file: money has two decimals.
    [[nodiscard]] std::string cell() const;
};

struct ReportRow {
    std::vector<std::optional<std::string>> groups;  // Nothing: what has no value there. Numbers by their digits.
    std::vector<ReportNumber> numbers;
};

struct ReportTable {
    std::vector<std::string> columns;             // The ids of the groupings, then those of the metrics.
    std::vector<ReportPlan::Grouping> groupings;  // What the first columns are.
    std::vector<ReportRow> rows;
};

// The rows stand in the order of their groups, which decides between equals. What has no value comes last either way.
void sort_rows(ReportTable& table, const ReportPlan::Sort& sort);

}  // namespace tradewind::domain

#include "domain/reports/report_table.h"

#include <algorithm>

namespace tradewind::domain {

std::string ReportNumber::json() const {
    return form == Form::Count ? value.whole_text() : value.decimal_text();
}

std::string ReportNumber::cell() const {
    if (form != Form::Money) { return json(); }
    return shared_by > 0 ? shared.money_text(shared_by) : value.money_text();
}

void sort_rows(ReportTable& table, const ReportPlan::Sort& sort) {
    const auto groupings = table.groupings.size();
    const bool is_digits = sort.column < groupings && is_number(table.groupings[sort.column].by);
    const auto comes_before = [&](const auto& one, const auto& other) {
        return sort.descending ? other < one : one < other;
    };
    std::ranges::stable_sort(table.rows, [&](const ReportRow& one, const ReportRow& other) {
        if (sort.column >= groupings) {
            const auto metric = sort.column - groupings;
            return comes_before(one.numbers[metric].value, other.numbers[metric].value);
        }
        const auto& value = one.groups[sort.column];
        const auto& other_value = other.groups[sort.column];
        if (!value || !other_value) { return value.has_value() && !other_value; }
        // The longer number is the larger one.
        if (is_digits && value->size() != other_value->size()) {
            return comes_before(value->size(), other_value->size());
        }
        return comes_before(*value, *other_value);
    });
}

}  // namespace tradewind::domain

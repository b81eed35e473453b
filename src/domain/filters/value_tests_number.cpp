#include "domain/filters/value_tests.h"

#include <cassert>

namespace tradewind::domain::value_tests {
namespace {

template <class Number>
bool one_number_fits(const ValueTest& test, Number value) {
    const auto* const from = std::get_if<Number>(&test.from);
    const auto* const to = std::get_if<Number>(&test.to);
    if (from == nullptr) { return false; }
    switch (test.is) {
        case FilterOperator::Equals:
            return value == *from;
        case FilterOperator::NotEquals:
            return value != *from;
        case FilterOperator::AtLeast:
            return value >= *from;
        case FilterOperator::AtMost:
            return value <= *from;
        case FilterOperator::Between:
            return to != nullptr && *from <= value && value <= *to;
        default:
            assert(false && "no operator of numbers");
            return false;
    }
}

}  // namespace

bool number_fits(const ValueTest& test, const FilterValue& value) {
    if (const auto* const number = std::get_if<std::int64_t>(&value)) { return one_number_fits(test, *number); }
    return one_number_fits(test, std::get<base::Decimal>(value));
}

}  // namespace tradewind::domain::value_tests

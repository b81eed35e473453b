#include "domain/filters/value_tests.h"

#include "domain/filters/filter_vocabulary.h"

namespace tradewind::domain {
Fit fit_of(const ValueTest& test, const FilterValue& value, const EvaluationTime& time) {
    if (is_missing(value)) { return {.holds = rule_of(test.is).fits_missing}; }
    if (test.is == FilterOperator::IsSet) { return {.holds = true}; }
    if (test.is == FilterOperator::IsNotSet) { return {.holds = false}; }
    switch (test.kind) {
        case ValueKind::Text:
        case ValueKind::Identifier:
        case ValueKind::Email:
        case ValueKind::Phone:
        case ValueKind::Texts:
            return {.holds = value_tests::text_fits(test, value)};
        case ValueKind::Integer:
        case ValueKind::Decimal:
            return {.holds = value_tests::number_fits(test, value)};
        case ValueKind::Boolean:
        case ValueKind::Radio:
        case ValueKind::Checkbox:
            return {.holds = value_tests::choice_fits(test, value)};
        case ValueKind::Date:
            return value_tests::date_fit(test, std::get<base::Instant>(value), time);
    }
    return {};
}

}  // namespace tradewind::domain

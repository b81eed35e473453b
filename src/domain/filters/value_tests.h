#pragma once

#include <optional>

#include "base/instant.h"
#include "domain/filters/evaluate.h"
#include "domain/filters/filter.h"
#include "domain/filters/filter_value.h"

namespace tradewind::domain {

// Whether a value fits a test, and until when that is so although nothing happens.
struct Fit {
    bool holds = false;
    std::optional<base::Instant> changes_at = {};  // Later than now; nothing: never.
};

// What is missing fits `isNotSet` and the operators that deny something. One file for each family of operators.
Fit fit_of(const ValueTest& test, const FilterValue& value, const EvaluationTime& time);

namespace value_tests {

bool text_fits(const ValueTest& test, const FilterValue& value);    // Text, Identifier, Email, Phone, Texts.
bool number_fits(const ValueTest& test, const FilterValue& value);  // Integer, Decimal.
bool choice_fits(const ValueTest& test, const FilterValue& value);  // Boolean, Radio, Checkbox.
Fit date_fit(const ValueTest& test, base::Instant value, const EvaluationTime& time);

}  // namespace value_tests

// Where a span of time that is written as `to` ends: the last moment that is part of it.
base::Instant last_moment(const DateOperand& to, const base::TimeZone& zone);

}  // namespace tradewind::domain

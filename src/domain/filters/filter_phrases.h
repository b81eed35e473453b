#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "domain/fields/contact_field.h"
#include "domain/filters/describe_filter.h"
#include "domain/filters/filter.h"
#include "domain/filters/period.h"

namespace tradewind::domain {

// The same in every language, in the order of Language.
using FilterPhrase = std::array<std::string_view, 2>;

constexpr std::string_view phrase(const FilterPhrase& words, Language language) {
    return words[static_cast<std::size_t>(language)];
}

// What happened: `e-mail opened`.
std::string_view activity_phrase(ActivityKind kind, Language language);
// `whose category`, for a property of items or purchases.
std::string_view property_phrase(std::string_view property, Language language);

// The name of a field and of one of its options: of those of the system in every language, of others as they are.
std::string field_phrase(const ContactField& field, Language language);
std::string option_phrase(const ContactField& field, const FieldOption& option, Language language);

enum class PeriodSide { Last, Next };

// `in the last 90 days`, `in the next month`, `in the last 1 year and 2 months`. Not for zero.
std::string period_phrase(const Period& period, PeriodSide side, Language language);
// `2024-05-06`, or `2024-05-06 10:30 UTC`.
std::string date_phrase(const DateOperand& date);
// `and` or `or` as the words after it want it: in Spanish " y " is " e " before an i, and " o " is " u " before an o.
std::string joint_phrase(const FilterPhrase& joint, std::string_view next, Language language);
// `a, b or c`, cut after described_values_max.
std::string list_phrase(const std::vector<std::string>& items, const FilterPhrase& last_joint, Language language);

}  // namespace tradewind::domain

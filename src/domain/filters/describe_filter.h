#pragma once

#include <cstddef>
#include <string>

#include "domain/filters/filter.h"
#include "domain/filters/filter_names.h"

namespace tradewind::domain {

enum class Language { English, Spanish };

// Of a list of values so many are told; of the others only how many there are.
inline constexpr std::size_t described_values_max = 10;

// The filter in words, with the names that fields, options, event types, segments, workflows and coupon sets have now.
// What is gone is told by what is left of it: an option by its id, everything else by its id or number.
std::string describe_filter(const Filter& filter, const FilterNames& names, Language language);

}  // namespace tradewind::domain

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/decimal.h"
#include "base/result.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

// Values of fields from text, by the same rules wherever the text comes from: a JSON string, the digits of a JSON
// number, a cell of a file. The Error is Invalid with one reason; the caller puts its path.
base::Result<std::string> text_value(std::string_view text, const Bounds& bounds, TextRule rule);
base::Result<std::int64_t> integer_value(std::string_view digits, const Bounds& bounds);
base::Result<base::Decimal> decimal_value(std::string_view digits, const Bounds& bounds);

// A calling code, such as 34.
base::Result<std::string> check_country_code(std::string_view text);

// Whether a list may have so many items.
base::Result<void> check_item_count(std::size_t count, const Bounds& bounds);

}  // namespace tradewind::domain

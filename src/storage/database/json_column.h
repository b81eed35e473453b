#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/json_writer.h"

namespace tradewind::storage {

// Gives what was read from a column one form: PostgreSQL gives JSON back with spaces.

// A list of texts as it is kept in a JSON column.
std::string json_from_texts(const std::vector<std::string>& texts);
// A list of numbers, for statements that take one.
std::string json_from_numbers(const std::vector<std::int64_t>& numbers);
// Throws DatabaseBroken when the column holds something else.
std::vector<std::string> texts_from_json(std::string_view json);

}  // namespace tradewind::storage

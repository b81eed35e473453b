#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tradewind::storage {

// A list of texts as it is kept in a JSON column.
std::string json_from_texts(const std::vector<std::string>& texts);
// Throws DatabaseBroken when the column holds something else.
std::vector<std::string> texts_from_json(std::string_view json);

}  // namespace tradewind::storage

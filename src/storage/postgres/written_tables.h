#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tradewind::storage {

// The tables that a statement of this program inserts into, updates or deletes from, as they follow each other in it.
std::vector<std::string> written_tables(std::string_view sql);

}  // namespace tradewind::storage

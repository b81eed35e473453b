#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tradewind::storage {

// What a statement of this program inserts, updates or deletes, and whose rows it says that they are: the place of the
// parameter that is the id of the contact, from 0 on; nothing when they are of several contacts, or of none.
struct StatementWrite {
    std::string table;
    std::optional<std::size_t> contact;

    friend bool operator==(const StatementWrite&, const StatementWrite&) = default;
};

// As they follow each other in it.
std::vector<StatementWrite> writes_of(std::string_view sql);

}  // namespace tradewind::storage

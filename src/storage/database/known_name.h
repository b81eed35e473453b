#pragma once

#include <string>
#include <vector>

#include "base/id.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// What people call something that has an id.
struct KnownName {
    base::Id id;
    std::string name;
};

// The rows of a statement that selects ids and names.
inline std::vector<KnownName> read_names(Rows rows) {
    std::vector<KnownName> names;
    while (rows.next()) { names.push_back({.id = {rows.integer(0)}, .name = std::string(rows.text(1))}); }
    return names;
}

}  // namespace tradewind::storage

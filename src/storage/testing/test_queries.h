#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "storage/database/query.h"

namespace tradewind::storage {

// For tests: which engines a statement is for.
enum class QueryEngines { Both, Sqlite, Postgres };

struct ListedQuery {
    std::string_view file;
    QueryEngines engines;
    Query query;
};

// Every statement of the program, as it was compiled. Each piece of storage ends with a list of its own, put together
// by tests/architecture/list_queries.py.
extern const std::vector<ListedQuery> all_queries;

}  // namespace tradewind::storage

#pragma once

#include <span>
#include <string_view>

#include "storage/database/query.h"

namespace tradewind::storage {

// For tests: which engines a statement is for.
enum class QueryEngines { Both, Sqlite, Postgres };

struct ListedQuery {
    std::string_view file;
    QueryEngines engines;
    Query query;
};

// Every statement of the program, gathered from its sources by tests/architecture/list_queries.py.
extern const std::span<const ListedQuery> all_queries;

}  // namespace tradewind::storage

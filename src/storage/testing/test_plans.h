#pragma once

#include <deque>
#include <functional>
#include <map>
#include <regex>
#include <string>
#include <string_view>

#include "storage/testing/test_database.h"
#include "storage/testing/test_queries.h"

namespace tradewind::storage {

// For tests: by the names of these statements how SQLite finds their rows, a line for each step.
inline std::map<std::string_view, std::string> sqlite_plans(const std::function<bool(const ListedQuery&)>& is_wanted) {
    TestDatabase database(TestEngine::Sqlite);
    // A connection knows statements by their address, so each keeps its own.
    std::deque<std::string> texts;
    std::deque<Query> explained;
    std::map<std::string_view, std::string> plans;
    for (const auto& listed : all_queries) {
        if (!is_wanted(listed)) { continue; }
        texts.push_back("EXPLAIN QUERY PLAN " +
                        std::regex_replace(std::string(listed.query.sql), std::regex("\\$[0-9]"), "1"));
        explained.push_back({.name = listed.query.name, .sql = texts.back()});
        plans[listed.query.name] = read_and_wait(*database, [&](Transaction& transaction) -> base::Result<std::string> {
                                       std::string plan;
                                       auto rows = transaction.query(explained.back());
                                       while (rows.next()) { plan += std::string(rows.text(3)) + "\n"; }
                                       return plan;
                                   }).take();
    }
    return plans;
}

}  // namespace tradewind::storage

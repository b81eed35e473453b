#include "storage/database/query.h"

#include <gtest/gtest.h>

#include <set>

#include "storage/migrations/migrate.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/schema.h"
#include "storage/testing/test_clock.h"
#include "storage/testing/test_postgres.h"
#include "storage/testing/test_queries.h"

namespace tradewind::storage {
namespace {

TEST(Queries, AreAllKnownToSqlite) {
    const TemporaryDirectory directory;
    SqliteConnection connection(directory.path() / "test.db", SqliteRole::Writer);
    SqliteSchema schema(connection);
    ASSERT_TRUE(migrate(schema, migration_texts, TestClock()).ok());
    std::size_t prepared = 0;
    for (const auto& [file, engines, query] : all_queries) {
        if (engines != QueryEngines::Postgres) {
            EXPECT_NO_THROW(connection.statement(query)) << file << ": " << query.name;
            ++prepared;
        }
    }
    EXPECT_GT(prepared, 20U) << "the list is not empty";
}

TEST(Queries, AreAllKnownToPostgres) {
    auto& shared = SharedTestPostgres::instance();
    const auto name = shared.make_database();
    std::size_t prepared = 0;
    {
        PostgresConnection connection(
            shared.server().address(name),
            {.statement_time_max = std::chrono::milliseconds(0), .silence_max = std::chrono::milliseconds(30'000)});
        for (const auto& [file, engines, query] : all_queries) {
            if (engines != QueryEngines::Sqlite) {
                EXPECT_NO_THROW(connection.prepare(query)) << file << ": " << query.name;
                ++prepared;
            }
        }
    }
    shared.remove_database(name);
    EXPECT_GT(prepared, 20U) << "the list is not empty";
}

TEST(Queries, HaveNamesOfTheirOwnInEachEngine) {
    std::set<std::pair<QueryEngines, std::string_view>> names;
    for (const auto& [file, engines, query] : all_queries) {
        EXPECT_TRUE(names.emplace(engines, query.name).second) << file << ": " << query.name;
    }
}

}  // namespace
}  // namespace tradewind::storage

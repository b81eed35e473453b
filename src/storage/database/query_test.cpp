#include "storage/database/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "base/text.h"
#include "storage/database/json_column.h"
#include "storage/migrations/migrate.h"
#include "storage/postgres/statement_writes.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/schema.h"
#include "storage/testing/test_clock.h"
#include "storage/testing/test_database.h"
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

// A cluster is PostgreSQL, too, and one without tables that are spread runs them as well.
TEST(Queries, HaveWordsForAClusterThatAnyPostgresKnows) {
    auto& shared = SharedTestPostgres::instance();
    const auto name = shared.make_database();
    std::size_t prepared = 0;
    {
        PostgresConnection connection(
            shared.server().address(name),
            {.statement_time_max = std::chrono::milliseconds(0), .silence_max = std::chrono::milliseconds(30'000)});
        connection.set_kind(PostgresKind::Cluster);
        for (const auto& [file, engines, query] : all_queries) {
            if (!query.cluster.empty()) {
                EXPECT_NO_THROW(connection.prepare(query)) << file << ": " << query.name;
                EXPECT_EQ(connection.statement(query).sql(), query.cluster);
                ++prepared;
            }
        }
    }
    shared.remove_database(name);
    EXPECT_GT(prepared, 5U) << "the list is not empty";
}

// A transaction of a cluster goes by them.
TEST(Queries, TellWhatTheyWriteAndOfWhom) {
    auto& shared = SharedTestPostgres::instance();
    const auto name = shared.make_database();
    std::set<std::string> tables;
    std::set<std::string> tables_beside_contacts;
    {
        PostgresConnection connection(
            shared.server().address(name),
            {.statement_time_max = std::chrono::milliseconds(0), .silence_max = std::chrono::milliseconds(30'000)});
        for (const auto& row : connection.rows_of("SELECT tablename FROM pg_tables", {})) {
            tables.insert(row[0].value());
        }
        for (const auto& row : connection.rows_of("SELECT name, key FROM table_spread WHERE way = 'contact'", {})) {
            tables_beside_contacts.insert(row[0].value());
            EXPECT_EQ(row[1], row[0] == "contacts" ? "id" : "contact_id") << *row[0];
        }
    }
    shared.remove_database(name);
    std::size_t writing = 0;
    std::set<std::string_view> of_several;
    for (const auto& [file, engines, query] : all_queries) {
        if (engines == QueryEngines::Sqlite) { continue; }
        const auto words = words_of(query, PostgresKind::Cluster);
        const auto written = writes_of(words);
        for (const auto& write : written) {
            EXPECT_TRUE(tables.contains(write.table)) << file << ": " << query.name << ": " << write.table;
            if (!write.contact && tables_beside_contacts.contains(write.table)) { of_several.insert(query.name); }
        }
        const auto in_capitals = base::upper_case(words);
        const auto has = [&](std::string_view word) { return in_capitals.find(word) != std::string::npos; };
        const bool writes = has("INSERT") || has("DELETE ") || in_capitals.starts_with("UPDATE") || has("(UPDATE");
        EXPECT_EQ(!written.empty(), writes) << file << ": " << query.name;
        writing += writes ? 1 : 0;
    }
    EXPECT_GT(writing, 20U) << "the list is not empty";
    // All others say whose row it is, so that what is about one contact is no commit in two phases.
    EXPECT_THAT(of_several, testing::UnorderedElementsAre(
                                "contact_samples.cut", "contact_samples.insert", "deliveries.delete_ended",
                                "node_number_changes.delete", "node_number_changes.take", "run_steps.delete_old",
                                "runs.delete_old", "segment_members.insert_built", "segment_members.insert_first",
                                "segment_members.remove_some", "segment_times.remove_some", "transaction.two_phases"));
}

constexpr Query taken_apart_texts{
    .name = "test.texts", .sql = "SELECT value FROM json_each($1)", .postgres = "SELECT unnest(cast($1 as text[]))"};
constexpr Query taken_apart_numbers{.name = "test.numbers",
                                    .sql = "SELECT value FROM json_each($1)",
                                    .postgres = "SELECT unnest(cast($1 as bigint[]))"};

TEST(Queries, TakeListsOfTextsAndNumbersAsTheyAre) {
    const std::vector<std::vector<std::string>> lists{
        {}, {"a"}, {"", "NULL", "{}"}, {"\"", "\\", "a,b", " c ", "\n", "\t", "\x01", "[", "ä€😀"}};
    for (const auto engine : {TestEngine::Sqlite, TestEngine::Postgres}) {
        TestDatabase database(engine);
        for (const auto& list : lists) {
            const auto json = json_from_texts(list);
            const auto found = read_and_wait(*database, [&](Transaction& transaction) {
                std::vector<std::string> texts;
                auto rows = transaction.query(taken_apart_texts, {JsonList{json}});
                while (rows.next()) { texts.emplace_back(rows.text(0)); }
                return base::Result<std::vector<std::string>>(std::move(texts));
            });
            EXPECT_EQ(found.value(), list) << json;
        }
        const std::vector<std::int64_t> numbers{7, -1, 0, std::numeric_limits<std::int64_t>::max()};
        const auto json = json_from_numbers(numbers);
        const auto found = read_and_wait(*database, [&](Transaction& transaction) {
            std::vector<std::int64_t> taken;
            auto rows = transaction.query(taken_apart_numbers, {JsonList{json}});
            while (rows.next()) { taken.push_back(rows.integer(0)); }
            return base::Result<std::vector<std::int64_t>>(std::move(taken));
        });
        EXPECT_EQ(found.value(), numbers);
    }
}

TEST(Queries, HaveNamesOfTheirOwnInEachEngine) {
    std::set<std::pair<QueryEngines, std::string_view>> names;
    for (const auto& [file, engines, query] : all_queries) {
        EXPECT_TRUE(names.emplace(engines, query.name).second) << file << ": " << query.name;
    }
}

}  // namespace
}  // namespace tradewind::storage

#include "storage/migrate.h"

#include <gtest/gtest.h>

#include "storage/sqlite_connection.h"
#include "storage/sqlite_error.h"
#include "storage/test_clock.h"
#include "storage/test_database.h"

namespace tradewind::storage {
namespace {

constexpr base::EmbeddedText first{"0001_first.sql", "create table one (id {id}, name {text} not null);"};
constexpr base::EmbeddedText second{
    "0002_second.sql", "create table two (id {id}, tags {json}, hash {bytes}); insert into one values (1, 'x');"};

class MigrateTest : public testing::Test {
  protected:
    MigrateTest() : connection(directory_.path() / "test.db", SqliteRole::Writer) {}

    base::Result<void> migrate_to(std::vector<base::EmbeddedText> texts) { return migrate(connection, texts, clock); }
    std::string text(const Query& query) {
        auto& statement = connection.statement(query);
        statement.start({});
        Rows rows(statement);
        return rows.next() ? std::string(rows.text(0)) : "nothing";
    }
    std::string tables() {
        static constexpr Query query{.name = "tables",
                                     .sql =
                                         "SELECT coalesce(group_concat(name, ' '), '') FROM "
                                         "(SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name)"};
        return text(query);
    }
    std::string applied() {
        static constexpr Query query{
            .name = "applied",
            .sql =
                "SELECT coalesce(group_concat(version || ':' || name || ':' || applied_at, ' '), '') "
                "FROM schema_migrations"};
        return text(query);
    }

    TestClock clock;

  private:
    TemporaryDirectory directory_;

  protected:
    SqliteConnection connection;
};

TEST_F(MigrateTest, RunsEachStepOnceAndWritesItDown) {
    ASSERT_TRUE(migrate_to({first}).ok());
    EXPECT_EQ(tables(), "one schema_migrations");
    clock.turn(std::chrono::milliseconds(5));
    ASSERT_TRUE(migrate_to({first, second}).ok());
    ASSERT_TRUE(migrate_to({first, second}).ok());
    EXPECT_EQ(tables(), "one schema_migrations two");
    EXPECT_EQ(applied(), "1:first:1700000000000 2:second:1700000000005");
}

TEST_F(MigrateTest, RefusesADatabaseThatKnowsMore) {
    ASSERT_TRUE(migrate_to({first, second}).ok());
    const auto refused = migrate_to({first});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, base::ErrorKind::Conflict);
    EXPECT_NE(refused.error().detail.find("newer version of this program (its schema is 2, this program knows 1)"),
              std::string::npos);
}

TEST_F(MigrateTest, RefusesADatabaseWhoseStepsWereOthers) {
    ASSERT_TRUE(migrate_to({first}).ok());
    const auto refused = migrate_to({{"0001_first.sql", "create table one (id {id});"}, second});
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().detail.find("Step 1 (first)"), std::string::npos);
    EXPECT_EQ(tables(), "one schema_migrations") << "nothing was run";
}

TEST_F(MigrateTest, UndoesAStepThatFailsHalfway) {
    ASSERT_TRUE(migrate_to({first}).ok());
    EXPECT_THROW(static_cast<void>(migrate_to({first, {"0002_bad.sql", "create table two (id {id}); nonsense;"}})),
                 SqliteError);
    EXPECT_EQ(tables(), "one schema_migrations");
    EXPECT_EQ(applied(), "1:first:1700000000000");
    EXPECT_FALSE(connection.in_transaction());
    EXPECT_TRUE(migrate_to({first, second}).ok());
}

TEST_F(MigrateTest, RefusesAStepThatEndsItsOwnTransaction) {
    EXPECT_THROW(static_cast<void>(migrate_to({{"0001_bad.sql", "create table one (id {id}); commit;"}})),
                 DatabaseBroken);
    EXPECT_EQ(applied(), "");
}

TEST_F(MigrateTest, ReadsNamesAndNumbers) {
    const auto read = read_migrations(std::vector<base::EmbeddedText>{first, second});
    ASSERT_EQ(read.size(), 2U);
    EXPECT_EQ(read[1].version, 2);
    EXPECT_EQ(read[1].name, "second");
    EXPECT_EQ(read[1].text, second.text);
    EXPECT_EQ(read_migrations(std::vector<base::EmbeddedText>{{"0001_abc.sql", "abc"}})[0].checksum,
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(MigrateTest, RefusesNamesOutOfOrder) {
    for (const std::string_view name :
         {"0002_x.sql", "0000_x.sql", "1_x.sql", "00001_x.sql", "0001x.sql", "0001_x.txt", "x", "-001_x.sql", ""}) {
        EXPECT_THROW(read_migrations(std::vector<base::EmbeddedText>{{name, ""}}), DatabaseBroken) << name;
    }
    EXPECT_THROW(read_migrations(std::vector<base::EmbeddedText>{first, first}), DatabaseBroken);
}

TEST_F(MigrateTest, FillsInTheWordsOfAnEngine) {
    constexpr MigrationWords words{.id = "ID", .text = "TEXT", .json = "JSON", .bytes = "BYTES"};
    EXPECT_EQ(fill_in("a {id}, b {text}{json} {bytes}", words), "a ID, b TEXTJSON BYTES");
    EXPECT_EQ(fill_in("nothing } to fill in", words), "nothing } to fill in");
    EXPECT_THROW(fill_in("{number}", words), DatabaseBroken);
    EXPECT_THROW(fill_in("{id", words), DatabaseBroken);
    EXPECT_THROW(fill_in("{}", words), DatabaseBroken);
}

TEST_F(MigrateTest, MakesTheSchemaOfTheProgram) {
    ASSERT_FALSE(migration_texts.empty());
    ASSERT_TRUE(migrate(connection, migration_texts, clock).ok());
    for (const std::string_view table : {"api_keys", "audit_entries", "definitions_version", "instance", "store"}) {
        EXPECT_NE((" " + tables() + " ").find(" " + std::string(table) + " "), std::string::npos) << table;
    }
    static constexpr Query version{.name = "version",
                                   .sql = "SELECT group_concat(id || ':' || version, ' ') FROM definitions_version"};
    EXPECT_EQ(text(version), "1:1");
}

}  // namespace
}  // namespace tradewind::storage

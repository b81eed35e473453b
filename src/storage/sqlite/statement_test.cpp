#include "storage/sqlite/statement.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "storage/sqlite/connection.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

constexpr Query insert_note{.name = "notes.insert", .sql = "INSERT INTO notes (id, body) VALUES ($1, $2)"};
constexpr Query all_rows{.name = "notes.all", .sql = "SELECT id, body FROM notes ORDER BY id"};
constexpr Query count_notes{.name = "notes.count", .sql = "SELECT count(*) FROM notes"};

class SqliteStatementTest : public testing::Test {
  protected:
    SqliteStatementTest() : connection(directory_.path() / "test.db", SqliteRole::Writer) {
        connection.run_script("CREATE TABLE notes (id integer primary key, body text)");
    }

    void insert(std::int64_t id, const Parameter& body) { connection.statement(insert_note).execute({id, body}); }
    Rows query(const Query& query, std::initializer_list<Parameter> parameters = {}) {
        auto& statement = connection.statement(query);
        statement.start(parameters);
        return Rows(statement);
    }
    std::int64_t count() {
        auto rows = query(count_notes);
        return rows.next() ? rows.integer(0) : -1;
    }

  private:
    TemporaryDirectory directory_;

  protected:
    SqliteConnection connection;
};

TEST_F(SqliteStatementTest, BindsParametersByTheirNumberNotByTheirPlace) {
    static constexpr Query swapped{.name = "swapped", .sql = "SELECT $2, $1, $2, $3"};
    auto rows = query(swapped, {std::string_view("one"), std::string_view("two"), std::int64_t{3}});
    ASSERT_TRUE(rows.next());
    EXPECT_EQ(rows.text(0), "two");
    EXPECT_EQ(rows.text(1), "one");
    EXPECT_EQ(rows.text(2), "two");
    EXPECT_EQ(rows.integer(3), 3);
    EXPECT_FALSE(rows.next());
    EXPECT_FALSE(rows.next());
}

TEST_F(SqliteStatementTest, KeepsEmptyApartFromNull) {
    static constexpr Query kinds{.name = "kinds", .sql = "SELECT typeof($1), typeof($2), typeof($3), $1, $2, $3"};
    auto rows = query(kinds, {std::string_view(), Bytes{}, std::nullopt});
    ASSERT_TRUE(rows.next());
    EXPECT_EQ(rows.text(0), "text");
    EXPECT_EQ(rows.text(1), "blob");
    EXPECT_EQ(rows.text(2), "null");
    EXPECT_FALSE(rows.is_null(3));
    EXPECT_EQ(rows.text(3), "");
    EXPECT_FALSE(rows.is_null(4));
    EXPECT_EQ(rows.text(4), "");
    EXPECT_EQ(rows.maybe_text(5), std::nullopt);
}

TEST_F(SqliteStatementTest, KeepsEveryByteOfTextsAndBytes) {
    using namespace std::string_view_literals;
    insert(1, "a\0b\xC3\xA9"sv);
    static constexpr Query bytes{.name = "bytes", .sql = "SELECT body, $1, $2 FROM notes"};
    auto rows = query(bytes, {Bytes{"\0\xFF"sv}, std::int64_t{-1}});
    ASSERT_TRUE(rows.next());
    EXPECT_EQ(rows.text(0), "a\0b\xC3\xA9"sv);
    EXPECT_EQ(rows.text(1), "\0\xFF"sv);
    EXPECT_EQ(rows.integer(2), -1);
}

TEST_F(SqliteStatementTest, TextsPassedInPlaceNeedNotOutliveTheCall) {
    insert(1, std::string_view("x"));
    insert(2, std::string_view("y"));
    static constexpr Query beside{.name = "beside", .sql = "SELECT $1, $2, id FROM notes ORDER BY id"};
    auto rows = query(beside, {std::string(100, 'p'), Bytes{std::string(100, 'q')}});
    for (int id = 1; id <= 2; ++id) {
        ASSERT_TRUE(rows.next());
        EXPECT_EQ(rows.text(0), std::string(100, 'p'));
        EXPECT_EQ(rows.text(1), std::string(100, 'q'));
        EXPECT_EQ(rows.integer(2), id);
    }
}

TEST_F(SqliteStatementTest, CountsTheRowsItChanged) {
    insert(1, std::string_view("x"));
    insert(2, std::string_view("x"));
    static constexpr Query change{.name = "change", .sql = "UPDATE notes SET body = $1"};
    static constexpr Query change_none{.name = "change_none", .sql = "UPDATE notes SET body = 'z' WHERE id = 99"};
    EXPECT_EQ(connection.statement(change).execute({std::string_view("y")}), 2);
    EXPECT_EQ(connection.statement(count_notes).execute({}), 0) << "a read changes nothing, whatever ran before";
    EXPECT_EQ(connection.statement(change_none).execute({}), 0);
}

TEST_F(SqliteStatementTest, RefusesAWrongNumberOfParameters) {
    EXPECT_THROW(connection.statement(insert_note).execute({std::int64_t{1}}), std::logic_error);
    EXPECT_THROW(query(all_rows, {std::int64_t{1}}), std::logic_error);
    EXPECT_EQ(count(), 0);
}

TEST_F(SqliteStatementTest, RefusesParametersThatAreNotNumberedFromOne) {
    static constexpr Query gap{.name = "gap", .sql = "SELECT $1, $3"};
    static constexpr Query question_mark{.name = "question_mark", .sql = "SELECT ?"};
    EXPECT_THROW(connection.statement(gap), std::logic_error);
    EXPECT_THROW(connection.statement(question_mark), std::logic_error);
}

TEST_F(SqliteStatementTest, RefusesToRunTwiceAtTheSameTime) {
    insert(1, std::string_view("x"));
    {
        auto rows = query(all_rows);
        EXPECT_THROW(query(all_rows), std::logic_error);
        EXPECT_TRUE(rows.next()) << "the first one goes on";
    }
    auto again = query(all_rows);
    EXPECT_TRUE(again.next());
}

TEST_F(SqliteStatementTest, CanBeRunAgainAfterItFailed) {
    insert(1, std::string_view("x"));
    EXPECT_THROW(insert(1, std::string_view("y")), SqliteError);
    insert(2, std::string_view("y"));
    EXPECT_EQ(count(), 2);
}

TEST_F(SqliteStatementTest, ChangesAllItsRowsEvenWhenNobodyReadsWhatItReturns) {
    static constexpr Query insert_three{.name = "insert_three",
                                        .sql = "INSERT INTO notes (body) VALUES ($1), ($1), ($1) RETURNING id"};
    connection.run_script("BEGIN");
    static_cast<void>(query(insert_three, {std::string_view("x")}));
    {
        auto rows = query(insert_three, {std::string_view("x")});
        EXPECT_TRUE(rows.next());
    }
    connection.run_script("COMMIT");
    EXPECT_EQ(count(), 6);
}

TEST_F(SqliteStatementTest, ChecksConstraintsBeforeItReturnsItsFirstRow) {
    connection.run_script(
        "CREATE TABLE parents (id integer primary key);"
        "CREATE TABLE children (id integer primary key, parent bigint references parents (id))");
    static constexpr Query insert_child{.name = "insert_child",
                                        .sql = "INSERT INTO children (parent) VALUES (99), (98) RETURNING id"};
    EXPECT_THROW(query(insert_child), SqliteError);
}

}  // namespace
}  // namespace tradewind::storage

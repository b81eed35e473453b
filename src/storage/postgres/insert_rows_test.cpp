#include "storage/postgres/insert_rows.h"

#include <gtest/gtest.h>

namespace tradewind::storage {
namespace {

using Groups = std::vector<std::vector<std::size_t>>;

std::string for_two_rows(std::string_view sql) {
    const auto insert = InsertOfARow::find(sql);
    return insert ? insert->for_rows(2) : "none";
}

TEST(InsertRows, TheParametersOfARowFollowThoseOfTheRowBeforeIt) {
    EXPECT_EQ(for_two_rows("INSERT INTO t (a, b) VALUES ($1, $2)"), "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4)");
    EXPECT_EQ(for_two_rows("INSERT INTO t (a, b, c) VALUES (1, $1, lower($2))"),
              "INSERT INTO t (a, b, c) VALUES (1, $1, lower($2)), (1, $3, lower($4))");
    EXPECT_EQ(for_two_rows("INSERT INTO t (a, b) VALUES ($2, $1 + $2)"),
              "INSERT INTO t (a, b) VALUES ($2, $1 + $2), ($4, $3 + $4)");
    EXPECT_EQ(for_two_rows("INSERT INTO t (a) SELECT column1 FROM (VALUES ($1)) AS made WHERE column1 > 7"),
              "INSERT INTO t (a) SELECT column1 FROM (VALUES ($1), ($2)) AS made WHERE column1 > 7");
    const auto eleven = InsertOfARow::find("INSERT INTO t (a) VALUES ($10, $11)");
    ASSERT_TRUE(eleven);
    EXPECT_EQ(eleven->for_rows(1), "INSERT INTO t (a) VALUES ($10, $11)");
}

TEST(InsertRows, WhateverDoesMoreThanInsertARowStaysAsItIs) {
    for (const auto* const sql : {
             "SELECT a FROM t WHERE b = $1",
             "UPDATE t SET a = $1",
             "INSERT INTO t DEFAULT VALUES",
             "INSERT INTO t (a) VALUES (1)",
             "INSERT INTO t (a) VALUES ($1",
             "INSERT INTO t (a) SELECT $1",
             "INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO NOTHING",
             "INSERT INTO t (a) VALUES ($1) RETURNING id",
             "INSERT INTO t (a) VALUES ((SELECT max(a) + $1 FROM t))",
             "INSERT INTO t (a) SELECT column1 FROM (VALUES ($1)) AS made WHERE column1 > $2",
             "INSERT INTO t (a) VALUES ($1), ($2) UNION VALUES ($3)",
             "WITH done AS (UPDATE s SET a = $1) INSERT INTO t (a) VALUES ($1)",
         }) {
        EXPECT_EQ(for_two_rows(sql), "none") << sql;
    }
}

TEST(InsertRows, AStatementHasAsManyRowsAsItMay) {
    EXPECT_EQ(rows_together(1'000), 64U);
    EXPECT_EQ(rows_together(64), 64U);
    EXPECT_EQ(rows_together(63), 16U);
    EXPECT_EQ(rows_together(15), 4U);
    EXPECT_EQ(rows_together(3), 1U);
    EXPECT_EQ(rows_together(1), 1U);
}

TEST(InsertRows, InsertsComeTogetherAndGoPastNothingElse) {
    constexpr Query a{.name = "a", .sql = "a"};
    constexpr Query b{.name = "b", .sql = "b"};
    const Query* const other = nullptr;
    EXPECT_EQ(put_together({}), Groups());
    EXPECT_EQ(put_together({&a, &b, &a, &b, &a, other}), (Groups{{0, 2, 4}, {1, 3}, {5}}));
    EXPECT_EQ(put_together({&a, other, &a, &a, other, other}), (Groups{{0}, {1}, {2, 3}, {4}, {5}}));
    EXPECT_EQ(put_together({&a, &a, &a}), (Groups{{0, 1}, {2}})) << "somebody may wait for the answer of the last one";
}

}  // namespace
}  // namespace tradewind::storage

#include "storage/postgres/pair_functions.h"

#include <gtest/gtest.h>

#include <optional>

#include "storage/postgres/connection.h"
#include "storage/testing/test_postgres.h"

namespace tradewind::storage {
namespace {

using std::chrono::milliseconds;

constexpr Query make_tables{.name = "test.make_tables",
                            .sql = "CREATE TABLE entries (contact bigint, number bigint primary key, mark bytea)"};
constexpr Query make_owners{.name = "test.make_owners",
                            .sql = "CREATE TABLE owners (id bigint, last bigint, name text)"};
constexpr Query add_owners{.name = "test.add_owners", .sql = "INSERT INTO owners (id) VALUES (1), (2)"};
constexpr Query add_entry{.name = "test.add_entry",
                          .sql = "INSERT INTO entries (contact, number, mark) VALUES ($1, $2, $3)"};
constexpr Query note_entry{.name = "test.note_entry", .sql = "UPDATE owners SET last = $2, name = $3 WHERE id = $1"};
constexpr Query state_query{
    .name = "test.state",
    .sql =
        "SELECT (SELECT string_agg(contact || ':' || number || ':' || coalesce(mark::text, '-'), ' ' ORDER BY number) "
        "FROM entries) || ' | ' || (SELECT string_agg(concat(id, ':', last, ':', name), ' ' ORDER BY id) FROM owners)"};
constexpr QueryPair pair_of_test{.first = add_entry, .second = note_entry};

class PairFunctions : public testing::Test {
  protected:
    PairFunctions() {
        for (const auto* query : {&make_tables, &make_owners, &add_owners}) { connection.run(*query); }
    }
    ~PairFunctions() override { shared.remove_database(name); }

    void make() {
        make_function(pair_of_test);
        cluster.pair_functions = find_pair_functions(connection);
        connection.use_cluster(cluster);
    }
    std::string make_function(const QueryPair& pair) {
        const auto function = describe_pair_function(connection, pair);
        connection.run_script(function.definition);
        return function.signature;
    }
    static void add(PostgresCalls& calls, std::int64_t contact, std::int64_t number, std::optional<Bytes> mark = {}) {
        calls.emplace_back(add_entry, std::initializer_list<Parameter>{contact, number, mark});
    }
    static void note(PostgresCalls& calls, std::int64_t contact, std::int64_t number,
                     std::optional<std::string_view> word = {}) {
        calls.emplace_back(note_entry, std::initializer_list<Parameter>{contact, number, word});
    }
    // How many statements they were, but for the last one, which looks.
    std::size_t run(PostgresCalls& calls) {
        calls.emplace_back(state_query);
        const auto results = connection.run(calls);
        state = text_in(*results.back(), 0, 0);
        return results.size() - 1;
    }

    // An entry, and the note of it.
    std::size_t run_both(std::int64_t contact, std::int64_t number) {
        PostgresCalls calls;
        add(calls, contact, number);
        note(calls, contact, number);
        return run(calls);
    }

    SharedTestPostgres& shared = SharedTestPostgres::instance();
    const std::string name = shared.make_empty_database();
    PostgresConnection connection{shared.server().address(name), PostgresTimeouts{.statement_time_max = milliseconds(0),
                                                                                  .silence_max = milliseconds(30'000)}};
    PostgresCluster cluster;
    std::string state;
};

TEST_F(PairFunctions, TwoStatementsAboutOneContactAreOne) {
    make();
    // More often than the server plans a statement anew by itself.
    for (std::int64_t number = 1; number <= 8; ++number) {
        PostgresCalls calls;
        add(calls, 1, number, Bytes{std::string_view("\0\xff'", 3)});
        note(calls, 1, number, "it's $1");
        EXPECT_EQ(run(calls), 1U) << number;
    }
    EXPECT_TRUE(state.ends_with("1:8:\\x00ff27 | 1:8:it's $1 2::")) << state;
}

TEST_F(PairFunctions, NothingIsNothing) {
    make();
    EXPECT_EQ(run_both(2, 7), 1U);
    EXPECT_EQ(state, "2:7:- | 1:: 2:7:");
}

TEST_F(PairFunctions, WithoutOneTheyAreTwo) {
    EXPECT_EQ(run_both(1, 1), 2U) << "the connection was told of none";
    make_function({.first = note_entry, .second = add_entry});
    cluster.pair_functions = find_pair_functions(connection);
    ASSERT_EQ(cluster.pair_functions.size(), 1U);
    connection.use_cluster(cluster);
    EXPECT_EQ(run_both(1, 2), 2U) << "it is that of other words";
    EXPECT_EQ(state, "1:1:- 1:2:- | 1:2: 2::");
}

TEST_F(PairFunctions, OnlyNeighboursAboutTheSameContactAreOne) {
    make();
    PostgresCalls others;
    add(others, 1, 1);
    note(others, 2, 1);
    EXPECT_EQ(run(others), 2U) << "they may be on two machines";
    PostgresCalls turned;
    note(turned, 1, 2);
    add(turned, 1, 2);
    EXPECT_EQ(run(turned), 2U);
    PostgresCalls several;
    add(several, 1, 3);
    add(several, 1, 4);
    note(several, 1, 4);
    add(several, 2, 5);
    note(several, 2, 5);
    EXPECT_EQ(run(several), 3U);
    EXPECT_EQ(state, "1:1:- 1:2:- 1:3:- 1:4:- 2:5:- | 1:4: 2:5:");
}

TEST_F(PairFunctions, TheLastCallIsAloneBecauseItsAnswerMayBeWaitedFor) {
    make();
    PostgresCalls calls;
    add(calls, 1, 1);
    note(calls, 1, 1);
    const auto results = connection.run(calls);
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(changed_rows(*results.back()), 1);
}

TEST_F(PairFunctions, AFailureIsThatOfTheStatement) {
    make();
    run_both(1, 1);
    PostgresCalls again;
    add(again, 1, 1);
    note(again, 1, 2);
    try {
        run(again);
        ADD_FAILURE() << "the number is taken";
    } catch (const PostgresError& error) {
        EXPECT_EQ(error.failure(), PostgresFailure::Unique);
        EXPECT_NE(std::string_view(error.what()).find("test.add_entry and test.note_entry"), std::string_view::npos)
            << error.what();
    }
    PostgresCalls look;
    EXPECT_EQ(run(look), 0U);
    EXPECT_EQ(state, "1:1:- | 1:1: 2::");
}

TEST_F(PairFunctions, ThoseOfOtherVersionsAreRemoved) {
    const auto old = make_function({.first = note_entry, .second = add_entry});
    const auto wanted = make_function(pair_of_test);
    EXPECT_EQ(make_function(pair_of_test), wanted) << "it may be made again";
    EXPECT_EQ(find_pair_functions(connection).size(), 2U);
    remove_other_pair_functions(connection, {wanted});
    EXPECT_EQ(find_pair_functions(connection), std::set{pair_function_name(add_entry.sql, note_entry.sql)});
    EXPECT_NE(old, wanted);
}

}  // namespace
}  // namespace tradewind::storage

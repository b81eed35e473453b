#include <atomic>

#include "storage/postgres/session.h"
#include "storage/postgres/transaction.h"
#include "storage/testing/test_postgres_database.h"

namespace tradewind::storage {
namespace {

using PostgresRoundTripsTest = PostgresDatabaseTest;

TEST_F(PostgresRoundTripsTest, WhatNobodyWaitsForTravelsWithWhatComesNextAndWithTheCommit) {
    const auto& round_trips = database->figures().round_trips;
    const auto trips_of = [&](auto work) {
        const auto before = round_trips.value();
        EXPECT_TRUE(write(std::move(work)).get().ok());
        return round_trips.value() - before;
    };
    EXPECT_EQ(trips_of([](Transaction& transaction) -> Answer {
                  const auto notes = all_notes(transaction);
                  for (int count = 0; count < 3; ++count) { add_note(transaction, "x"); }
                  return notes;
              }),
              2);
    EXPECT_EQ(trips_of([](Transaction& transaction) -> Answer {
                  add_note(transaction, "y");
                  return all_notes(transaction);
              }),
              2);
    // A connection that was lost meanwhile must be noticed before the commit.
    EXPECT_EQ(trips_of([](Transaction& transaction) -> Answer {
                  add_note(transaction, "z");
                  return std::string();
              }),
              2);
    EXPECT_EQ(trips_of([](Transaction& transaction) -> Answer {
                  for (std::size_t count = 0; count < 3 * PostgresTransaction::unsent_inserts_max; ++count) {
                      add_note(transaction, "many");
                  }
                  return std::string();
              }),
              4)
        << "and bounded";
    EXPECT_EQ(trips_of([](Transaction& transaction) -> Answer {
                  static constexpr Query touch{.name = "touch", .sql = "UPDATE notes SET body = $1 WHERE id = 1"};
                  for (std::size_t count = 0; count < 3 * PostgresTransaction::unsent_max; ++count) {
                      transaction.execute(touch, {std::to_string(count)});
                  }
                  return std::string();
              }),
              4);
}

TEST_F(PostgresRoundTripsTest, WhatFailsWhileMoreIsPutTogetherFailsTheWork) {
    run("CREATE TABLE names (number bigint primary key); INSERT INTO names VALUES (1500)");
    static constexpr Query insert{.name = "insert", .sql = "INSERT INTO names (number) VALUES ($1)"};
    std::atomic<int> runs{0};
    const auto refused = write([&](Transaction& transaction) -> Answer {
                             ++runs;
                             // The first of them have gone when the one that fails goes, and nobody waits for it.
                             for (std::int64_t number = 0; number < 2'600; ++number) {
                                 transaction.execute(insert, {number});
                             }
                             return std::string();
                         }).get();
    EXPECT_EQ(refused.error().kind, base::ErrorKind::Unavailable);
    EXPECT_EQ(refused.error().outcome, base::Outcome::None);
    EXPECT_EQ(runs, 1 + PostgresSession::retries_max);
    EXPECT_TRUE(add("after").get().ok());
    run("DO $do$ BEGIN ASSERT (SELECT count(*) FROM names) = 1; END $do$");
}

TEST_F(PostgresRoundTripsTest, AConnectionThatIsLostBeforeTheCommitIsSentLeavesNoDoubt) {
    static constexpr Query sleep{.name = "sleep", .sql = "SELECT pg_sleep(60)"};
    std::atomic<int> runs{0};
    const auto name = database_name();
    const auto at_server = [&](const std::string& sql) { SharedTestPostgres::instance().server().run(sql, name); };
    const auto answer = write([&](Transaction& transaction) -> Answer {
                            const bool is_first = ++runs == 1;
                            const auto add_notes = [&] {
                                for (std::size_t count = 0; count < PostgresTransaction::unsent_inserts_max; ++count) {
                                    add_note(transaction, "x");
                                }
                            };
                            add_notes();
                            if (is_first) { transaction.execute(sleep); }
                            add_notes();  // They have gone ahead, and nobody looks at what becomes of them.
                            if (is_first) {
                                at_server(
                                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state <> 'idle' "
                                    "AND datname = current_database() AND pid <> pg_backend_pid()");
                            }
                            return std::string("done");
                        }).get();
    ASSERT_TRUE(answer.ok()) << answer.error().detail;
    EXPECT_EQ(runs, 2);
    at_server("DO $do$ BEGIN ASSERT (SELECT count(*) FROM notes) = 2048; END $do$");
}

}  // namespace
}  // namespace tradewind::storage

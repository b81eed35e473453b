#include "storage/postgres/connection.h"

#include <gtest/gtest.h>

#include <optional>

#include "storage/testing/test_postgres.h"

namespace tradewind::storage {
namespace {

using std::chrono::milliseconds;

constexpr Query create_numbered_notes{.name = "notes.create",
                                      .sql = "CREATE TABLE notes (id bigint primary key, body text)"};
constexpr Query insert_note{.name = "notes.insert", .sql = "INSERT INTO notes (id, body) VALUES ($1, $2)"};
constexpr Query count_numbered_notes{.name = "notes.count", .sql = "SELECT count(*) FROM notes"};
constexpr Query sleep_query{.name = "sleep", .sql = "SELECT cast(pg_sleep(60) AS text)"};
constexpr Query warn_query{.name = "warn",
                           .sql = "DO $do$ BEGIN RAISE WARNING 'planted by the test'; RAISE NOTICE 'x'; END $do$"};

class PostgresConnectionTest : public testing::Test {
  protected:
    PostgresConnectionTest() { connection.run(create_numbered_notes); }
    ~PostgresConnectionTest() override { shared.remove_database(name); }

    std::unique_ptr<PostgresConnection> connect(milliseconds statement_time_max, milliseconds silence_max) {
        return std::make_unique<PostgresConnection>(
            shared.server().address(name),
            PostgresTimeouts{.statement_time_max = statement_time_max, .silence_max = silence_max});
    }
    // What running this ran into.
    template <class Work>
    static std::optional<PostgresError> failure_of(Work work) {
        try {
            work();
            return std::nullopt;
        } catch (const PostgresError& error) { return error; }
    }
    std::int64_t count() { return integer_in(*connection.run(count_numbered_notes), 0, 0); }

    SharedTestPostgres& shared = SharedTestPostgres::instance();
    const std::string name = shared.make_empty_database();
    PostgresConnection connection{shared.server().address(name), PostgresTimeouts{.statement_time_max = milliseconds(0),
                                                                                  .silence_max = milliseconds(30'000)}};
};

TEST_F(PostgresConnectionTest, HasItsSettings) {
    for (const auto& [setting, value] : {std::pair<std::string, std::string>{"statement_timeout", "1500ms"},
                                         {"jit", "off"},
                                         {"client_encoding", "UTF8"},
                                         {"bytea_output", "hex"},
                                         {"idle_in_transaction_session_timeout", "10s"},
                                         {"application_name", "tradewind"}}) {
        const auto sql = "SHOW " + setting;
        const Query show{.name = "show", .sql = sql};
        const auto limited = connect(milliseconds(1500), milliseconds(30'000));
        auto& statement = limited->statement(show);
        statement.start(limited->run(show));
        ASSERT_TRUE(statement.next());
        EXPECT_EQ(statement.text(0), value) << setting;
    }
}

TEST_F(PostgresConnectionTest, RunsSeveralCallsTogetherAndSkipsThoseAfterAFailure) {
    PostgresCalls calls;
    calls.emplace_back(insert_note, std::initializer_list<Parameter>{std::int64_t{1}, std::string_view("x")});
    calls.emplace_back(count_numbered_notes);
    const auto results = connection.run(calls);
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(changed_rows(*results[0]), 1);
    EXPECT_EQ(integer_in(*results[1], 0, 0), 1);
    const auto failed = failure_of([&] {
        PostgresCalls inserts;
        for (const std::int64_t id : {2, 1, 3}) {
            inserts.emplace_back(insert_note, std::initializer_list<Parameter>{id, std::string_view("secret")});
        }
        connection.run(inserts);
    });
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->failure(), PostgresFailure::Unique);
    EXPECT_NE(std::string_view(failed->what()).find("notes.insert"), std::string_view::npos);
    EXPECT_EQ(count(), 1) << "what is sent together is one transaction, unless it says otherwise";
}

TEST_F(PostgresConnectionTest, InsertsOfARowThatAreSentTogetherAreStatementsOfSeveralRows) {
    static constexpr Query create{.name = "marks.create",
                                  .sql = "CREATE TABLE marks (id bigint primary key, mark bytea, body jsonb)"};
    static constexpr Query insert_mark{.name = "marks.insert",
                                       .sql = "INSERT INTO marks (id, mark, body) VALUES ($1, $2, $3)"};
    static constexpr Query marks{.name = "marks.all",
                                 .sql = "SELECT mark, cast(body as text) FROM marks WHERE id >= $1 ORDER BY id"};
    static constexpr Query empty{.name = "notes.empty", .sql = "DELETE FROM notes"};
    connection.run(create);
    const std::string bytes("\0\\,\"{\xff", 6);
    const auto fill = [&](std::int64_t rows, std::int64_t from) {
        PostgresCalls calls;
        for (auto id = from; id < from + rows; ++id) {
            const auto text = "\"" + std::to_string(id) + "\"";
            calls.emplace_back(insert_mark, std::initializer_list<Parameter>{id, Bytes{bytes}, text});
            calls.emplace_back(insert_note, std::initializer_list<Parameter>{id, std::nullopt});
        }
        calls.emplace_back(count_numbered_notes);
        return connection.run(calls);
    };
    // 64, 16, 4 and 3 alone, of each of two tables, and the count.
    EXPECT_EQ(fill(87, 1).size(), 2U * (1 + 1 + 1 + 3) + 1);
    EXPECT_EQ(integer_in(*fill(87, 1'000).back(), 0, 0), 2 * 87) << "prepared by now";
    auto& rows = connection.statement(marks);
    rows.start(connection.run(marks, {std::int64_t{1'000}}));
    for (std::int64_t id = 1'000; id < 1'087; ++id) {
        ASSERT_TRUE(rows.next());
        EXPECT_EQ(rows.text(0), bytes);
        EXPECT_EQ(rows.text(1), "\"" + std::to_string(id) + "\"");
    }
    rows.finish();
    PostgresCalls twice;
    const auto add_notes = [&] {
        for (std::int64_t id = 1; id <= 8; ++id) {
            twice.emplace_back(insert_note, std::initializer_list<Parameter>{id + 5'000, std::nullopt});
        }
    };
    add_notes();
    twice.emplace_back(empty);
    add_notes();
    EXPECT_NO_THROW(connection.run(twice)) << "what was removed between may come again";
    EXPECT_EQ(count(), 8);
    const auto failed = failure_of([&] { fill(87, 950); });
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->failure(), PostgresFailure::Unique);
    EXPECT_NE(std::string_view(failed->what()).find("marks.insert"), std::string_view::npos);
    EXPECT_EQ(count(), 8) << "none of them";
}

TEST_F(PostgresConnectionTest, KeepsValuesOutOfItsErrors) {
    static constexpr Query to_number{.name = "to_number", .sql = "SELECT cast($1 AS bigint)"};
    const auto failed = failure_of([&] { connection.run(to_number, {std::string_view("secret")}); });
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->failure(), PostgresFailure::Statement);
    EXPECT_EQ(std::string_view(failed->what()).find("secret"), std::string_view::npos);
}

TEST_F(PostgresConnectionTest, SendsNothingOfACallWhoseValuesPostgresCannotHold) {
    using namespace std::string_view_literals;
    const auto failed = failure_of([&] { connection.run(insert_note, {std::int64_t{2}, "a\0b"sv}); });
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->failure(), PostgresFailure::Statement);
    EXPECT_EQ(count(), 0);
}

TEST_F(PostgresConnectionTest, FindsOutLaterWhatBecameOfWhatItLeftRunning) {
    static constexpr Query divide{.name = "divide", .sql = "SELECT 1 / (SELECT count(*) FROM notes)"};
    connection.leave_running(divide);
    EXPECT_TRUE(failure_of([&] { connection.run(count_numbered_notes); }));
    EXPECT_EQ(count(), 0) << "once";
    connection.run(insert_note, {std::int64_t{1}, std::nullopt});
    connection.leave_running(divide);
    EXPECT_EQ(count(), 1);
}

TEST_F(PostgresConnectionTest, RunsScriptsBetweenItsStatements) {
    connection.run_script("INSERT INTO notes VALUES (1, 'x'); INSERT INTO notes VALUES (2, 'y')");
    EXPECT_EQ(count(), 2);
    const auto failed = connection.try_script("INSERT INTO notes VALUES (3, 'x'); nonsense");
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->failure(), PostgresFailure::Statement);
    EXPECT_EQ(count(), 2) << "all or nothing";
    EXPECT_FALSE(connection.in_transaction());
}

TEST_F(PostgresConnectionTest, EndsAStatementThatRunsTooLong) {
    const auto limited = connect(milliseconds(50), milliseconds(30'000));
    const auto failed = failure_of([&] { limited->run(sleep_query); });
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->failure(), PostgresFailure::Interrupted);
    // On a busy machine one may be interrupted that is quick.
    const auto next = [&] { return failure_of([&] { limited->run(count_numbered_notes); }); };
    bool is_done = false;
    for (int tries = 0; tries < 20 && !is_done; ++tries) { is_done = !next(); }
    EXPECT_TRUE(is_done) << "the next statement has its own time";
}

TEST_F(PostgresConnectionTest, TakesASilentServerForGone) {
    std::unique_ptr<PostgresConnection> impatient;
    for (int tries = 0; tries < 20 && !impatient; ++tries) {
        // On a busy machine the server may be silent too early.
        static_cast<void>(failure_of([&] { impatient = connect(milliseconds(0), milliseconds(50)); }));
    }
    ASSERT_TRUE(impatient);
    const auto failed = failure_of([&] { impatient->run(sleep_query); });
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->failure(), PostgresFailure::ConnectionLost);
}

TEST_F(PostgresConnectionTest, NoticesThatItsConnectionWasEnded) {
    static constexpr Query own_process{.name = "own_process", .sql = "SELECT pg_backend_pid()"};
    const auto victim = connect(milliseconds(0), milliseconds(30'000));
    const auto process = integer_in(*victim->run(own_process), 0, 0);
    connection.run_script("SELECT pg_terminate_backend(" + std::to_string(process) + ", 10000)");
    for (int tries = 0; tries < 2; ++tries) {
        const auto failed = failure_of([&] { victim->run(count_numbered_notes); });
        ASSERT_TRUE(failed);
        EXPECT_EQ(failed->failure(), PostgresFailure::ConnectionLost);
    }
}

TEST_F(PostgresConnectionTest, TellsOfWarningsButNotOfNotices) {
    EXPECT_FALSE(connection.take_warning());
    connection.run(warn_query);
    EXPECT_TRUE(connection.take_warning());
    EXPECT_FALSE(connection.take_warning());
    connection.run_script("DROP TABLE IF EXISTS nothing");
    EXPECT_FALSE(connection.take_warning());
}

TEST(PostgresAddress, IsChecked) {
    for (const std::string text : {"postgres://localhost/tradewind", "postgresql://a:b%40c@h1:1,h2:2/d?sslmode=require",
                                   "postgres://tester@/name?host=/tmp"}) {
        EXPECT_TRUE(check_postgres_address(base::Secret(text)).ok()) << text;
    }
    for (const std::string text : {"", "tradewind", "host=localhost", "mysql://localhost/x",
                                   "postgres://a:sesame@h:p/x/y?z", "postgres://h/x?sesame=1"}) {
        const auto refused = check_postgres_address(base::Secret(text));
        ASSERT_FALSE(refused.ok()) << text;
        EXPECT_EQ(refused.error().detail.find("sesame"), std::string::npos);
    }
}

TEST(PostgresConnection, SaysThatThereIsNoServer) {
    const TemporaryDirectory nowhere;
    const base::Secret address("postgres://tester:sesame@/postgres?host=" + nowhere.path().string());
    try {
        const PostgresConnection connection(address,
                                            {.statement_time_max = milliseconds(0), .silence_max = milliseconds(1000)});
        FAIL() << "there is no server";
    } catch (const PostgresError& error) {
        EXPECT_EQ(error.failure(), PostgresFailure::Unreachable);
        EXPECT_EQ(std::string_view(error.what()).find("sesame"), std::string_view::npos);
    }
}

}  // namespace
}  // namespace tradewind::storage

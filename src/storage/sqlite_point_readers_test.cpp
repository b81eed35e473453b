#include "storage/sqlite_point_readers.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "storage/test_clock.h"
#include "storage/test_database.h"
#include "storage/test_gate.h"
#include "storage/test_notes.h"

namespace tradewind::storage {
namespace {

using base::ErrorKind;
using Answer = base::Result<std::string>;

constexpr Query endless{
    .name = "endless",
    .sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"};

// Runs the work as a point read, which must be answered on this thread before the call returns.
template <class Work>
Answer read(Database& database, Work work, ReadCost cost = ReadCost::Point) {
    base::InlineExecutor executor;
    std::optional<Answer> answer;
    const auto caller = std::this_thread::get_id();
    database.read(cost, executor, std::move(work), [&](Answer result) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        answer.emplace(std::move(result));
    });
    return std::move(answer).value();
}

Answer read_without_end(Transaction& transaction) {
    transaction.execute(endless);
    return std::string();
}

Answer read_notes(Transaction& transaction) {
    return all_notes(transaction);
}

void add(Database& database, const std::string& body) {
    write_and_wait(database, [&](Transaction& transaction) -> base::Result<void> {
        add_note(transaction, body);
        return {};
    }).take();
}

void make_notes(Database& database) {
    write_and_wait(database, [](Transaction& transaction) -> base::Result<void> {
        transaction.execute(create_notes);
        return {};
    }).take();
}

TEST(SqlitePointReaders, SeeWhatTheirThreadHasWritten) {
    TestDatabase database(TestEngine::Sqlite);
    make_notes(*database);
    for (const std::string body : {"a", "b", "c"}) {
        add(*database, body);
        EXPECT_TRUE(read(*database, read_notes).value().ends_with(body));
    }
}

TEST(SqlitePointReaders, OneStatementNeedsNoTransactionAndASecondOneIsRefused) {
    TestDatabase database(TestEngine::Sqlite);
    make_notes(*database);
    for (const std::string body : {"a", "b"}) {
        add(*database, body);
        EXPECT_TRUE(read(*database, read_notes, ReadCost::Statement).value().ends_with(body));
        const auto two = read(
            *database,
            [](Transaction& transaction) -> Answer { return all_notes(transaction) + all_notes(transaction); },
            ReadCost::Statement);
        EXPECT_EQ(two.error().kind, ErrorKind::Internal);
        EXPECT_EQ(read(*database, read_notes).value(), read(*database, read_notes, ReadCost::Statement).value());
    }
    EXPECT_EQ(read(*database, read_without_end, ReadCost::Statement).error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(read(*database, read_notes, ReadCost::Statement).value(), "a b");
}

TEST(SqlitePointReaders, SeeTheDatabaseAsOfOneMoment) {
    TestDatabase database(TestEngine::Sqlite);
    make_notes(*database);
    add(*database, "before");
    const auto both = read(*database, [&](Transaction& transaction) -> Answer {
        const auto first = all_notes(transaction);
        add(*database, "meanwhile");
        return first + "|" + all_notes(transaction);
    });
    EXPECT_EQ(both.value(), "before|before");
    EXPECT_EQ(read(*database, read_notes).value(), "before meanwhile") << "the next read sees it";
}

TEST(SqlitePointReaders, CutAReadThatTakesTooLong) {
    TestClock clock(std::chrono::milliseconds(1));
    TestDatabase database(TestEngine::Sqlite, clock);
    make_notes(*database);
    for (int round = 0; round < 2; ++round) {
        const auto before = clock.now().milliseconds;
        const auto cut = read(*database, read_without_end);
        EXPECT_EQ(cut.error().kind, ErrorKind::Unavailable);
        EXPECT_EQ(cut.error().outcome, base::Outcome::None);
        EXPECT_EQ(clock.now().milliseconds - before, SqlitePointReaders::read_time_max.count() + 1);
        EXPECT_EQ(read(*database, read_notes).value(), "") << "the next read has its own time";
    }
}

TEST(SqlitePointReaders, LetGoOfTheSnapshotOfEveryReadThatWasCut) {
    TestClock clock(SqlitePointReaders::read_time_max);
    TestDatabase database(TestEngine::Sqlite, clock);
    make_notes(*database);
    for (int round = 0; round < 1000; ++round) {
        ASSERT_EQ(read(*database, read_without_end).error().kind, ErrorKind::Unavailable) << round;
    }
    add(*database, "x");
    EXPECT_EQ(read(*database, read_notes).value(), "x");
}

TEST(SqlitePointReaders, LetGoOfTheSnapshotOfAReadThatFailed) {
    TestDatabase database(TestEngine::Sqlite);
    make_notes(*database);
    const auto failed = read(*database, [](Transaction& transaction) -> Answer {
        static_cast<void>(all_notes(transaction));
        throw std::runtime_error("planted by the test");
    });
    EXPECT_EQ(failed.error().kind, ErrorKind::Internal);
    add(*database, "x");
    EXPECT_EQ(read(*database, read_notes).value(), "x");
}

TEST(SqlitePointReaders, CannotWrite) {
    TestDatabase database(TestEngine::Sqlite);
    make_notes(*database);
    const auto refused = read(*database, [](Transaction& transaction) -> Answer {
        add_note(transaction, "x");
        return std::string();
    });
    EXPECT_EQ(refused.error().kind, ErrorKind::Internal);
    EXPECT_EQ(read(*database, read_notes).value(), "");
}

TEST(SqlitePointReaders, MayBeAskedAgainFromAnAnswerButNotFromWork) {
    TestDatabase database(TestEngine::Sqlite);
    make_notes(*database);
    add(*database, "x");
    base::InlineExecutor executor;
    std::string inner;
    database->read(ReadCost::Point, executor, read_notes,
                   [&](const Answer&) { inner = read(*database, read_notes).value(); });
    EXPECT_EQ(inner, "x");
    const auto outer = read(*database, [&](Transaction& transaction) -> Answer {
        EXPECT_EQ(read(*database, read_notes).error().kind, ErrorKind::Internal);
        return all_notes(transaction);
    });
    EXPECT_EQ(outer.value(), "x") << "the read it was asked from goes on";
}

TEST(SqlitePointReaders, ServeManyThreadsWhileOneWrites) {
    TestDatabase database(TestEngine::Sqlite);
    make_notes(*database);
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&] {
            std::size_t longest = 0;
            for (int round = 0; round < 200; ++round) {
                const auto notes = read(*database, read_notes);
                EXPECT_GE(notes.value().size(), longest) << "what was once seen does not vanish";
                longest = notes.value().size();
            }
        });
    }
    for (int round = 0; round < 50; ++round) { add(*database, "x"); }
    for (auto& thread : threads) { thread.join(); }
}

TEST(SqlitePointReaders, OutliveNeitherTheirThreadNorTheirDatabase) {
    std::optional<TestDatabase> database(std::in_place, TestEngine::Sqlite);
    make_notes(**database);
    std::thread([&] { EXPECT_EQ(read(**database, read_notes).value(), ""); }).join();
    std::thread([&] { EXPECT_EQ(read(**database, read_notes).value(), ""); }).join();

    TestGate gate;
    std::thread survivor([&] {
        EXPECT_EQ(read(**database, read_notes).value(), "");
        gate.pass();
        EXPECT_EQ(read(**database, read_notes).value(), "second");
    });
    gate.wait_until_reached();
    database.emplace(TestEngine::Sqlite);  // Likely at the same address.
    make_notes(**database);
    add(**database, "second");
    gate.open();
    survivor.join();
}

}  // namespace
}  // namespace tradewind::storage

#include "storage/sqlite/point_readers.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "storage/testing/test_clock.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_gate.h"
#include "storage/testing/test_notes.h"

namespace tradewind::storage {
namespace {

using base::ErrorKind;
using Answer = base::Result<std::string>;

// Runs the work as a point read, which must be answered on this thread before the call returns.
template <class Work>
Answer read(Database& database, Work work) {
    base::InlineExecutor executor;
    std::optional<Answer> answer;
    const auto caller = std::this_thread::get_id();
    database.read(ReadCost::Point, executor, std::move(work), [&](Answer result) {
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

TEST(SqlitePointReaders, SeeWhatTheirThreadHasWritten) {
    TestDatabase database(TestEngine::Sqlite);
    make_notes(*database);
    for (const std::string body : {"a", "b", "c"}) {
        add(*database, body);
        EXPECT_TRUE(read(*database, read_notes).value().ends_with(body));
    }
}

// Runs what is posted to it only when told to, as a loop does at the end of a round.
class RoundExecutor final : public base::Executor {
  public:
    void post(base::UniqueFunction<void()> work) override { posted_.push_back(std::move(work)); }
    [[nodiscard]] std::size_t posted() const { return posted_.size(); }
    void end_round() {
        for (auto& work : std::exchange(posted_, {})) { work(); }
    }

  private:
    std::vector<base::UniqueFunction<void()>> posted_;
};

std::string notes_in_round(Database& database, base::Executor& round) {
    std::string notes;
    database.read(ReadCost::Point, round, read_notes, [&](const Answer& answer) { notes = answer.value(); });
    return notes;
}

TEST(SqlitePointReaders, ShareASnapshotInARoundAndYetSeeEveryCommit) {
    TestDatabase database(TestEngine::Sqlite);
    make_notes(*database);
    RoundExecutor round;
    for (const std::string notes : {"a", "a b", "a b c"}) {
        add(*database, notes.substr(notes.size() - 1));
        EXPECT_EQ(notes_in_round(*database, round), notes);
        EXPECT_EQ(notes_in_round(*database, round), notes);
    }
    EXPECT_EQ(round.posted(), 1) << "one of them lets go for all";
}

TEST(SqlitePointReaders, HoldNoSnapshotAfterTheRound) {
    TestDatabase database(TestEngine::Sqlite);
    make_notes(*database);
    add(*database, "a");
    SqliteConnection other(database.file(), SqliteRole::Writer);
    RoundExecutor round;
    for (const std::string notes : {"a", "a a"}) {
        EXPECT_EQ(notes_in_round(*database, round), notes);
        EXPECT_TRUE(other.checkpoint(SqliteConnection::Checkpoint::EmptyLog)) << "a snapshot keeps the log in use";
        round.end_round();
        EXPECT_FALSE(other.checkpoint(SqliteConnection::Checkpoint::EmptyLog));
        add(*database, "a");
    }
}

TEST(SqlitePointReaders, LetGoOfTheSnapshotOfARoundThatNeverEnds) {
    TestDatabase database(TestEngine::Sqlite);
    make_notes(*database);
    {
        RoundExecutor round;
        std::thread([&] { EXPECT_EQ(notes_in_round(*database, round), ""); }).join();
        EXPECT_TRUE(database->wipe_deleted().ok()) << "the thread has ended";
        round.end_round();
        EXPECT_EQ(notes_in_round(*database, round), "");
    }
    EXPECT_EQ(read(*database, read_without_end).error().kind, ErrorKind::Unavailable) << "which ends the snapshot";
    EXPECT_TRUE(database->wipe_deleted().ok());
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

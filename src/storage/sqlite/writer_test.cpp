#include "storage/sqlite/writer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <stdexcept>

#include "storage/testing/test_clock.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_gate.h"
#include "storage/testing/test_notes.h"

namespace tradewind::storage {
namespace {

using base::ErrorKind;
using base::Outcome;
using std::chrono::milliseconds;
using Answer = base::Result<std::string>;

constexpr Query definitions_version{.name = "version", .sql = "SELECT version FROM definitions_version"};

std::int64_t read_definitions_version(Database& database) {
    return read_and_wait(database,
                         [](Transaction& transaction) -> base::Result<std::int64_t> {
                             auto rows = transaction.query(definitions_version);
                             return rows.next() ? rows.integer(0) : -1;
                         })
        .take();
}

// All through the door that others use. The writer is stopped at a gate, work is queued, and the gate is opened: so it
// is known what one batch holds. A commit shows as one reload of the definitions.
class SqliteWriterTest : public testing::Test {
  protected:
    SqliteWriterTest() {
        database->on_definitions_change([this] { ++reloads; });
        database->on_wake(Sleeper::Engine, [this] { woken += "engine "; });
        database->on_wake(Sleeper::Outbox, [this] { woken += "outbox "; });
        make_notes(*database);
    }

    template <class Work>
    std::future<Answer> write(Work work, Priority priority = Priority::Request, base::Executor* executor = nullptr) {
        std::promise<Answer> promise;
        auto future = promise.get_future();
        database->write(
            priority, executor == nullptr ? inline_executor_ : *executor, std::move(work),
            [promise = std::move(promise)](Answer answer) mutable { promise.set_value(std::move(answer)); });
        return future;
    }
    std::future<Answer> add(const std::string& body, Priority priority = Priority::Request,
                            base::Executor* executor = nullptr) {
        return write(
            [body](Transaction& transaction) -> Answer {
                add_note(transaction, body);
                transaction.touch_definitions();
                return body;
            },
            priority, executor);
    }
    void stop_writer() {
        write([this](Transaction&) -> Answer {
            gate.pass();
            return std::string();
        });
        gate.wait_until_reached();
    }
    std::string notes() { return all_notes(*database); }

    TestClock clock;
    TestGate gate;
    std::atomic<int> reloads{0};
    std::string woken;  // Read after an answer, which comes later.

  private:
    base::InlineExecutor inline_executor_;

  protected:
    TestDatabase database{TestEngine::Sqlite, clock};
};

TEST_F(SqliteWriterTest, KeepsNothingOfRefusedWorkAndAllOfItsNeighbours) {
    stop_writer();
    auto before = add("before");
    auto refused = write([](Transaction& transaction) -> Answer {
        add_note(transaction, "refused");
        return base::conflict("Taken.");
    });
    auto after = add("after");
    gate.open();
    EXPECT_EQ(before.get().value(), "before");
    EXPECT_EQ(refused.get().error().detail, "Taken.");
    EXPECT_EQ(after.get().value(), "after");
    EXPECT_EQ(notes(), "before after");
}

TEST_F(SqliteWriterTest, RefusesWorkThatThrowsAndKeepsNothingOfIt) {
    stop_writer();
    auto broken_world = write([](Transaction& transaction) -> Answer {
        add_note(transaction, "broken world");
        throw DatabaseBroken("planted by the test");
    });
    auto broken_code = write([](Transaction& transaction) -> Answer {
        add_note(transaction, "broken code");
        throw std::runtime_error("planted by the test");
    });
    auto wrong_statement = write([](Transaction& transaction) -> Answer {
        add_note(transaction, "wrong statement");
        transaction.execute(add_note_query, {std::string_view("one"), std::string_view("too many")});
        return std::string();
    });
    auto good = add("good");
    gate.open();
    EXPECT_EQ(broken_world.get().error().kind, ErrorKind::Internal);
    EXPECT_EQ(broken_code.get().error().kind, ErrorKind::Internal);
    EXPECT_EQ(wrong_statement.get().error().kind, ErrorKind::Internal);
    EXPECT_TRUE(good.get().ok());
    EXPECT_EQ(notes(), "good");
}

TEST_F(SqliteWriterTest, RunsWorkInTheOrderItCame) {
    std::string expected;
    std::vector<std::future<Answer>> answers;
    for (int number = 0; number < 200; ++number) {
        answers.push_back(add(std::to_string(number)));
        expected += (number == 0 ? "" : " ") + std::to_string(number);
    }
    for (auto& answer : answers) { ASSERT_TRUE(answer.get().ok()); }
    EXPECT_EQ(notes(), expected);
}

TEST_F(SqliteWriterTest, CommitsOnceForABatch) {
    stop_writer();
    std::vector<std::future<Answer>> answers;
    for (int number = 0; number < 100; ++number) { answers.push_back(add("x")); }
    gate.open();
    for (auto& answer : answers) { ASSERT_TRUE(answer.get().ok()); }
    EXPECT_EQ(reloads, 1);
    EXPECT_EQ(read_definitions_version(*database), 101) << "every piece raised it";
}

TEST_F(SqliteWriterTest, CommitsAgainWhenABatchIsFullOrItsTimeIsOver) {
    stop_writer();
    std::vector<std::future<Answer>> answers;
    for (std::size_t number = 0; number < WriteQueue::batch_pieces_max; ++number) {
        answers.push_back(add("x"));  // With the gate one more than a batch holds.
    }
    for (int number = 0; number < 3; ++number) {
        answers.push_back(write([this](Transaction& transaction) -> Answer {
            clock.turn(milliseconds(4));
            transaction.touch_definitions();
            return std::string();
        }));
    }
    gate.open();
    for (auto& answer : answers) { ASSERT_TRUE(answer.get().ok()); }
    EXPECT_EQ(reloads, 4) << "127; the 128th with the first slow one; one slow one each";
}

constexpr Query create_parents{.name = "parents", .sql = "CREATE TABLE parents (id integer primary key)"};
constexpr Query create_children{
    .name = "children",
    .sql = "CREATE TABLE children (parent bigint references parents (id) deferrable initially deferred)"};
constexpr Query insert_orphan{.name = "orphan", .sql = "INSERT INTO children (parent) VALUES (99)"};

// Work that runs well and cannot be committed.
Answer add_orphan(Transaction& transaction) {
    transaction.execute(create_parents);
    transaction.execute(create_children);
    transaction.execute(insert_orphan);
    add_note(transaction, "orphan");
    transaction.touch_definitions();
    transaction.wake(Sleeper::Outbox);
    return std::string("done");
}

TEST_F(SqliteWriterTest, RunsEachAloneWhenTheCommitFails) {
    std::atomic<int> runs{0};
    const auto counted = [&](auto work) {
        return write([&runs, work](Transaction& transaction) -> Answer {
            ++runs;
            return work(transaction);
        });
    };
    const auto add_good = [](Transaction& transaction) -> Answer {
        add_note(transaction, "good");
        transaction.touch_definitions();
        transaction.wake(Sleeper::Engine);
        return std::string("good");
    };
    stop_writer();
    auto before = counted(add_good);
    auto refused = counted([](Transaction& transaction) -> Answer {
        add_note(transaction, "refused");
        return base::conflict("Taken.");
    });
    auto orphan = counted(add_orphan);
    auto after = counted(add_good);
    gate.open();
    EXPECT_EQ(before.get().value(), "good");
    EXPECT_EQ(refused.get().error().kind, ErrorKind::Conflict);
    EXPECT_EQ(orphan.get().error().kind, ErrorKind::Internal);
    EXPECT_EQ(after.get().value(), "good");
    EXPECT_EQ(runs, 8) << "together, then each alone";
    EXPECT_EQ(notes(), "good good") << "each once";
    EXPECT_EQ(reloads, 1);
    EXPECT_EQ(woken, "engine ") << "once for the batch, and not for what was undone";
    EXPECT_EQ(add("next").get().value(), "next");
}

TEST_F(SqliteWriterTest, DoesNotReloadOrWakeForWorkThatCouldNotBeCommitted) {
    EXPECT_EQ(write(add_orphan).get().error().kind, ErrorKind::Internal);
    EXPECT_EQ(reloads, 0);
    EXPECT_EQ(woken, "");
}

TEST_F(SqliteWriterTest, RunsEachAloneWhenAFullDiskUndoesTheBatch) {
    write([](Transaction& transaction) -> Answer {
        static constexpr Query pages{.name = "pages", .sql = "PRAGMA page_count"};
        // SQLite takes no parameter here: a schema of this size fits into 180 pages, and the large note does not.
        static constexpr Query limit{.name = "limit", .sql = "PRAGMA max_page_count = 180"};
        auto rows = transaction.query(pages);
        EXPECT_TRUE(rows.next() && rows.integer(0) < 170);
        transaction.execute(limit);
        return std::string();
    })
        .get()
        .take();
    std::atomic<int> runs{0};
    stop_writer();
    auto before = write([&](Transaction& transaction) -> Answer {
        ++runs;
        add_note(transaction, "before");
        return std::string();
    });
    auto too_large = add(std::string(400'000, 'x'));
    auto after = add("after");
    gate.open();
    EXPECT_TRUE(before.get().ok());
    const auto refused = too_large.get();
    EXPECT_EQ(refused.error().kind, ErrorKind::StorageFull);
    EXPECT_EQ(refused.error().outcome, Outcome::None);
    EXPECT_TRUE(after.get().ok());
    EXPECT_EQ(runs, 2) << "the batch was undone with the failure";
    EXPECT_EQ(notes(), "before after");
}

TEST_F(SqliteWriterTest, RunsRequestsBeforeBulkWorkThatCameEarlier) {
    stop_writer();
    auto bulk = add("bulk", Priority::Bulk);
    auto request = add("request");
    gate.open();
    bulk.get().take();
    request.get().take();
    EXPECT_EQ(notes(), "request bulk");
}

TEST_F(SqliteWriterTest, DoesNotReloadForWorkThatWasRefused) {
    const auto version = read_definitions_version(*database);
    auto refused = write([](Transaction& transaction) -> Answer {
        transaction.touch_definitions();
        return base::conflict("Taken.");
    });
    EXPECT_FALSE(refused.get().ok());
    EXPECT_EQ(reloads, 0);
    EXPECT_EQ(read_definitions_version(*database), version);
}

// Runs the answers on the writer's thread and counts how often it is told.
class CountingExecutor final : public base::Executor {
  public:
    void post(base::UniqueFunction<void()> work) override {
        ++posts;
        work();
    }
    std::atomic<int> posts{0};
};

TEST_F(SqliteWriterTest, TellsEachExecutorOnceForABatch) {
    CountingExecutor one;
    CountingExecutor other;
    stop_writer();
    std::vector<std::future<Answer>> answers;
    for (int number = 0; number < 10; ++number) {
        answers.push_back(add("x", Priority::Request, &one));
        answers.push_back(add("x", Priority::Request, &other));
    }
    gate.open();
    for (auto& answer : answers) { ASSERT_TRUE(answer.get().ok()); }
    EXPECT_EQ(one.posts, 1);
    EXPECT_EQ(other.posts, 1);
}

TEST_F(SqliteWriterTest, CopiesTheLogIntoTheFileAndUsesItAgain) {
    const auto log_bytes = [&] { return std::filesystem::file_size(database.file().string() + "-wal"); };
    const std::string note(100'000, 'x');
    std::uintmax_t largest = 0;
    // Ten times as many pages as it may hold before it is copied.
    for (std::size_t written = 0; written < std::size_t{10} * SqliteWriter::checkpoint_pages * 4096;
         written += note.size() * 10) {
        write([&](Transaction& transaction) -> Answer {
            for (int number = 0; number < 10; ++number) { add_note(transaction, note); }
            return std::string();
        })
            .get()
            .take();
        largest = std::max(largest, log_bytes());
    }
    EXPECT_LT(largest, std::uintmax_t{2} * SqliteWriter::checkpoint_pages * 4096);
}

}  // namespace
}  // namespace tradewind::storage

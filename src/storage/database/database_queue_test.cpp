// What waits for a database, and what becomes of it when it closes, on each engine.

#include <atomic>
#include <thread>
#include <vector>

#include "storage/testing/database_fixture.h"

namespace tradewind::storage {
namespace {

using base::ErrorKind;
using base::Outcome;
using std::chrono::milliseconds;

constexpr std::size_t requests_max = 256;
constexpr std::size_t bulk_max = 1024;

class DatabaseQueueTest : public DatabaseFixture {};

INSTANTIATE_TEST_SUITE_P(On, DatabaseQueueTest, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         testing::PrintToStringParamName());

TEST_P(DatabaseQueueTest, DoesNotRunARequestThatWaitedTooLong) {
    stop_writers();
    std::atomic<bool> ran = false;
    auto late = write([&](Transaction&) -> Answer {
        ran = true;
        return std::string();
    });
    auto bulk = add("bulk", Priority::Bulk);
    clock.turn(milliseconds(1));
    auto in_time = add("in time");
    clock.turn(milliseconds(2000));
    let_writers_go();
    const auto refused = late.get();
    EXPECT_EQ(refused.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(refused.error().outcome, Outcome::None);
    EXPECT_FALSE(ran);
    EXPECT_TRUE(in_time.get().ok());
    EXPECT_TRUE(bulk.get().ok());
}

TEST_P(DatabaseQueueTest, RefusesWhatItsQueuesCannotHold) {
    const auto write_nothing = [this](Priority priority) {
        return write([](Transaction&) -> Answer { return std::string(); }, priority);
    };
    stop_writers();
    std::vector<std::future<Answer>> answers;
    for (std::size_t number = 0; number < requests_max; ++number) {
        answers.push_back(write_nothing(Priority::Request));
    }
    for (std::size_t number = 0; number < bulk_max; ++number) { answers.push_back(write_nothing(Priority::Bulk)); }
    auto request = write_nothing(Priority::Request);
    auto bulk = write_nothing(Priority::Bulk);
    EXPECT_EQ(bulk.get().error().outcome, Outcome::None);
    let_writers_go();
    const auto refused = request.get();
    EXPECT_EQ(refused.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(refused.error().outcome, Outcome::None);
    for (auto& answer : answers) { ASSERT_TRUE(answer.get().ok()); }
}

TEST_P(DatabaseQueueTest, KeepsRoomForOthersWhenOneSenderFloods) {
    stop_writers();
    std::vector<std::future<Answer>> flood;
    for (std::size_t number = 0; number < requests_max; ++number) {
        flood.push_back(add("x", {Priority::Request, Space::Takes, 1}));
    }
    auto refused = add("refused", {Priority::Request, Space::Takes, 1});
    auto other = add("other", {Priority::Request, Space::Takes, 2});
    let_writers_go();
    EXPECT_TRUE(other.get().ok());
    EXPECT_FALSE(refused.get().ok());
    for (auto& answer : flood) { ASSERT_TRUE(answer.get().ok()); }
}

// Bulk work stops at a gate: on SQLite the only writer, on PostgreSQL the only thread that runs any.
class DatabaseBulkTest : public DatabaseFixture {
  protected:
    DatabaseBulkTest() {
        bulk_stopped_ = write(
            [this](Transaction&) -> Answer {
                gate_.pass();
                return std::string();
            },
            BulkSender::Other);
        gate_.wait_until_reached();
    }
    ~DatabaseBulkTest() override {
        gate_.open();
        bulk_stopped_.wait();
    }
    void let_bulk_go() { gate_.open(); }

    std::vector<std::future<Answer>> answers;

  private:
    TestGate gate_;
    std::future<Answer> bulk_stopped_;
};

INSTANTIATE_TEST_SUITE_P(On, DatabaseBulkTest, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         testing::PrintToStringParamName());

TEST_P(DatabaseBulkTest, DelaysNoReactionByAnImport) {
    for (int number = 0; number < 300; ++number) { answers.push_back(add("import", BulkSender::Imports)); }
    auto reaction = add("reaction", Priority::Reaction);
    if (GetParam() == TestEngine::Sqlite) { let_bulk_go(); }
    EXPECT_TRUE(reaction.get().ok()) << "on PostgreSQL while bulk work still stands";
    let_bulk_go();
    for (auto& answer : answers) { ASSERT_TRUE(answer.get().ok()); }
    EXPECT_TRUE(all_notes(*database).starts_with("reaction import "));
}

TEST_P(DatabaseBulkTest, TakesBulkWorkOfSeveralSendersByTurns) {
    for (int number = 0; number < 3; ++number) { answers.push_back(add("import", BulkSender::Imports)); }
    for (int number = 0; number < 2; ++number) { answers.push_back(add("export", BulkSender::Exports)); }
    answers.push_back(add("purge", purge_terms));
    let_bulk_go();
    for (auto& answer : answers) { ASSERT_TRUE(answer.get().ok()); }
    EXPECT_EQ(all_notes(*database), "import export purge import export import");
}

TEST_P(DatabaseQueueTest, FinishesWhatIsQueuedWhenItCloses) {
    stop_writers();
    std::vector<std::future<Answer>> answers;
    for (int number = 0; number < 300; ++number) {
        answers.push_back(add("x", number % 2 == 0 ? Priority::Request : Priority::Bulk));
    }
    let_writers_go();
    database.close();
    for (auto& answer : answers) {
        ASSERT_EQ(answer.wait_for(std::chrono::seconds(0)), std::future_status::ready);
        EXPECT_TRUE(answer.get().ok());
    }
    ASSERT_TRUE(database.open().ok());
    EXPECT_EQ(all_notes(*database).size(), 300 * 2 - 1);
}

TEST_P(DatabaseQueueTest, MayBeAskedForMoreWhileItCloses) {
    stop_writers();
    std::promise<ErrorKind> second_write;
    std::promise<std::string> notes;
    auto& asked = *database;
    asked.write(
        Priority::Request, executor, [](Transaction&) -> Answer { return std::string(); },
        [&](const Answer&) {
            asked.read(
                ReadCost::Walk, executor,
                [](Transaction& transaction) -> Answer { return all_notes(transaction) + "read"; },
                [&](const Answer& read) {
                    notes.set_value(read.value());
                    asked.write(
                        Priority::Request, executor, [](Transaction&) -> Answer { return std::string(); },
                        [&](const Answer& answer) {
                            second_write.set_value(answer.ok() ? ErrorKind::Conflict : answer.error().kind);
                        });
                });
        });
    std::thread closer([&] { database.close(); });
    let_writers_go();
    closer.join();
    EXPECT_EQ(notes.get_future().get(), "read");
    // Either it came before the queue was closed, and ran, or it was refused; never left without an answer.
    const auto kind = second_write.get_future().get();
    EXPECT_TRUE(kind == ErrorKind::Unavailable || kind == ErrorKind::Conflict);
}

}  // namespace
}  // namespace tradewind::storage

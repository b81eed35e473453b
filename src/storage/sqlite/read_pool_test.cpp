#include "storage/sqlite/read_pool.h"

#include <gtest/gtest.h>

#include <array>
#include <future>
#include <thread>

#include "storage/testing/test_clock.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_gate.h"

namespace tradewind::storage {
namespace {

using base::ErrorKind;
using Answer = base::Result<std::string>;

class SqliteReadPoolTest : public testing::Test {
  protected:
    template <class Work>
    std::future<Answer> read(Work work) {
        std::promise<Answer> promise;
        auto future = promise.get_future();
        database->read(ReadCost::Walk, executor_, std::move(work),
                       [promise = std::move(promise)](Answer answer) mutable { promise.set_value(std::move(answer)); });
        return future;
    }
    std::future<Answer> read_nothing() {
        return read([](Transaction&) -> Answer { return std::string("read"); });
    }
    void stop_pool() {
        for (auto& gate : gates) {
            read([&gate](Transaction&) -> Answer {
                gate.pass();
                return std::string();
            });
            gate.wait_until_reached();
        }
    }
    void open_gates() {
        for (auto& gate : gates) { gate.open(); }
    }

    std::array<TestGate, SqliteReadPool::threads_count> gates;
    TestClock clock;

  private:
    base::InlineExecutor executor_;

  protected:
    TestDatabase database{TestEngine::Sqlite, clock};
};

TEST_F(SqliteReadPoolTest, ReadsOnAThreadOfItsOwn) {
    const auto caller = std::this_thread::get_id();
    const auto elsewhere = read([caller](Transaction&) -> Answer {
        return std::string(std::this_thread::get_id() == caller ? "here" : "elsewhere");
    });
    EXPECT_EQ(const_cast<std::future<Answer>&>(elsewhere).get().value(), "elsewhere");
}

TEST_F(SqliteReadPoolTest, RefusesAtOnceWhatItsQueueCannotHold) {
    stop_pool();
    std::vector<std::future<Answer>> waiting;
    for (std::size_t number = 0; number < SqliteReadPool::reads_waiting_max; ++number) {
        waiting.push_back(read_nothing());
    }
    const auto refused = read_nothing().get();
    EXPECT_EQ(refused.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(refused.error().outcome, base::Outcome::None);
    open_gates();
    for (auto& answer : waiting) { EXPECT_EQ(answer.get().value(), "read"); }
}

TEST_F(SqliteReadPoolTest, DoesNotRunWhatWaitedTooLong) {
    stop_pool();
    auto late = read_nothing();
    clock.turn(std::chrono::milliseconds(1));
    auto in_time = read_nothing();
    clock.turn(SqliteReadPool::wait_max);
    open_gates();
    EXPECT_EQ(late.get().error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(in_time.get().value(), "read");
}

TEST(SqliteReadPool, CutsAReadThatTakesTooLong) {
    TestClock clock(std::chrono::milliseconds(1));
    TestDatabase database(TestEngine::Sqlite, clock);
    const auto before = clock.now().milliseconds;
    const auto cut = read_and_wait(*database, [](Transaction& transaction) -> Answer {
        transaction.execute(endless);
        return std::string();
    });
    EXPECT_EQ(cut.error().kind, ErrorKind::Unavailable);
    // Besides, it looks at the clock once when the read is queued and once when it is taken.
    EXPECT_EQ(clock.now().milliseconds - before, SqliteReadPool::read_time_max.count() + 3);
}

}  // namespace
}  // namespace tradewind::storage

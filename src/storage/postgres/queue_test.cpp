#include "storage/postgres/queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace tradewind::storage {
namespace {

using std::chrono::milliseconds;

class NumberedPiece final : public Database::Piece {
  public:
    NumberedPiece(base::Executor& executor, int which) : Piece(executor), number(which) {}
    bool run(Transaction&) override { return true; }
    void refuse(base::Error) override {}
    void answer() override {}
    const int number;
};

class PostgresQueueTest : public testing::Test {
  protected:
    bool push(PostgresLane lane, int number, BulkSender sender = BulkSender::Other) {
        PostgresQueue::Piece piece = std::make_unique<NumberedPiece>(executor_, number);
        piece->sender = static_cast<std::uint64_t>(sender);
        const bool is_taken = queue.push(lane, piece, now);
        EXPECT_EQ(piece == nullptr, is_taken);
        return is_taken;
    }
    // -1 at the end.
    int take(PostgresLane lane) {
        const auto waiting = queue.take(lane);
        return waiting.piece ? static_cast<const NumberedPiece&>(*waiting.piece).number : -1;
    }

    PostgresQueue queue{{{{.waiting_max = 3, .wait_max = milliseconds(2000)},
                          {.waiting_max = 2, .wait_max = {}},
                          {.waiting_max = 2, .wait_max = {}}}}};
    PostgresQueue::TimePoint now;

  private:
    base::InlineExecutor executor_;
};

TEST_F(PostgresQueueTest, GivesAQuickThreadQuickWorkAlone) {
    push(PostgresLane::Slow, 10);
    push(PostgresLane::Quick, 1);
    push(PostgresLane::Quick, 2);
    queue.stop();
    EXPECT_EQ(take(PostgresLane::Quick), 1);
    EXPECT_EQ(take(PostgresLane::Quick), 2);
    EXPECT_EQ(take(PostgresLane::Quick), -1) << "slow work may not have all threads";
    EXPECT_EQ(take(PostgresLane::Slow), 10);
    EXPECT_EQ(take(PostgresLane::Slow), -1);
}

TEST_F(PostgresQueueTest, GivesASlowThreadSlowWorkFirst) {
    push(PostgresLane::Quick, 1);
    push(PostgresLane::Slow, 10);
    push(PostgresLane::Slow, 11);
    queue.stop();
    EXPECT_EQ(take(PostgresLane::Slow), 10);
    EXPECT_EQ(take(PostgresLane::Slow), 11);
    EXPECT_EQ(take(PostgresLane::Slow), 1);
}

TEST_F(PostgresQueueTest, GivesAMiddleThreadMiddleWorkFirstAndNeverSlowWork) {
    push(PostgresLane::Slow, 10);
    push(PostgresLane::Quick, 1);
    push(PostgresLane::Middle, 20);
    push(PostgresLane::Middle, 21);
    queue.stop();
    EXPECT_EQ(take(PostgresLane::Middle), 20);
    EXPECT_EQ(take(PostgresLane::Middle), 21);
    EXPECT_EQ(take(PostgresLane::Middle), 1);
    EXPECT_EQ(take(PostgresLane::Middle), -1) << "what comes next to the middle lane would wait for slow work";
    EXPECT_EQ(take(PostgresLane::Slow), 10);
}

TEST_F(PostgresQueueTest, GivesASlowThreadMiddleWorkLast) {
    push(PostgresLane::Middle, 20);
    push(PostgresLane::Quick, 1);
    push(PostgresLane::Slow, 10);
    queue.stop();
    EXPECT_EQ(take(PostgresLane::Quick), 1);
    EXPECT_EQ(take(PostgresLane::Quick), -1) << "middle work may not have all threads";
    EXPECT_EQ(take(PostgresLane::Slow), 10) << "middle work cannot keep slow work waiting";
    EXPECT_EQ(take(PostgresLane::Slow), 20);
}

TEST_F(PostgresQueueTest, TakesSlowWorkOfSeveralSendersByTurns) {
    push(PostgresLane::Slow, 10, BulkSender::Imports);
    push(PostgresLane::Slow, 11, BulkSender::Imports);
    EXPECT_TRUE(push(PostgresLane::Slow, 30, BulkSender::Exports)) << "one sender cannot fill the lane for another";
    for (const int number : {10, 30, 11}) { EXPECT_EQ(take(PostgresLane::Slow), number); }
}

TEST_F(PostgresQueueTest, RefusesWhatDoesNotFitAndWhatComesTooLate) {
    EXPECT_TRUE(push(PostgresLane::Quick, 1) && push(PostgresLane::Quick, 2) && push(PostgresLane::Quick, 3));
    EXPECT_TRUE(push(PostgresLane::Middle, 20) && push(PostgresLane::Middle, 21));
    EXPECT_TRUE(push(PostgresLane::Slow, 10) && push(PostgresLane::Slow, 11));
    EXPECT_FALSE(push(PostgresLane::Middle, 22));
    EXPECT_FALSE(push(PostgresLane::Slow, 12));
    EXPECT_TRUE(push(PostgresLane::Quick, 98)) << "only to be shed";
    EXPECT_TRUE(queue.take_shed(now + RefusalDelay::wait - milliseconds(1)).empty());
    EXPECT_EQ(queue.take_shed(now + RefusalDelay::wait).size(), 1U);
    EXPECT_EQ(take(PostgresLane::Quick), 1);
    EXPECT_TRUE(push(PostgresLane::Quick, 4)) << "there is room again";
    EXPECT_TRUE(push(PostgresLane::Quick, 98));
    queue.stop();
    EXPECT_FALSE(push(PostgresLane::Quick, 5));
    EXPECT_EQ(take(PostgresLane::Slow), 10);
    EXPECT_EQ(take(PostgresLane::Slow), 11);
    for (const int number : {20, 21}) { EXPECT_EQ(take(PostgresLane::Middle), number); }
    for (const int number : {2, 3, 4}) { EXPECT_EQ(take(PostgresLane::Quick), number); }
    EXPECT_EQ(queue.take_shed(now).size(), 1U) << "nobody waits, and nobody would come back to it";
}

TEST_F(PostgresQueueTest, HandsOutWhatWaitedTooLongWithoutAThread) {
    push(PostgresLane::Quick, 1);
    push(PostgresLane::Middle, 20);
    push(PostgresLane::Slow, 10);
    now += milliseconds(1);
    push(PostgresLane::Quick, 2);
    now += milliseconds(2000);
    EXPECT_EQ(queue.take_expired(now).size(), 1U) << "as long as allowed is not too long, and other work may wait";
    EXPECT_EQ(queue.take_expired(now).size(), 0U);
    now += milliseconds(1);
    EXPECT_TRUE(queue.is_expired(queue.take(PostgresLane::Quick), now));
    EXPECT_FALSE(queue.is_expired(queue.take(PostgresLane::Middle), now));
    EXPECT_FALSE(queue.is_expired(queue.take(PostgresLane::Slow), now));
}

TEST_F(PostgresQueueTest, WakesAThreadForEachPiece) {
    std::atomic<int> taken{0};
    std::vector<std::thread> threads;
    for (const auto lane : {PostgresLane::Quick, PostgresLane::Middle, PostgresLane::Slow}) {
        threads.emplace_back([&, lane] {
            while (take(lane) >= 0) {
                ++taken;
                taken.notify_all();
            }
        });
    }
    for (int number = 0; number < 1000; ++number) {
        while (number - taken >= 2) { std::this_thread::yield(); }  // So that all fit into their lanes.
        push(static_cast<PostgresLane>(number % 3), number);
    }
    for (int count = taken; count < 1000; count = taken) { taken.wait(count); }
    queue.stop();
    for (auto& thread : threads) { thread.join(); }
    EXPECT_EQ(taken, 1000);
}

}  // namespace
}  // namespace tradewind::storage

#include "storage/database/write_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
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

class WriteQueueTest : public testing::Test {
  protected:
    using Numbers = std::vector<int>;

    bool push(Priority priority, int number, std::uint64_t sender = 0) {
        WriteQueue::Piece piece = std::make_unique<NumberedPiece>(executor_, number);
        piece->sender = sender;
        return queue.push(priority, piece, now);
    }
    void push_many(Priority priority, int first, int count) {
        for (int number = first; number < first + count; ++number) { ASSERT_TRUE(push(priority, number)); }
    }
    // Runs a batch in which every piece takes this long; the numbers of its pieces.
    Numbers run_batch(milliseconds request_time, milliseconds bulk_time) {
        return run_batch(request_time, request_time, bulk_time);
    }
    Numbers run_batch(milliseconds request_time, milliseconds reaction_time, milliseconds bulk_time) {
        Numbers numbers;
        queue.start_batch(now);
        while (const auto piece = queue.next(now)) {
            numbers.push_back(static_cast<const NumberedPiece&>(*piece).number);
            now += is_bulk(numbers.back()) ? bulk_time : is_reaction(numbers.back()) ? reaction_time : request_time;
        }
        return numbers;
    }
    static bool is_bulk(int number) { return number >= first_bulk; }
    static bool is_reaction(int number) { return number >= first_reaction && number < first_bulk; }
    Numbers run_batch() { return run_batch(milliseconds(0), milliseconds(0)); }

    static constexpr int first_reaction = 500'000;
    static constexpr int first_bulk = 1'000'000;
    WriteQueue queue;
    WriteQueue::TimePoint now;

  private:
    base::InlineExecutor executor_;
};

TEST_F(WriteQueueTest, HandsOutRequestsThenReactionsThenBulkWorkEachInOrder) {
    push_many(Priority::Bulk, first_bulk, 2);
    push_many(Priority::Reaction, first_reaction, 2);
    push_many(Priority::Request, 1, 3);
    EXPECT_EQ(run_batch(), (Numbers{1, 2, 3, first_reaction, first_reaction + 1, first_bulk, first_bulk + 1}));
    EXPECT_EQ(run_batch(), Numbers{});
}

TEST_F(WriteQueueTest, TellsWhetherAnybodyWaits) {
    EXPECT_FALSE(queue.has_waiting());
    for (const auto priority : {Priority::Request, Priority::Reaction, Priority::Bulk}) {
        const auto first = priority == Priority::Bulk       ? first_bulk
                           : priority == Priority::Reaction ? first_reaction
                                                            : 1;
        push_many(priority, first, 2);
        EXPECT_TRUE(queue.has_waiting());
        queue.start_batch(now);
        EXPECT_NE(queue.next(now), nullptr);
        EXPECT_TRUE(queue.has_waiting()) << "one is handed out, the other waits";
        EXPECT_NE(queue.next(now), nullptr);
        EXPECT_FALSE(queue.has_waiting()) << "what is handed out does not wait";
        EXPECT_EQ(queue.next(now), nullptr);
    }
}

TEST_F(WriteQueueTest, NobodyWaitsWhoIsTurnedAway) {
    for (std::size_t number = 0; number < WriteQueue::reactions_max; ++number) {
        ASSERT_TRUE(push(Priority::Reaction, first_reaction));
    }
    ASSERT_FALSE(push(Priority::Reaction, first_reaction));
    push_many(Priority::Request, 1, 1);
    now += WriteQueue::request_wait_max + milliseconds(1);
    std::size_t handed_out = 0;
    for (std::size_t batches = 0; queue.has_waiting() && batches < WriteQueue::reactions_max; ++batches) {
        handed_out += run_batch().size();
    }
    EXPECT_FALSE(queue.has_waiting());
    EXPECT_EQ(handed_out, WriteQueue::reactions_max);
    EXPECT_EQ(queue.take_expired().size(), 1);
}

TEST_F(WriteQueueTest, RunsAReactionBeforeBulkWorkThatWaitedLonger) {
    push_many(Priority::Bulk, first_bulk, 500);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(1)), (Numbers{first_bulk, first_bulk + 1}));
    push_many(Priority::Reaction, first_reaction, 1);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(1)), (Numbers{first_reaction, first_bulk + 2, first_bulk + 3}));
    queue.start_batch(now);
    EXPECT_NE(queue.next(now), nullptr);
    push_many(Priority::Reaction, first_reaction + 1, 1);
    const auto next = queue.next(now);
    EXPECT_EQ(static_cast<const NumberedPiece&>(*next).number, first_reaction + 1) << "also within a batch";
}

TEST_F(WriteQueueTest, SharesTheTimeOfABatchWhenAllWait) {
    push_many(Priority::Request, 0, 10);
    push_many(Priority::Reaction, first_reaction, 10);
    push_many(Priority::Bulk, first_bulk, 10);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(1)), (Numbers{0, 1, first_reaction, first_bulk}));
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(1)), (Numbers{2, 3, first_reaction + 1, first_bulk + 1}));
}

TEST_F(WriteQueueTest, GivesBulkWorkItsHalfBesideReactionsAlone) {
    push_many(Priority::Reaction, first_reaction, 10);
    push_many(Priority::Bulk, first_bulk, 10);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(1)),
              (Numbers{first_reaction, first_bulk, first_bulk + 1, first_reaction + 1}));
}

TEST_F(WriteQueueTest, GivesReactionsAllTheTimeThatNobodyElseWants) {
    push_many(Priority::Reaction, first_reaction, 10);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(1)).size(), 4U);
    push_many(Priority::Request, 0, 1);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(1)).size(), 4U);
    push_many(Priority::Request, 1, 2);
    push_many(Priority::Bulk, first_bulk, 1);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(1)), (Numbers{1, 2, first_reaction + 7, first_bulk}))
        << "and owes nothing for it";
}

TEST_F(WriteQueueTest, DoesNotStarveBulkWorkUnderAFloodOfReactions) {
    struct Flood {
        std::string name;
        milliseconds reaction_time;
    };
    for (const auto& [name, reaction_time] : {Flood{"quick", milliseconds(0)}, Flood{"long", milliseconds(10)}}) {
        push_many(Priority::Reaction, first_reaction, 400);
        push_many(Priority::Bulk, first_bulk, 1);
        auto batches = run_batch(milliseconds(0), reaction_time, milliseconds(1));
        const auto second = run_batch(milliseconds(0), reaction_time, milliseconds(1));
        batches.insert(batches.end(), second.begin(), second.end());
        EXPECT_EQ(std::count(batches.begin(), batches.end(), first_bulk), 1) << name;
        while (!run_batch().empty()) {}
    }
}

TEST_F(WriteQueueTest, TakesBackWhatLongReactionsTookTooMuch) {
    push_many(Priority::Request, 0, 200);
    push_many(Priority::Reaction, first_reaction, 10);
    milliseconds of_requests{0};
    const auto start = now;
    for (int batch = 0; batch < 20; ++batch) {
        for (const auto number : run_batch(milliseconds(1), milliseconds(10), milliseconds(0))) {
            of_requests += milliseconds(is_reaction(number) ? 0 : 1);
        }
    }
    EXPECT_GE(of_requests, (now - start) / 2);
}

TEST_F(WriteQueueTest, TakesBulkWorkOfSeveralSendersByTurns) {
    for (int number = 0; number < 300; ++number) { ASSERT_TRUE(push(Priority::Bulk, first_bulk + number, 1)); }
    EXPECT_EQ(run_batch(milliseconds(0), milliseconds(1)), (Numbers{first_bulk, first_bulk + 1}));
    for (int number = 1'000; number < 1'003; ++number) { ASSERT_TRUE(push(Priority::Bulk, first_bulk + number, 2)); }
    const auto batch = run_batch();
    EXPECT_EQ((Numbers(batch.begin(), batch.begin() + 6)),
              (Numbers{first_bulk + 2, first_bulk + 3, first_bulk + 1'000, first_bulk + 4, first_bulk + 1'001,
                       first_bulk + 5}));
}

TEST_F(WriteQueueTest, EndsABatchAfterItsLargestNumberOfPieces) {
    push_many(Priority::Request, 0, 200);
    EXPECT_EQ(run_batch().size(), WriteQueue::batch_pieces_max);
    EXPECT_EQ(run_batch().size(), 200 - WriteQueue::batch_pieces_max);
}

TEST_F(WriteQueueTest, EndsABatchWhenItsTimeIsOver) {
    push_many(Priority::Request, 0, 10);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(0)), (Numbers{0, 1, 2, 3}));
    EXPECT_EQ(run_batch(milliseconds(3), milliseconds(0)), (Numbers{4, 5}));
    EXPECT_EQ(run_batch(milliseconds(9), milliseconds(0)), (Numbers{6}));
}

TEST_F(WriteQueueTest, HandsOutAPieceHoweverLateTheBatchGetsGoing) {
    push_many(Priority::Request, 0, 2);
    queue.start_batch(now);
    now += milliseconds(5);
    EXPECT_NE(queue.next(now), nullptr);
    EXPECT_EQ(queue.next(now), nullptr);
}

TEST_F(WriteQueueTest, TakesInWhatArrivesWhileTheBatchRuns) {
    push_many(Priority::Request, 0, 1);
    queue.start_batch(now);
    EXPECT_NE(queue.next(now), nullptr);
    push_many(Priority::Request, 1, 1);
    EXPECT_NE(queue.next(now), nullptr);
    EXPECT_EQ(queue.next(now), nullptr);
}

TEST_F(WriteQueueTest, SharesTheTimeOfABatchWhenBothWait) {
    push_many(Priority::Request, 0, 10);
    push_many(Priority::Bulk, first_bulk, 10);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(1)), (Numbers{0, 1, first_bulk, first_bulk + 1}));
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(1)), (Numbers{2, 3, first_bulk + 2, first_bulk + 3}));
}

TEST_F(WriteQueueTest, GivesBulkWorkHalfABatchAtMostEvenWhenNoRequestWaits) {
    push_many(Priority::Bulk, first_bulk, 10);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(1)), (Numbers{first_bulk, first_bulk + 1}));
}

TEST_F(WriteQueueTest, TakesBackWhatALongSliceOfBulkWorkTookTooMuch) {
    push_many(Priority::Request, 0, 100);
    push_many(Priority::Bulk, first_bulk, 10);
    int bulk_pieces = 0;
    const auto start = now;
    for (int batch = 0; batch < 10; ++batch) {
        for (const auto number : run_batch(milliseconds(1), milliseconds(4))) {
            bulk_pieces += number >= first_bulk ? 1 : 0;
        }
    }
    EXPECT_EQ(bulk_pieces, 5);
    EXPECT_LE(bulk_pieces * milliseconds(4), (now - start) / 2);
}

TEST_F(WriteQueueTest, OwesNothingForBulkWorkThatKeptNobodyWaiting) {
    push_many(Priority::Bulk, first_bulk, 3);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(4)), (Numbers{first_bulk}));
    push_many(Priority::Request, 1, 1);
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(4)), (Numbers{1, first_bulk + 1}));
    EXPECT_EQ(run_batch(milliseconds(1), milliseconds(4)), (Numbers{first_bulk + 2}))
        << "it is never left without a turn";
}

TEST_F(WriteQueueTest, DoesNotStarveBulkWorkUnderAFloodOfRequests) {
    push_many(Priority::Request, 0, static_cast<int>(WriteQueue::requests_max));
    push_many(Priority::Bulk, first_bulk, 1);
    const auto batch = run_batch(milliseconds(1), milliseconds(1));
    EXPECT_EQ(batch, (Numbers{0, 1, first_bulk, 2}));
}

TEST_F(WriteQueueTest, PassesOverRequestsThatWaitedTooLong) {
    push_many(Priority::Request, 0, 2);
    push_many(Priority::Reaction, first_reaction, 1);
    push_many(Priority::Bulk, first_bulk, 1);
    now += milliseconds(1);
    push_many(Priority::Request, 2, 1);
    now += WriteQueue::request_wait_max;
    EXPECT_EQ(run_batch(), (Numbers{2, first_reaction, first_bulk}))
        << "as long as allowed is not too long, and other work may wait";
    EXPECT_EQ(queue.take_expired().size(), 2U);
    EXPECT_EQ(queue.take_expired().size(), 0U);
}

TEST_F(WriteQueueTest, RefusesWhatDoesNotFitAndLeavesThePieceToTheCaller) {
    push_many(Priority::Request, 0, static_cast<int>(WriteQueue::requests_max));
    push_many(Priority::Reaction, first_reaction, static_cast<int>(WriteQueue::reactions_max));
    push_many(Priority::Bulk, first_bulk, static_cast<int>(WriteQueue::bulk_max));
    base::InlineExecutor executor;
    WriteQueue::Piece piece = std::make_unique<NumberedPiece>(executor, 7);
    EXPECT_FALSE(queue.push(Priority::Reaction, piece, now));
    EXPECT_FALSE(queue.push(Priority::Bulk, piece, now));
    push_many(Priority::Request, 0, static_cast<int>(RefusalDelay::pieces_max));
    EXPECT_FALSE(queue.push(Priority::Request, piece, now));
    EXPECT_NE(piece, nullptr);
}

TEST_F(WriteQueueTest, KeepsWhatDoesNotFitForAWhileBeforeItIsShed) {
    push_many(Priority::Request, 0, static_cast<int>(WriteQueue::requests_max));
    push_many(Priority::Request, 1'000, 2);
    now += milliseconds(1);
    push_many(Priority::Request, 2'000, 1);
    EXPECT_TRUE(queue.take_shed(now).empty());
    now += RefusalDelay::wait - milliseconds(1);
    EXPECT_EQ(queue.take_shed(now).size(), 2U);
    EXPECT_TRUE(queue.take_shed(now).empty());
    EXPECT_EQ(run_batch().size(), WriteQueue::batch_pieces_max);
    EXPECT_TRUE(queue.take_shed(now).empty()) << "others still wait";
    EXPECT_EQ(run_batch().size(), WriteQueue::batch_pieces_max);
    EXPECT_EQ(queue.take_shed(now).size(), 1U) << "nobody waits, and nobody would come back to it";
}

TEST_F(WriteQueueTest, RunsOthersByTurnsWithWhoFloods) {
    push_many(Priority::Request, 0, static_cast<int>(WriteQueue::requests_max));
    EXPECT_TRUE(push(Priority::Request, 9'999, 0)) << "only to be shed";
    EXPECT_TRUE(push(Priority::Request, 1'001, 1));
    EXPECT_TRUE(push(Priority::Request, 2'001, 2));
    EXPECT_TRUE(push(Priority::Request, 1'002, 1));
    const auto batch = run_batch();
    EXPECT_EQ((Numbers(batch.begin(), batch.begin() + 6)), (Numbers{0, 1'001, 2'001, 1, 1'002, 2}));
}

TEST_F(WriteQueueTest, HandsOutTheRestAfterItWasStopped) {
    push_many(Priority::Request, 0, 1);
    queue.stop();
    EXPECT_FALSE(push(Priority::Request, 1));
    EXPECT_TRUE(queue.wait());
    EXPECT_EQ(run_batch(), (Numbers{0}));
    EXPECT_FALSE(queue.wait());
}

TEST_F(WriteQueueTest, WakesTheWriterForANewPieceAndForTheEnd) {
    std::vector<int> seen;
    std::thread writer([&] {
        while (queue.wait()) {
            for (const auto number : run_batch()) { seen.push_back(number); }
        }
    });
    push_many(Priority::Request, 0, 5);
    push_many(Priority::Bulk, first_bulk, 1);
    queue.stop();
    writer.join();
    EXPECT_EQ(seen.size(), 6U);
}

}  // namespace
}  // namespace tradewind::storage

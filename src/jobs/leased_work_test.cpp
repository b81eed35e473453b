#include "jobs/leased_work.h"

#include <gtest/gtest.h>

#include "operations/operation_test.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::jobs {
namespace {

constexpr storage::Query make_notes_query{.name = "test.make_notes", .sql = "CREATE TABLE notes (number bigint)"};
constexpr storage::Query add_note_query{.name = "test.add_note", .sql = "INSERT INTO notes (number) VALUES (1)"};
constexpr storage::Query count_notes_query{.name = "test.count_notes", .sql = "SELECT count(*) FROM notes"};

base::Result<void> do_nothing(storage::Transaction&) {
    return {};
}

// Two processes that want to work on the same import, in slices that each write a note.
class LeasedWorkTest : public operations::OperationTest {
  protected:
    LeasedWorkTest() {
        in_transaction([](auto& transaction) { return transaction.execute_and_count(make_notes_query); });
    }
    LeasedWork::Dependencies process(storage::Database& behind, std::string holder) {
        return {.database = behind,
                .clock = clock,
                .log = log,
                .kind = storage::LeaseKind::Import,
                .holder = std::move(holder)};
    }
    static base::Result<void> slice(storage::Transaction& transaction) {
        transaction.execute(add_note_query);
        return {};
    }
    std::int64_t notes() { return count(count_notes_query); }
    static bool is_conflict(const base::Result<void>& answer) {
        return !answer && answer.error().kind == base::ErrorKind::Conflict;
    }

    const base::Id import{7};
    base::Log log{base::LogFormat::JsonLines, base::LogLevel::Error};
    storage::RefusingDatabase asked{*database};
    LeasedWork one{process(asked, "one")};
    LeasedWork other{process(*database, "other")};
};

TEST_F(LeasedWorkTest, IsLeftToOneProcess) {
    ASSERT_TRUE(one.claim(import, do_nothing));
    EXPECT_TRUE(is_conflict(other.claim(import, slice)));
    EXPECT_TRUE(is_conflict(other.write(slice))) << "it holds nothing";
    EXPECT_EQ(notes(), 0);
    EXPECT_TRUE(one.write(slice));
    EXPECT_EQ(notes(), 1);
}

TEST_F(LeasedWorkTest, AProcessThatStoodStillWritesNothingAfterItsLeaseWentToAnother) {
    ASSERT_TRUE(one.claim(import, do_nothing));
    ASSERT_TRUE(one.write(slice));
    clock.advance(3 * LeasedWork::lease_time);
    ASSERT_TRUE(other.claim(import, do_nothing));
    EXPECT_TRUE(is_conflict(one.write(slice)));
    EXPECT_TRUE(is_conflict(one.write(slice)));
    EXPECT_TRUE(is_conflict(one.keep()));
    EXPECT_EQ(notes(), 1);
    EXPECT_TRUE(other.write(slice));
    EXPECT_EQ(notes(), 2);
}

// A slice that was handed to the database before the process stood still.
TEST_F(LeasedWorkTest, ASliceThatWaitedForTooLongWritesNothing) {
    ASSERT_TRUE(one.claim(import, do_nothing));
    asked.before_each = [&] {
        clock.advance(LeasedWork::lease_time);
        ASSERT_TRUE(other.claim(import, do_nothing));
    };
    EXPECT_TRUE(is_conflict(one.begin_write(slice).wait()));
    EXPECT_EQ(notes(), 0);
}

TEST_F(LeasedWorkTest, NothingIsKeptOfTwoSlicesOfWhichOneMakesSureOfItsLeaseLast) {
    ASSERT_TRUE(one.claim(import, do_nothing));
    asked.before_each = [&] {
        clock.advance(LeasedWork::lease_time);
        asked.before_each = {};
        ASSERT_TRUE(other.claim(import, do_nothing));
    };
    auto first = one.begin_write(slice);
    auto last = one.begin_write(slice, LeaseCheck::Last);
    EXPECT_TRUE(is_conflict(first.wait()));
    EXPECT_TRUE(is_conflict(last.wait()));
    EXPECT_EQ(notes(), 0);
    EXPECT_TRUE(is_conflict(one.write(slice)));
}

TEST_F(LeasedWorkTest, ASliceThatMakesSureOfItsLeaseLastRenewsIt) {
    ASSERT_TRUE(one.claim(import, do_nothing));
    clock.advance(LeasedWork::lease_time - std::chrono::milliseconds(1));
    EXPECT_TRUE(one.begin_write(slice, LeaseCheck::Last).wait());
    EXPECT_EQ(notes(), 1);
    clock.advance(LeasedWork::lease_time - std::chrono::milliseconds(1));
    EXPECT_TRUE(is_conflict(other.claim(import, do_nothing)));
}

TEST_F(LeasedWorkTest, AnOldSliceWritesNothingAlsoWhenTheLeaseCameBack) {
    ASSERT_TRUE(one.claim(import, do_nothing));
    LeasedWork again(process(*database, "one"));
    asked.before_each = [&] {
        clock.advance(LeasedWork::lease_time);
        ASSERT_TRUE(other.claim(import, do_nothing));
        other.release();
        ASSERT_TRUE(again.claim(import, do_nothing));
    };
    EXPECT_TRUE(is_conflict(one.write(slice)));
    EXPECT_EQ(notes(), 0);
    EXPECT_TRUE(again.write(slice));
}

TEST_F(LeasedWorkTest, GoesOnAfterItsLeaseEndedWhenNobodyTookIt) {
    ASSERT_TRUE(one.claim(import, do_nothing));
    clock.advance(2 * LeasedWork::lease_time);
    EXPECT_TRUE(one.write(slice));
    EXPECT_TRUE(is_conflict(other.claim(import, do_nothing))) << "it was renewed";
}

TEST_F(LeasedWorkTest, RenewsItsLeaseWhenItIsTime) {
    ASSERT_TRUE(one.claim(import, do_nothing));
    const auto before = asked.asked();
    EXPECT_TRUE(one.keep());
    EXPECT_EQ(asked.asked(), before) << "not yet";
    for (int times = 0; times < 3; ++times) {
        clock.advance(LeasedWork::lease_time - std::chrono::milliseconds(1));
        EXPECT_TRUE(one.keep());
    }
    EXPECT_EQ(asked.asked(), before + 3);
    EXPECT_TRUE(is_conflict(other.claim(import, do_nothing)));
    clock.advance(LeasedWork::renewal_interval);
    asked.refuse(1, 0);
    EXPECT_EQ(one.write(slice).error().kind, base::ErrorKind::Unavailable);
    EXPECT_TRUE(one.write(slice)) << "a refusal takes nothing away";
}

TEST_F(LeasedWorkTest, HoldsNothingWhenTheWorkOfTheClaimIsRefused) {
    const auto refused =
        one.claim(import, [](storage::Transaction&) -> base::Result<void> { return base::bad_request("It is gone."); });
    EXPECT_EQ(refused.error().kind, base::ErrorKind::BadRequest);
    EXPECT_TRUE(is_conflict(one.write(slice)));
    EXPECT_TRUE(other.claim(import, do_nothing));
}

TEST_F(LeasedWorkTest, LeavesTheWorkToOthersWhenItStops) {
    ASSERT_TRUE(one.claim(import, do_nothing));
    one.stop();
    EXPECT_TRUE(one.is_stopped());
    EXPECT_TRUE(is_conflict(one.keep()));
    one.release();
    EXPECT_TRUE(other.claim(import, do_nothing));
    one.release();
    EXPECT_TRUE(other.write(slice));
}

}  // namespace
}  // namespace tradewind::jobs

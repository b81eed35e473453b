#include "jobs/segment_job.h"

#include <gtest/gtest.h>

#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::jobs {
namespace {

constexpr storage::Query count_members{.name = "test.count_members", .sql = "SELECT count(*) FROM segment_members"};
constexpr storage::Query count_changes{.name = "test.count_changes",
                                       .sql = "SELECT count(*) FROM segment_member_changes"};
constexpr storage::Query count_segment_rows{.name = "test.count_segment_rows", .sql = "SELECT count(*) FROM segments"};

constexpr storage::Query count_unused_sets{.name = "test.count_unused_sets", .sql = "SELECT count(*) FROM unused_sets"};

base::Id id(std::int64_t number) {
    return {number << 22};
}

class SegmentJobTest : public testing::Test {
  protected:
    // A segment with so many members, each of whom came alone.
    void fill(base::Id segment, std::int64_t members) {
        write([&](storage::Transaction& transaction) {
            storage::insert_segment(transaction, {.id = segment,
                                                  .name = "S",
                                                  .description = {},
                                                  .created_at = segment.made_at(),
                                                  .updated_at = segment.made_at(),
                                                  .member_set = segment});
            for (std::int64_t number = 1; number <= members; ++number) {
                storage::insert_set_member(transaction, segment, {.contact = id(number), .entered_at = {1}});
                storage::note_set_change(transaction, segment, id(number), 1);
            }
        });
    }
    template <class Work>
    void write(Work work) {
        ASSERT_TRUE(storage::write_and_wait(*database, [&](storage::Transaction& transaction) -> base::Result<void> {
            work(transaction);
            return {};
        }));
    }
    void remove(base::Id segment) {
        write([&](storage::Transaction& transaction) {
            storage::delete_segment(transaction, storage::lock_segment(transaction, segment).value());
        });
    }
    std::int64_t count(const storage::Query& query) {
        return storage::read_and_wait(*database,
                                      [&](storage::Transaction& transaction) -> base::Result<std::int64_t> {
                                          auto rows = transaction.query(query);
                                          return rows.next() ? rows.integer(0) : -1;
                                      })
            .value();
    }
    std::int64_t members(base::Id segment) {
        return storage::read_and_wait(*database,
                                      [&](storage::Transaction& transaction) -> base::Result<std::int64_t> {
                                          return storage::find_segment(transaction, segment).value().members;
                                      })
            .value();
    }

    storage::TestDatabase database;
    SegmentJob job{*database};
};

TEST_F(SegmentJobTest, AddsUpTheChangesOfEverySegmentAndTheNumbersStay) {
    fill(id(1), storage::added_up_changes + 20);
    fill(id(2), 3);
    job.run();
    EXPECT_EQ(count(count_changes), 0);
    EXPECT_EQ(members(id(1)), storage::added_up_changes + 20);
    EXPECT_EQ(members(id(2)), 3);
    job.run();
    EXPECT_EQ(members(id(1)), storage::added_up_changes + 20);
}

TEST_F(SegmentJobTest, TakesAwayWhatADeletedSegmentLeftAndNothingElse) {
    fill(id(1), 300);
    fill(id(2), 5);
    remove(id(1));
    job.run();
    EXPECT_EQ(count(count_members), 5);
    EXPECT_EQ(count(count_changes), 0);
    EXPECT_EQ(count(count_segment_rows), 1);
    EXPECT_EQ(members(id(2)), 5);
}

TEST_F(SegmentJobTest, LeavesTheRestOfALotForItsNextTurn) {
    SegmentJob short_job{*database, 3};
    fill(id(1), 3 * storage::removed_set_rows_max + 50);
    job.run();
    remove(id(1));
    short_job.run();
    EXPECT_EQ(count(count_members), 50);
    EXPECT_EQ(count(count_unused_sets), 1);
    short_job.run();
    EXPECT_EQ(count(count_members), 0);
    EXPECT_EQ(count(count_unused_sets), 0);
}

TEST_F(SegmentJobTest, FindsNothingToDoInAnEmptyStore) {
    job.run();
    EXPECT_EQ(count(count_segment_rows), 0);
}

}  // namespace
}  // namespace tradewind::jobs

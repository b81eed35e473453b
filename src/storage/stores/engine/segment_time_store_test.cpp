#include "storage/stores/engine/segment_time_store.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "domain/journal/change.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/testing/store_test.h"

namespace tradewind::storage::segment_time_store_test {
namespace {

constexpr BucketRange all_buckets{.first = 0, .last = domain::change_buckets - 1};

class SegmentTimeStore : public StoreTest {
  protected:
    void set(base::Id contact, base::Id set, std::optional<base::Instant> at) {
        run([&](Transaction& transaction) { set_segment_time(transaction, contact, set, at); });
    }
    std::vector<SegmentTime> due(const BucketRange& buckets, base::Instant now, std::int64_t rows_max) {
        return run([&](Transaction& transaction) { return due_times(transaction, buckets, now, rows_max); });
    }
    std::vector<SegmentTime> of(base::Id contact) {
        return run([&](Transaction& transaction) { return times_of(transaction, contact); });
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, SegmentTimeStore, both_engines, engine_name);

TEST_P(SegmentTimeStore, AContactHasOneTimeForEachSet) {
    set({1}, {7}, base::Instant{30});
    set({1}, {8}, base::Instant{20});
    set({1}, {7}, base::Instant{10});
    set({2}, {7}, base::Instant{5});
    EXPECT_EQ(of({1}), (std::vector<SegmentTime>{{{1}, {7}, {10}}, {{1}, {8}, {20}}}));
    set({1}, {7}, {});
    set({1}, {7}, {});
    EXPECT_EQ(of({1}), (std::vector<SegmentTime>{{{1}, {8}, {20}}}));
    run([](Transaction& transaction) { delete_times_of(transaction, {1}); });
    EXPECT_TRUE(of({1}).empty());
    EXPECT_EQ(of({2}).size(), 1U);
}

TEST_P(SegmentTimeStore, TheEarliestOfAllBucketsComeFirst) {
    std::vector<SegmentTime> added;
    for (std::int64_t number = 1; number <= 40; ++number) {
        const base::Id contact{number};
        // Many at the same moment, as at midnight.
        const base::Instant at{number % 4 == 0 ? 50 : 100 - number};
        set(contact, {7}, at);
        added.push_back({.contact = contact, .set = {7}, .changes_at = at});
    }
    std::ranges::sort(added, {}, [](const SegmentTime& time) {
        return std::pair(time.changes_at.milliseconds, time.contact.number);
    });
    EXPECT_EQ(due(all_buckets, {1'000}, 100), added);
    EXPECT_EQ(due(all_buckets, {1'000}, 7), (std::vector(added.begin(), added.begin() + 7)));
    EXPECT_TRUE(due(all_buckets, {49}, 100).empty());
    EXPECT_EQ(due(all_buckets, {50}, 100).size(), 10U);
    const auto bucket = domain::bucket_of({3});
    for (const auto& time : due({.first = bucket, .last = bucket}, {1'000}, 100)) {
        EXPECT_EQ(domain::bucket_of(time.contact), bucket);
    }
    EXPECT_FALSE(due({.first = bucket, .last = bucket}, {1'000}, 100).empty());
}

TEST_P(SegmentTimeStore, WhereThereIsNothingNothingComes) {
    EXPECT_TRUE(due(all_buckets, {1}, 10).empty());
}

TEST_P(SegmentTimeStore, TheTimesOfASetGoWithIt) {
    for (std::int64_t number = 1; number <= removed_set_rows_max + 1; ++number) {
        set({number}, {7}, base::Instant{1});
    }
    set({1}, {8}, base::Instant{1});
    run([](Transaction& transaction) { give_up_set(transaction, {7}); });
    EXPECT_TRUE(run([](Transaction& transaction) { return remove_unused_set(transaction, {7}); }));
    EXPECT_EQ(due(all_buckets, {1}, 1'000).size(), 2U);
    EXPECT_FALSE(run([](Transaction& transaction) { return remove_unused_set(transaction, {7}); }));
    EXPECT_EQ(due(all_buckets, {1}, 1'000), (std::vector<SegmentTime>{{{1}, {8}, {1}}}));
}

}  // namespace
}  // namespace tradewind::storage::segment_time_store_test

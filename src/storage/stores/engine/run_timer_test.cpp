#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "domain/journal/change.h"
#include "storage/stores/engine/run_store.h"
#include "storage/testing/store_test.h"

namespace tradewind::storage::run_timer_test {
namespace {

constexpr BucketRange all_buckets{.first = 0, .last = domain::change_buckets - 1};

class RunTimers : public StoreTest {
  protected:
    void set(base::Id contact, std::optional<base::Instant> at) {
        run([&](Transaction& transaction) { set_run_timer(transaction, contact, {7}, at); });
    }
    std::vector<RunTimer> due(const BucketRange& buckets, base::Instant now, std::int64_t rows_max) {
        return run([&](Transaction& transaction) { return due_run_timers(transaction, buckets, now, rows_max); });
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, RunTimers, both_engines, engine_name);

TEST_P(RunTimers, EachBucketHasItsShareAndTheEarliestComeFirst) {
    std::map<std::int64_t, std::vector<RunTimer>> added;  // By bucket, the earliest last.
    for (std::int64_t number = 1; number <= 400; ++number) {
        const RunTimer timer{.contact = {number}, .run = {7}, .due_at = {1'000 - number}};
        set(timer.contact, timer.due_at);
        added[domain::bucket_of(timer.contact)].push_back(timer);
    }
    const auto buckets = std::ssize(added);
    ASSERT_GT(buckets, 3);
    std::vector<RunTimer> firsts;
    for (auto& [bucket, timers] : added) { firsts.push_back(timers.back()); }
    EXPECT_EQ(due(all_buckets, {1'000}, buckets), firsts);
    EXPECT_EQ(due(all_buckets, {1'000}, 1'000'000).size(), 400U);
    EXPECT_LE(due(all_buckets, {1'000}, 3 * buckets + 1).size(), static_cast<std::size_t>(3 * buckets + 1));
    EXPECT_EQ(due(all_buckets, {1'000}, 3).size(), 3U);
}

TEST_P(RunTimers, OnlyThoseOfTheseBucketsWhoseTimeHasCome) {
    set({1}, base::Instant{10});
    set({2}, base::Instant{20});
    set({3}, base::Instant{5});
    set({3}, std::nullopt);
    ASSERT_NE(domain::bucket_of({1}), domain::bucket_of({2}));
    EXPECT_TRUE(due(all_buckets, {9}, 10).empty());
    EXPECT_EQ(due(all_buckets, {19}, 10).size(), 1U);
    EXPECT_EQ(due(all_buckets, {20}, 10).size(), 2U);
    const auto bucket = domain::bucket_of({2});
    EXPECT_EQ(due({.first = bucket, .last = bucket}, {20}, 10),
              (std::vector<RunTimer>{{.contact = {2}, .run = {7}, .due_at = {20}}}));
}

}  // namespace
}  // namespace tradewind::storage::run_timer_test

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
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

TEST_P(RunTimers, TheEarliestOfAllBucketsComeFirst) {
    std::vector<RunTimer> added;
    const auto add = [&](std::int64_t number, base::Instant at) {
        added.push_back({.contact = {number}, .run = {7}, .due_at = at});
        set({number}, at);
    };
    for (std::int64_t number = 1; number <= 400; ++number) { add(number, {10'000 - number}); }
    // One bucket has most of the earliest.
    for (std::int64_t number = 401; number <= 4'000; ++number) {
        if (domain::bucket_of({number}) == domain::bucket_of({1})) { add(number, {number}); }
    }
    ASSERT_GT(added.size(), 480U);
    std::ranges::sort(added, {}, &RunTimer::due_at);
    for (const std::int64_t rows_max : {1, 3, 16, 64, 200, 1'000}) {
        const auto found = due(all_buckets, {10'000}, rows_max);
        EXPECT_GE(std::ssize(found), std::min<std::int64_t>(rows_max, 16));
        EXPECT_LE(std::ssize(found), rows_max);
        EXPECT_TRUE(std::ranges::equal(found, std::span(added).first(found.size()))) << rows_max;
    }
    EXPECT_EQ(due(all_buckets, {10'000}, 1'000'000), added);
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

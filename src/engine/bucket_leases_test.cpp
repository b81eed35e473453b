#include "engine/bucket_leases.h"

#include <gtest/gtest.h>

#include <set>

#include "domain/journal/change.h"
#include "operations/operation_test.h"

namespace tradewind::engine {
namespace {

class BucketLeasesTest : public operations::OperationTest {
  protected:
    BucketLeases process(std::int64_t number, BucketLeases::Sharing sharing = BucketLeases::Sharing::Shared) {
        return BucketLeases({.database = *database,
                             .clock = clock,
                             .holder = "process " + std::to_string(number),
                             .process = {number},
                             .sharing = sharing});
    }
    static std::set<std::int64_t> buckets_of(const BucketLeases& leases) {
        std::set<std::int64_t> buckets;
        for (const auto& lease : leases.held()) { buckets.insert(lease.key.subject.number); }
        return buckets;
    }
    bool holds(const BucketLeases& leases, std::int64_t bucket) { return hold(leases, {bucket}); }
    bool hold(const BucketLeases& leases, const std::vector<std::int64_t>& buckets) {
        return in_transaction([&](auto& transaction) { return leases.are_held_in(transaction, buckets); });
    }
    void pass_renewal() { clock.advance(BucketLeases::renewal_interval); }
};

TEST_F(BucketLeasesTest, OneProcessTakesAll) {
    auto first = process(1);
    ASSERT_TRUE(first.keep());
    EXPECT_EQ(buckets_of(first).size(), 64U);
}

TEST_F(BucketLeasesTest, ProcessesShareEvenlyAndNoBucketHasTwo) {
    auto first = process(1);
    auto second = process(2);
    auto third = process(3);
    ASSERT_TRUE(first.keep());
    ASSERT_TRUE(second.keep());
    EXPECT_TRUE(second.held().empty());
    for (int round = 0; round < 3; ++round) {
        pass_renewal();
        ASSERT_TRUE(first.keep());
        ASSERT_TRUE(second.keep());
        ASSERT_TRUE(third.keep());
    }
    std::set<std::int64_t> all;
    for (const auto* const leases : {&first, &second, &third}) {
        EXPECT_GE(leases->held().size(), 20U);
        EXPECT_LE(leases->held().size(), 22U);
        all.merge(buckets_of(*leases));
    }
    EXPECT_EQ(all.size(), 64U);
    EXPECT_EQ(first.held().size() + second.held().size() + third.held().size(), 64U);
}

TEST_F(BucketLeasesTest, WhatASilentProcessHeldGoesToOthersAndItWritesNothingMore) {
    auto first = process(1);
    ASSERT_TRUE(first.keep());
    EXPECT_TRUE(holds(first, 5));
    clock.advance(3 * BucketLeases::lease_time);
    auto second = process(2);
    ASSERT_TRUE(second.keep());
    EXPECT_EQ(buckets_of(second).size(), 64U);
    EXPECT_FALSE(holds(first, 5));
    EXPECT_TRUE(holds(second, 5));
    EXPECT_TRUE(hold(second, {5, 6, 63}));
    EXPECT_FALSE(hold(first, {5, 6, 63}));
    // It comes back, and each has half.
    first.note_lost();
    ASSERT_TRUE(first.keep());
    EXPECT_TRUE(first.held().empty());
    pass_renewal();
    ASSERT_TRUE(second.keep());
    pass_renewal();
    ASSERT_TRUE(first.keep());
    EXPECT_EQ(first.held().size(), 32U);
    EXPECT_EQ(second.held().size(), 32U);
}

TEST_F(BucketLeasesTest, WhatIsReleasedIsTakenAtOnce) {
    auto first = process(1);
    ASSERT_TRUE(first.keep());
    first.release();
    auto second = process(2);
    ASSERT_TRUE(second.keep());
    EXPECT_EQ(second.held().size(), 64U);
}

TEST_F(BucketLeasesTest, WhoeverOpensADatabaseAloneTakesAllAtOnce) {
    auto first = process(1, BucketLeases::Sharing::Alone);
    ASSERT_TRUE(first.keep());
    EXPECT_TRUE(holds(first, 63));
    auto second = process(2, BucketLeases::Sharing::Alone);
    ASSERT_TRUE(second.keep());
    EXPECT_EQ(second.held().size(), 64U);
    EXPECT_FALSE(holds(first, 63));
    EXPECT_TRUE(holds(second, 63));
}

}  // namespace
}  // namespace tradewind::engine

#include "storage/stores/jobs/lease_store.h"

#include <gtest/gtest.h>

#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

class LeaseStore : public testing::TestWithParam<TestEngine> {
  protected:
    template <class Work>
    auto run(Work work) {
        return write_and_wait(*database, [&](Transaction& transaction) { return base::Result(work(transaction)); })
            .value();
    }
    // The generation for which it was taken, for ten milliseconds; 0 when another one holds it.
    std::int64_t claim(std::string_view holder, std::int64_t now, LeaseKey key = {.kind = LeaseKind::Scores}) {
        return run([&](Transaction& transaction) {
            const auto lease = claim_lease(transaction, key, holder, {.now = {now}, .until = {now + 10}});
            return lease ? lease->generation : 0;
        });
    }
    static Lease lease(std::string holder, std::int64_t generation) {
        return {.key = {.kind = LeaseKind::Scores}, .holder = std::move(holder), .generation = generation};
    }
    bool holds(const Lease& lease) {
        return run([&](Transaction& transaction) { return holds_lease(transaction, lease); });
    }
    bool renew(const Lease& lease, std::int64_t until) {
        return run([&](Transaction& transaction) { return renew_lease(transaction, lease, {until}); });
    }
    bool hold(const std::vector<Lease>& leases) {
        return run([&](Transaction& transaction) { return holds_leases(transaction, leases); });
    }
    void release(const Lease& lease) {
        run([&](Transaction& transaction) {
            release_lease(transaction, lease);
            return true;
        });
    }

    TestDatabase database{GetParam()};
};

TEST_P(LeaseStore, LeasesASubjectToOneAtATime) {
    EXPECT_EQ(claim("one", 100), 1);
    EXPECT_EQ(claim("other", 109), 0);
    EXPECT_EQ(claim("one", 109), 1) << "the generation is that of the holder";
    EXPECT_EQ(claim("other", 118), 0);
    EXPECT_EQ(claim("other", 119), 2);
    EXPECT_EQ(claim("one", 120), 0);
}

TEST_P(LeaseStore, KeepsSubjectsAndKindsApart) {
    EXPECT_EQ(claim("one", 100, {.kind = LeaseKind::Import, .subject = {7}}), 1);
    EXPECT_EQ(claim("other", 100, {.kind = LeaseKind::Import, .subject = {8}}), 1);
    EXPECT_EQ(claim("other", 100, {.kind = LeaseKind::Export, .subject = {7}}), 1);
    EXPECT_EQ(claim("other", 100, {.kind = LeaseKind::Import, .subject = {7}}), 0);
}

TEST_P(LeaseStore, KnowsWhoHoldsItInWhichGeneration) {
    EXPECT_FALSE(holds(lease("one", 1)));
    claim("one", 100);
    EXPECT_TRUE(holds(lease("one", 1)));
    EXPECT_FALSE(holds(lease("one", 2)));
    EXPECT_FALSE(holds(lease("other", 1)));
    claim("other", 200);
    EXPECT_FALSE(holds(lease("one", 1)));
    EXPECT_EQ(claim("one", 300), 3);
    EXPECT_FALSE(holds(lease("one", 1))) << "it was away";
    EXPECT_TRUE(holds(lease("one", 3)));
}

TEST_P(LeaseStore, KnowsOfSeveralWhetherAllAreHeld) {
    const auto bucket = [](std::int64_t number, std::int64_t generation = 1) {
        return Lease{
            .key = {.kind = LeaseKind::Bucket, .subject = {number}}, .holder = "one", .generation = generation};
    };
    for (const std::int64_t number : {3, 4, 60}) { claim("one", 100, bucket(number).key); }
    claim("other", 100, bucket(5).key);
    EXPECT_TRUE(hold({}));
    EXPECT_TRUE(hold({bucket(60), bucket(3), bucket(4)}));
    EXPECT_FALSE(hold({bucket(3), bucket(4, 2)}));
    EXPECT_FALSE(hold({bucket(3), bucket(5)}));
    EXPECT_FALSE(hold({bucket(3), bucket(6)}));
    EXPECT_FALSE(hold({{.key = {.kind = LeaseKind::Import, .subject = {3}}, .holder = "one", .generation = 1}}));
    claim("other", 200, bucket(4).key);
    EXPECT_FALSE(hold({bucket(3), bucket(4)}));
    EXPECT_TRUE(hold({bucket(3), bucket(60)}));
}

TEST_P(LeaseStore, IsAskedForOnceHoweverManyThereAre) {
    if (GetParam() == TestEngine::Sqlite) { return; }  // Nothing is sent anywhere.
    std::vector<Lease> leases;
    for (std::int64_t number = 0; number < 64; ++number) {
        leases.push_back({.key = {.kind = LeaseKind::Bucket, .subject = {number}}, .holder = "one", .generation = 1});
        claim("one", 100, leases.back().key);
    }
    const auto& round_trips = database->figures().round_trips;
    const auto before = round_trips.value();
    EXPECT_TRUE(hold(leases));
    EXPECT_EQ(round_trips.value() - before, 2) << "and the COMMIT";
}

TEST_P(LeaseStore, IsRenewedByItsHolderAlone) {
    claim("one", 100);
    EXPECT_FALSE(renew(lease("other", 1), 200));
    EXPECT_FALSE(renew(lease("one", 2), 200));
    EXPECT_TRUE(renew(lease("one", 1), 200)) << "also when it has ended and nobody took it";
    EXPECT_EQ(claim("other", 199), 0);
    EXPECT_EQ(claim("other", 200), 2);
    EXPECT_FALSE(renew(lease("one", 1), 300));
}

TEST_P(LeaseStore, IsFreeAtOnceWhenItsHolderLetsGo) {
    claim("one", 100);
    release(lease("other", 1));
    EXPECT_EQ(claim("other", 101), 0);
    release(lease("one", 1));
    EXPECT_FALSE(holds(lease("one", 1)));
    EXPECT_EQ(claim("other", 101), 2);
    release(lease("one", 1));
    EXPECT_TRUE(holds(lease("other", 2)));
}

TEST_P(LeaseStore, BelievesNoClockThatWasWrong) {
    claim("one", 1'000'000);
    EXPECT_EQ(claim("other", 100), 2);
}

TEST_P(LeaseStore, ForgetsWhatHasEnded) {
    claim("one", 100);
    run([](Transaction& transaction) {
        forget_leases(transaction, {110});
        return true;
    });
    EXPECT_TRUE(holds(lease("one", 1)));
    run([](Transaction& transaction) {
        forget_leases(transaction, {111});
        return true;
    });
    EXPECT_FALSE(holds(lease("one", 1)));
}

INSTANTIATE_TEST_SUITE_P(Engines, LeaseStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

}  // namespace
}  // namespace tradewind::storage

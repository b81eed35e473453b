#include "storage/score_store.h"

#include <gtest/gtest.h>

#include "storage/contact_store.h"
#include "storage/test_database.h"

namespace tradewind::storage {
namespace {

class ScoreStore : public testing::TestWithParam<TestEngine> {
  protected:
    template <class Work>
    auto run(Work work) {
        return write_and_wait(*database, [&](Transaction& transaction) { return base::Result(work(transaction)); })
            .value();
    }
    void insert(const domain::Contact& contact) {
        run([&](Transaction& transaction) {
            insert_contact(transaction, contact);
            return true;
        });
    }
    std::vector<ScoredContact> after(std::int64_t id, std::int64_t rows_max = 100) {
        return run([&](Transaction& transaction) { return scored_contacts_after(transaction, {id}, rows_max); });
    }
    bool take(std::string_view holder, std::int64_t now) {
        return run([&](Transaction& transaction) {
            return take_scoring_lease(transaction, {.holder = holder, .now = {now}, .until = {now + 10}});
        });
    }

    TestDatabase database{GetParam()};
};

domain::Contact contact(std::int64_t id) {
    domain::Contact made;
    made.id = {id};
    made.email = "c" + std::to_string(id) + "@example.org";
    return made;
}

TEST_P(ScoreStore, WalksOverAllContactsWithWhatTheyBought) {
    auto buyer = contact(2);
    buyer.total_purchases = 3;
    buyer.total_amount = {45};
    buyer.first_purchase_at = base::Instant{6};
    buyer.last_purchase_at = base::Instant{7};
    buyer.recency = 1;
    buyer.frequency = 2;
    buyer.monetary = 3;
    buyer.rfm = "hibernating";
    insert(contact(1));
    insert(buyer);
    insert(contact(3));
    const auto all = after(0);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].id, base::Id{1});
    EXPECT_EQ(all[0].figures, domain::PurchaseFigures());
    EXPECT_EQ(all[0].rfm, domain::RfmScores());
    EXPECT_EQ(all[1].figures, domain::purchase_figures(buyer));
    EXPECT_EQ(all[1].rfm, domain::rfm_scores(buyer));
    ASSERT_EQ(after(1, 1).size(), 1U);
    EXPECT_EQ(after(1, 1).front().id, base::Id{2});
    EXPECT_TRUE(after(3).empty());
}

TEST_P(ScoreStore, ChangesScoresAndNothingElse) {
    auto scored = contact(1);
    insert(scored);
    insert(contact(2));
    scored.name = "not this";
    scored.recency = 5;
    scored.frequency = 4;
    scored.monetary = 3;
    scored.rfm = "loyal-customers";
    run([&](Transaction& transaction) {
        update_contact_scores(transaction, scored);
        return true;
    });
    const auto found = run([](Transaction& transaction) { return find_contact(transaction, base::Id{1}).value(); });
    EXPECT_EQ(domain::rfm_scores(found), domain::rfm_scores(scored));
    EXPECT_EQ(found.name, std::nullopt);
    EXPECT_EQ(after(1).front().rfm, domain::RfmScores());
}

TEST_P(ScoreStore, KnowsForWhichTimeTheyWereMade) {
    const auto made_for = [&] { return run([](Transaction& transaction) { return scores_made_for(transaction); }); };
    EXPECT_EQ(made_for(), base::Instant{0});
    EXPECT_TRUE(take("one", 5));
    run([](Transaction& transaction) {
        note_scores_made(transaction, {1'700'000'000'000});
        return true;
    });
    EXPECT_EQ(made_for(), base::Instant{1'700'000'000'000});
    EXPECT_TRUE(take("other", 6)) << "the lease ended with it";
}

TEST_P(ScoreStore, LeasesTheWorkToOne) {
    EXPECT_TRUE(take("one", 100));
    EXPECT_FALSE(take("other", 109));
    EXPECT_TRUE(take("one", 109));
    EXPECT_FALSE(take("other", 118));
    EXPECT_TRUE(take("other", 119));
    EXPECT_FALSE(take("one", 120));
}

INSTANTIATE_TEST_SUITE_P(Engines, ScoreStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

}  // namespace
}  // namespace tradewind::storage

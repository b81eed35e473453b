#include "storage/stores/jobs/score_store.h"

#include <gtest/gtest.h>

#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/shop/purchase_store.h"
#include "storage/testing/test_database.h"

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
    TestDatabase database{GetParam()};
};

domain::Contact contact(std::int64_t id) {
    domain::Contact made;
    made.id = {id};
    made.email = "c" + std::to_string(id) + "@example.org";
    return made;
}

void set_value(domain::Contact& contact) {
    contact.clv = base::Decimal{11};
    contact.p_alive = base::Decimal{12};
    contact.churn_rate = base::Decimal{13};
    contact.expected_purchases = base::Decimal{14};
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
    set_value(buyer);
    insert(contact(1));
    insert(buyer);
    insert(contact(3));
    const auto all = after(0);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].id, base::Id{1});
    EXPECT_EQ(all[0].figures, domain::PurchaseFigures());
    EXPECT_EQ(all[0].scores, domain::ContactScores());
    EXPECT_EQ(all[1].figures, domain::purchase_figures(buyer));
    EXPECT_EQ(all[1].scores, domain::contact_scores(buyer));
    ASSERT_EQ(after(1, 1).size(), 1U);
    EXPECT_EQ(after(1, 1).front().id, base::Id{2});
    EXPECT_TRUE(after(3).empty());
}

TEST_P(ScoreStore, TellsThePurchasesOfOneBuyerInTheOrderOfTime) {
    run([](Transaction& transaction) {
        const auto insert_one = [&](std::int64_t id, std::int64_t contact_id, std::int64_t at) {
            domain::Purchase purchase;
            purchase.id = {id};
            purchase.purchase_id = std::to_string(id);
            purchase.contact = base::Id{contact_id};
            purchase.purchased_at = {at};
            purchase.total_price = {id * 100};
            insert_purchase(transaction, purchase);
        };
        insert_one(1, 7, 30);
        insert_one(2, 7, -5);
        insert_one(3, 8, 10);
        insert_one(5, 7, 20);
        insert_one(4, 7, 20);
        return true;
    });
    const auto ids_of = [&](std::int64_t buyer, const PurchasePlace& after, std::int64_t rows_max) {
        return run([&](Transaction& transaction) {
            std::string text;
            for (const auto& [place, price] : purchases_of_buyer(transaction, {buyer}, after, rows_max)) {
                EXPECT_EQ(price, base::Decimal{place.id.number * 100});
                text += std::to_string(place.id.number) + "@" + std::to_string(place.purchased_at.milliseconds) + " ";
            }
            return text;
        });
    };
    EXPECT_EQ(ids_of(7, {}, 100), "2@-5 4@20 5@20 1@30 ");
    EXPECT_EQ(ids_of(7, {}, 2), "2@-5 4@20 ");
    EXPECT_EQ(ids_of(7, {.purchased_at = {20}, .id = {4}}, 2), "5@20 1@30 ");
    EXPECT_EQ(ids_of(7, {.purchased_at = {30}, .id = {1}}, 2), "");
    EXPECT_EQ(ids_of(9, {}, 2), "");
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
    set_value(scored);
    run([&](Transaction& transaction) {
        update_contact_scores(transaction, scored);
        return true;
    });
    const auto found = run([](Transaction& transaction) { return find_contact(transaction, base::Id{1}).value(); });
    EXPECT_EQ(domain::contact_scores(found), domain::contact_scores(scored));
    EXPECT_EQ(found.name, std::nullopt);
    EXPECT_EQ(after(1).front().scores, domain::ContactScores());
}

TEST_P(ScoreStore, KnowsForWhichTimeTheyWereMade) {
    const auto made_for = [&] { return run([](Transaction& transaction) { return scores_made_for(transaction); }); };
    EXPECT_EQ(made_for(), base::Instant{0});
    run([](Transaction& transaction) {
        note_scores_made(transaction, {1'700'000'000'000});
        return true;
    });
    EXPECT_EQ(made_for(), base::Instant{1'700'000'000'000});
}

INSTANTIATE_TEST_SUITE_P(Engines, ScoreStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

}  // namespace
}  // namespace tradewind::storage

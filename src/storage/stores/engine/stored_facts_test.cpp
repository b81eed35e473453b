#include "storage/stores/engine/stored_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/shop/purchase_store.h"
#include "storage/testing/store_test.h"

namespace tradewind::storage::stored_facts_test {
namespace {

using Numbers = std::vector<std::int64_t>;

class StoredFactsTest : public StoreTest {
  protected:
    StoredFactsTest() {
        ada.id = {7};
        ada.total_purchases = 1;  // Some.
    }

    void buy(std::int64_t id, std::int64_t at, base::Id contact = {7}) {
        run([&](Transaction& transaction) {
            domain::Purchase purchase;
            purchase.id = {id};
            purchase.purchase_id = std::to_string(id);
            purchase.contact = contact;
            purchase.activity = base::Id{id + 1'000};
            purchase.purchased_at = {at};
            purchase.total_price = {id * 100};
            purchase.total_quantity = id;
            purchase.source_type = "other";
            purchase.items.emplace_back().product_id = "P" + std::to_string(id);
            insert_purchase(transaction, purchase);
        });
    }
    void happen(std::int64_t id, domain::ActivityKind kind, std::string data = "{}") {
        run([&](Transaction& transaction) {
            insert_activity(transaction,
                            {.id = {id}, .contact = ada.id, .kind = kind, .at = {id * 10}, .data = std::move(data)});
        });
    }
    template <class Work>
    auto ask(Work work) {
        return run([&](Transaction& transaction) {
            StoredFacts facts(transaction, ada, [](base::Id segment) { return segment == base::Id{3}; });
            return work(facts);
        });
    }
    // The numbers of the first so many, and whether the walk saw all.
    std::pair<Numbers, bool> activities(const domain::ActivityQuestion& question, std::int64_t rows_max,
                                        std::size_t enough = 1'000'000) {
        return ask([&](StoredFacts& facts) {
            Numbers seen;
            const bool is_all = facts.walk_activities(question, rows_max, [&](const domain::ActivityFact& fact) {
                EXPECT_EQ(fact.at.milliseconds, fact.number * 10);
                seen.push_back(fact.number);
                return seen.size() < enough;
            });
            return std::pair(seen, is_all);
        });
    }

    domain::Contact ada;
};

INSTANTIATE_TEST_SUITE_P(Engines, StoredFactsTest, both_engines, engine_name);

TEST_P(StoredFactsTest, TellsTheContactAndWhatIsSaidOfItsSegments) {
    EXPECT_TRUE(ask([](StoredFacts& facts) { return facts.is_member({3}) && !facts.is_member({4}); }));
    EXPECT_EQ(ask([](StoredFacts& facts) { return facts.contact().id; }), ada.id);
}

TEST_P(StoredFactsTest, WalksPurchasesNewestFirstOverSeveralPages) {
    constexpr std::int64_t purchases = 100;
    for (std::int64_t id = 1; id <= purchases; ++id) { buy(id, id / 3); }
    buy(purchases + 1, 5, {8});
    const auto walk = [&](std::int64_t rows_max, std::size_t enough) {
        return ask([&](StoredFacts& facts) {
            Numbers seen;
            const bool is_all = facts.walk_purchases(false, rows_max, [&](const domain::PurchaseFact& fact) {
                EXPECT_EQ(fact.number, fact.total_quantity + 1'000);
                EXPECT_EQ(fact.total_price, base::Decimal{fact.total_quantity * 100});
                EXPECT_EQ(fact.at.milliseconds, fact.total_quantity / 3);
                EXPECT_EQ(fact.source_type, "other");
                EXPECT_EQ(fact.payment_method, std::nullopt);
                EXPECT_EQ(fact.items, nullptr);
                seen.push_back(fact.total_quantity);
                return seen.size() < enough;
            });
            return std::pair(seen, is_all);
        });
    };
    Numbers all;
    for (std::int64_t id = purchases; id >= 1; --id) { all.push_back(id); }
    EXPECT_EQ(walk(1'000, 1'000), std::pair(all, true));
    EXPECT_EQ(walk(purchases, 1'000), std::pair(all, true)) << "as many as there may be are all";
    EXPECT_EQ(walk(99, 1'000), std::pair(Numbers(all.begin(), all.end() - 1), false));
    EXPECT_EQ(walk(17, 17), std::pair(Numbers(all.begin(), all.begin() + 17), true)) << "it was enough";
    EXPECT_EQ(walk(16, 1'000), std::pair(Numbers(all.begin(), all.begin() + 16), false));
}

TEST_P(StoredFactsTest, ReadsItemsOnlyWhenTheyAreAskedFor) {
    buy(1, 1);
    EXPECT_EQ(ask([](StoredFacts& facts) {
                  std::string product;
                  std::int64_t rows_left = 10;
                  facts.walk_purchases(true, rows_left, [&](const domain::PurchaseFact& fact) {
                      product = fact.items->front().product_id;
                      return true;
                  });
                  return product;
              }),
              "P1");
}

TEST_P(StoredFactsTest, WhoeverHasBoughtNothingIsNotAskedFor) {
    buy(1, 1);
    ada.total_purchases = 0;
    EXPECT_EQ(ask([](StoredFacts& facts) {
                  int seen = 0;
                  std::int64_t rows_left = 10;
                  const bool is_all =
                      facts.walk_purchases(false, rows_left, [&](const domain::PurchaseFact&) { return ++seen > 0; });
                  return std::tuple(seen, rows_left, is_all);
              }),
              std::tuple(0, 10, true));
}

TEST_P(StoredFactsTest, WalksActivitiesOfOneKindAndOneSubject) {
    const base::Id visit{std::int64_t{5} << 22};
    const base::Id call{std::int64_t{6} << 22};
    const auto data = [](base::Id type) { return R"({"eventTypeId": ")" + type.text() + R"(", "values": {"a": 1}})"; };
    for (std::int64_t id = 1; id <= 40; ++id) {
        happen(id, id % 2 == 0 ? domain::ActivityKind::CustomEvent : domain::ActivityKind::Login,
               id % 2 == 0 ? data(id % 4 == 0 ? visit : call) : "{}");
    }
    Numbers visits;
    for (std::int64_t id = 40; id >= 4; id -= 4) { visits.push_back(id); }
    const domain::ActivityQuestion question{.kind = domain::ActivityKind::CustomEvent, .subject = visit};
    EXPECT_EQ(activities(question, 1'000), std::pair(visits, true));
    EXPECT_EQ(activities(question, 40), std::pair(visits, true));
    EXPECT_EQ(activities(question, 20), std::pair(Numbers({40, 36, 32, 28, 24}), false)) << "other rows count, too";
    EXPECT_EQ(activities(question, 1'000, 2), std::pair(Numbers({40, 36}), true));
    EXPECT_EQ(activities({.kind = domain::ActivityKind::CustomEvent}, 1'000).first.size(), 20U);
    EXPECT_EQ(activities({.kind = domain::ActivityKind::Login}, 1'000).first.size(), 20U);
    EXPECT_EQ(activities({.kind = domain::ActivityKind::Search}, 1'000), std::pair(Numbers(), true));
}

TEST_P(StoredFactsTest, ASubjectIsWhatActivitiesOfTheKindAreAbout) {
    using enum domain::ActivityKind;
    const base::Id subject{std::int64_t{5} << 22};
    // Each is told by the member at its place.
    const std::array kinds{CustomEvent, ContactEnteredSegment, CouponAssigned, EmailOpened};
    const std::array<std::string_view, 5> members{"eventTypeId", "segmentId", "couponSetId", "workflowId", "code"};
    std::int64_t id = 0;
    for (const auto kind : kinds) {
        for (const auto member : members) {
            happen(++id, kind, "{\"" + std::string(member) + "\":\"" + subject.text() + "\"}");
        }
    }
    for (std::size_t place = 0; place < kinds.size(); ++place) {
        const auto own = static_cast<std::int64_t>(place * members.size() + place + 1);
        EXPECT_EQ(activities({.kind = kinds.at(place), .subject = subject}, 100).first, Numbers{own});
    }
    happen(++id, EmailOpened, "[]");
    EXPECT_EQ(activities({.kind = EmailOpened, .subject = {}}, 1).first, Numbers{id}) << "nobody asks for a subject";
}

}  // namespace
}  // namespace tradewind::storage::stored_facts_test

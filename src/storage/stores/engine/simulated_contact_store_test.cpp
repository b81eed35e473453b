#include "storage/stores/engine/simulated_contact_store.h"

#include <gtest/gtest.h>

#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/shop/coupon_set_store.h"
#include "storage/stores/shop/coupon_store.h"
#include "storage/stores/shop/purchase_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage::simulated_contact_store_test {
namespace {

constexpr base::Id ada{7};

class SimulatedContactStore : public testing::TestWithParam<TestEngine> {
  protected:
    static KnownSegment segment(std::int64_t id) {
        KnownSegment known;
        known.id = {id};
        return known;
    }

    template <class Work>
    auto run(Work work) {
        using Value = std::invoke_result_t<Work&, Transaction&>;
        return write_and_wait(*database,
                              [&](Transaction& transaction) { return base::Result<Value>(work(transaction)); })
            .take();
    }
    void SetUp() override {
        run([](Transaction& transaction) {
            domain::Contact contact;
            contact.id = ada;
            contact.email = "ada@example.org";
            contact.total_purchases = 1;  // Whoever has none is not asked for them.
            insert_contact(transaction, contact);
            return true;
        });
    }
    void buy(Transaction& transaction, std::int64_t id, const std::string& name = "Mug") {
        domain::Purchase purchase;
        purchase.id = {id};
        purchase.purchase_id = std::to_string(id);
        purchase.contact = ada;
        purchase.activity = base::Id{id + 1'000'000};
        purchase.purchased_at = {id / 2};
        purchase.total_price = {id * 100};
        purchase.total_quantity = id;
        purchase.source_name = "shop";
        auto& item = purchase.items.emplace_back();
        item.product_id = "mug";
        item.name = name;
        insert_purchase(transaction, purchase);
    }
    void happen(Transaction& transaction, std::int64_t id, std::string data = "{}") {
        insert_activity(transaction, {.id = {id},
                                      .contact = ada,
                                      .kind = domain::ActivityKind::Login,
                                      .at = {id / 2},
                                      .data = std::move(data),
                                      .moment = R"({"e":"active"})"});
    }
    std::optional<domain::SimulatedContact> find(base::Id id = ada) {
        return run([&](Transaction& transaction) { return find_simulated_contact(transaction, definitions, id); });
    }

    Definitions definitions;
    TestDatabase database{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Engines, SimulatedContactStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

TEST_P(SimulatedContactStore, NobodyIsNothing) {
    EXPECT_FALSE(find({8}));
}

TEST_P(SimulatedContactStore, SomebodyNewHasNothing) {
    const auto found = find();
    EXPECT_EQ(found->facts.person.email, "ada@example.org");
    EXPECT_TRUE(found->facts.purchases.empty() && found->facts.activities.empty() && found->facts.segments.empty());
    EXPECT_TRUE(found->coupons.empty());
}

TEST_P(SimulatedContactStore, KnowsTheNewestOfItsHistory) {
    run([&](Transaction& transaction) {
        for (std::int64_t id = 1; id <= simulated_history_rows_max + 5; ++id) {
            buy(transaction, id);
            happen(transaction, id);
        }
        return true;
    });
    const auto facts = find()->facts;
    ASSERT_EQ(std::ssize(facts.purchases), simulated_history_rows_max);
    EXPECT_EQ(facts.purchases.front().activity, base::Id{simulated_history_rows_max + 5 + 1'000'000});
    EXPECT_EQ(facts.purchases.back().total_quantity, 6);
    EXPECT_EQ(facts.purchases.back().items.front().name, "Mug");
    EXPECT_EQ(facts.purchases.back().source_name, "shop");
    EXPECT_GT(facts.purchases.front().id.number, facts.purchases.back().id.number);
    ASSERT_EQ(std::ssize(facts.activities), simulated_history_rows_max);
    EXPECT_EQ(facts.activities.front().id, base::Id{simulated_history_rows_max + 5});
    EXPECT_EQ(facts.activities.back().id, base::Id{6});
}

TEST_P(SimulatedContactStore, KnowsNoMoreThanFitsIntoMemory) {
    const std::string large(simulated_history_bytes_max / 4, 'x');
    run([&](Transaction& transaction) {
        for (std::int64_t id = 1; id <= 8; ++id) {
            buy(transaction, id, large);
            happen(transaction, id, R"({"x":")" + large + R"("})");
        }
        return true;
    });
    const auto facts = find()->facts;
    EXPECT_EQ(facts.purchases.size(), 4U);
    EXPECT_EQ(facts.activities.size(), 4U);
    EXPECT_EQ(facts.activities.front().id, base::Id{8});
}

TEST_P(SimulatedContactStore, KnowsSegmentsByTheSetInForceAndTheLastCodeOfEachSet) {
    definitions.segments = {segment(100), segment(200), segment(300)};
    definitions.segments[0].member_set = base::Id{101};
    definitions.segments[1].next_set = base::Id{201};  // Being built.
    definitions.segments[2].member_set = base::Id{301};
    run([&](Transaction& transaction) {
        for (const auto set : {101, 201}) {
            insert_set_member(transaction, {set}, {.contact = ada, .entered_at = {1}});
        }
        domain::CouponSet coupons;
        coupons.id = {400};
        coupons.name = "Welcome";
        coupons.type = "multiple";
        insert_coupon_set(transaction, coupons);
        insert_coupons(transaction, coupons, {"FIRST", "LAST"}, {1});
        coupons.last_number = 2;
        for (const std::int64_t at : {1, 2}) {
            coupons.last_assigned = take_coupon(transaction, coupons, {.contact = ada, .at = {at}})->number;
        }
        return true;
    });
    const auto found = find();
    EXPECT_EQ(found->facts.segments, std::set<std::int64_t>{100});
    EXPECT_EQ(found->coupons.size(), 1U);
    EXPECT_EQ(found->coupons.begin()->second, "LAST");
}

}  // namespace
}  // namespace tradewind::storage::simulated_contact_store_test

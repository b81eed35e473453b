#include "storage/stores/engine/delivery_store.h"

#include <gtest/gtest.h>

#include "storage/testing/test_database.h"

namespace tradewind::storage::delivery_store_test {
namespace {

using domain::Delivery;
using State = domain::DeliveryState;

Delivery call_of(std::int64_t id) {
    return {.contact = {7},
            .id = {id},
            .type = {70},
            .workflow = {5},
            .run = {6},
            .node = "call",
            .visit = id,
            .due_at = base::Instant{100},
            .body = R"({"type":"Seat offered",  "n":1.10})"};
}

Delivery ended(Delivery delivery, State state, std::int64_t at) {
    domain::end_unsent(delivery, state, "because", {at});
    return delivery;
}

Delivery without_texts(Delivery delivery) {
    delivery.body.clear();
    delivery.answer.reset();
    return delivery;
}

class DeliveryStore : public testing::TestWithParam<TestEngine> {
  protected:
    template <class Work>
    auto run(Work work) {
        using Value = std::invoke_result_t<Work&, Transaction&>;
        return write_and_wait(*database,
                              [&](Transaction& transaction) { return base::Result<Value>(work(transaction)); })
            .take();
    }
    bool add(const Delivery& delivery) {
        return run([&](Transaction& transaction) { return insert_delivery(transaction, delivery); });
    }
    std::optional<Delivery> find(base::Id id) {
        return run([&](Transaction& transaction) { return find_delivery(transaction, id); });
    }
    std::vector<std::int64_t> list(const DeliveryFilter& filter, const domain::PageRequest& page = {}) {
        std::vector<std::int64_t> ids;
        for (const auto& delivery :
             run([&](Transaction& transaction) { return list_deliveries(transaction, filter, page); }).items) {
            ids.push_back(delivery.id.number);
        }
        return ids;
    }
    std::vector<std::int64_t> due(base::Id type, std::int64_t now, std::int64_t rows_max = 100) {
        std::vector<std::int64_t> ids;
        for (const auto& row :
             run([&](Transaction& transaction) { return due_deliveries(transaction, type, {now}, rows_max); })) {
            ids.push_back(row.delivery.id.number);
        }
        return ids;
    }
    std::optional<DeliveryAnswer> answer(const DeliveryVisit& visit) {
        return run([&](Transaction& transaction) { return find_delivery_answer(transaction, visit); });
    }

    TestDatabase database{GetParam()};
};

using Ids = std::vector<std::int64_t>;

INSTANTIATE_TEST_SUITE_P(Engines, DeliveryStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

TEST_P(DeliveryStore, KeepsADeliveryAsItIs) {
    auto whole = call_of(2);
    whole.state = State::Taken;
    whole.reason = "the answer was 500";
    whole.expires_at = base::Instant{400};
    whole.taken_by = "somebody";
    whole.generation = 3;
    whole.tries = 2;
    whole.attempts = {{.at = {1}, .status = 500}, {.at = {2}, .error = "timed out"}};
    whole.answer = "no";
    EXPECT_TRUE(add(whole));
    EXPECT_TRUE(add(call_of(3)));
    EXPECT_EQ(find({2}), whole);
    EXPECT_EQ(find({3}), call_of(3));
    EXPECT_EQ(find({4}), std::nullopt);
    EXPECT_EQ(run([](Transaction& transaction) { return lock_delivery(transaction, {7}, {2}); }), whole);
    EXPECT_EQ(run([](Transaction& transaction) { return lock_delivery(transaction, {8}, {2}); }), std::nullopt);
}

TEST_P(DeliveryStore, ChangesAllButTheBody) {
    add(call_of(2));
    auto changed = ended(call_of(2), State::Dead, 50);
    changed.attempts = {{.at = {1}, .status = 422}};
    changed.answer = "wrong";
    changed.tries = 1;
    auto with_other_body = changed;
    with_other_body.body = "{}";
    run([&](Transaction& transaction) {
        update_delivery(transaction, with_other_body);
        return true;
    });
    EXPECT_EQ(find({2}), changed);
}

TEST_P(DeliveryStore, AVisitIsCalledOnce) {
    EXPECT_TRUE(add(call_of(2)));
    auto again = call_of(3);
    again.visit = 2;
    again.body = "{}";
    EXPECT_FALSE(add(again));
    EXPECT_EQ(find({3}), std::nullopt);
    EXPECT_EQ(find({2}), call_of(2));
    again.node = "other";
    EXPECT_TRUE(add(again));
    EXPECT_FALSE(add(again)) << "the id";
}

TEST_P(DeliveryStore, TellsTheRunWhatBecameOfItsCall) {
    add(call_of(1));
    add(ended(call_of(2), State::Done, 9));
    add(ended(call_of(3), State::Dead, 9));
    add(ended(call_of(4), State::Skipped, 9));
    const auto of_visit = [&](std::int64_t visit) {
        return answer({.contact = {7}, .run = {6}, .node = "call", .visit = visit});
    };
    EXPECT_EQ(of_visit(1), std::nullopt);
    EXPECT_EQ(of_visit(2), DeliveryAnswer::Sent);
    EXPECT_EQ(of_visit(3), DeliveryAnswer::Failed);
    EXPECT_EQ(of_visit(4), DeliveryAnswer::Failed);
    EXPECT_EQ(of_visit(5), std::nullopt);
    EXPECT_EQ(answer({.contact = {7}, .run = {6}, .node = "other", .visit = 2}), std::nullopt);
}

TEST_P(DeliveryStore, FindsWhatIsDueByTypeTheFirstFirst) {
    const auto at = [](std::int64_t id, std::int64_t type, std::int64_t due_at) {
        auto delivery = call_of(id);
        delivery.type = {type};
        delivery.due_at = base::Instant{due_at};
        return delivery;
    };
    for (const auto& delivery : {at(1, 70, 30), at(2, 70, 10), at(3, 71, 20), at(4, 70, 500)}) { add(delivery); }
    add(ended(at(5, 70, 1), State::Done, 1));
    add(ended(at(6, 72, 1), State::Dead, 1));
    EXPECT_EQ(due({70}, 100), (Ids{2, 1}));
    EXPECT_EQ(due({70}, 100, 1), (Ids{2}));
    EXPECT_EQ(due({70}, 9), Ids());
    EXPECT_EQ(due({72}, 100), Ids());
    std::vector<std::pair<std::int64_t, std::int64_t>> types;
    for (const auto& type : run([](Transaction& transaction) { return due_delivery_types(transaction); })) {
        types.emplace_back(type.type.number, type.first_due_at.milliseconds);
    }
    EXPECT_EQ(types, (std::vector<std::pair<std::int64_t, std::int64_t>>{{70, 10}, {71, 20}}));
}

TEST_P(DeliveryStore, TellsWithADueCallWhetherItStillMakesSense) {
    add(call_of(1));
    const auto rows = run([](Transaction& transaction) { return due_deliveries(transaction, {70}, {100}, 10); });
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].delivery, call_of(1));
    EXPECT_FALSE(rows[0].has_contact);
    EXPECT_FALSE(rows[0].workflow_status || rows[0].workflow_hold);
}

TEST_P(DeliveryStore, ListsTheNewestFirstByWhatIsAsked) {
    std::vector<Delivery> all;
    for (std::int64_t id = 1; id <= 12; ++id) {
        auto delivery = call_of(id);
        delivery.type = {70 + id % 2};
        delivery.contact = {7 + id % 3};
        if (id % 4 == 1) { delivery = ended(delivery, State::Done, id); }
        if (id % 4 == 2) { delivery = ended(delivery, State::Dead, id); }
        all.push_back(delivery);
        add(delivery);
    }
    const std::vector<std::optional<State>> states{std::nullopt, State::Waiting, State::Done, State::Dead, State::Held};
    for (const auto& state : states) {
        for (const std::optional<base::Id> type : {std::optional<base::Id>(), std::optional(base::Id{71})}) {
            for (const std::optional<base::Id> contact : {std::optional<base::Id>(), std::optional(base::Id{8})}) {
                Ids expected;
                for (auto delivery = all.rbegin(); delivery != all.rend(); ++delivery) {
                    if ((!state || delivery->state == *state) && (!type || delivery->type == *type) &&
                        (!contact || delivery->contact == *contact)) {
                        expected.push_back(delivery->id.number);
                    }
                }
                EXPECT_EQ(list({.type = type, .state = state, .contact = contact}), expected);
            }
        }
    }
    const auto page = run([](Transaction& transaction) {
        return list_deliveries(transaction, {}, {.page = 1, .size = 5, .cursor = {}});
    });
    EXPECT_TRUE(page.has_older);
    EXPECT_EQ(page.items.front(), without_texts(all.back()));
    const auto cursor = [](domain::Direction direction, std::int64_t id) {
        return domain::PageRequest{
            .size = 3,
            .cursor = domain::ListCursor{.direction = direction, .created_at = {}, .id = base::Id{id}.text()}};
    };
    EXPECT_EQ(list({}, cursor(domain::Direction::Older, 6)), (Ids{5, 4, 3}));
    EXPECT_EQ(list({}, cursor(domain::Direction::Newer, 6)), (Ids{9, 8, 7}));
    EXPECT_EQ(list({}, {.page = 2, .size = 5, .cursor = {}}), (Ids{7, 6, 5, 4, 3}));
}

TEST_P(DeliveryStore, ListsByWhenItWasMade) {
    const base::Instant from{1'700'000'000'000};
    const base::Instant to{1'700'000'001'000};
    auto before = call_of(base::Id::first_at(from).number - 1);
    auto first = call_of(base::Id::first_at(from).number);
    auto last = call_of(base::Id::first_at(to).number - 1);
    auto after = call_of(base::Id::first_at(to).number);
    for (const auto& delivery : {before, first, last, after}) { add(ended(delivery, State::Dead, 1)); }
    EXPECT_EQ(list({.from = from, .to = to}), (Ids{last.id.number, first.id.number}));
    const auto dead = run([&](Transaction& transaction) {
        return deliveries_after(transaction, {.type = base::Id{70}, .state = State::Dead, .from = from}, first.id, 10);
    });
    ASSERT_EQ(dead.size(), 2U);
    EXPECT_EQ(dead[0].id, last.id);
}

TEST_P(DeliveryStore, EndedOnesGoWhenTheyAreOldAndAllGoWithTheirContact) {
    for (std::int64_t id = 1; id <= 3; ++id) { add(ended(call_of(id), State::Done, id)); }
    add(ended(call_of(4), State::Dead, 1));
    add(call_of(5));
    auto other = call_of(6);
    other.contact = {8};
    add(other);
    const auto remove = [&](State state, std::int64_t before, std::int64_t rows_max) {
        return run(
            [&](Transaction& transaction) { return delete_ended_deliveries(transaction, state, {before}, rows_max); });
    };
    EXPECT_EQ(remove(State::Done, 3, 1), 1);
    EXPECT_EQ(list({}), (Ids{6, 5, 4, 3, 2}));
    EXPECT_EQ(remove(State::Done, 3, 10), 1);
    EXPECT_EQ(remove(State::Waiting, 1'000, 10), 0);
    EXPECT_EQ(list({}), (Ids{6, 5, 4, 3}));
    run([](Transaction& transaction) {
        delete_deliveries_of(transaction, {7});
        return true;
    });
    EXPECT_EQ(list({}), (Ids{6}));
}

TEST_P(DeliveryStore, CallsOfATypeAreStoppedUntilTheyAreAllowedAgain) {
    const auto stopped = [&] {
        return run([](Transaction& transaction) { return are_calls_stopped(transaction, {70}); });
    };
    EXPECT_FALSE(stopped());
    for (int times = 0; times < 2; ++times) {
        run([](Transaction& transaction) {
            stop_calls(transaction, {70}, {5});
            return true;
        });
        EXPECT_TRUE(stopped());
    }
    run([](Transaction& transaction) {
        allow_calls(transaction, {70});
        return true;
    });
    EXPECT_FALSE(stopped());
}

}  // namespace
}  // namespace tradewind::storage::delivery_store_test

#include "storage/stores/engine/change_store.h"

#include <gtest/gtest.h>

#include "storage/stores/contacts/contact_store.h"
#include "storage/testing/store_test.h"
#include "storage/testing/test_listeners.h"

namespace tradewind::storage {
namespace {

class ChangeStore : public StoreTest {
  protected:
    void queue(const QueuedChange& queued) {
        run([&](Transaction& transaction) { queue_change(transaction, queued); });
    }
    std::vector<QueuedChange> changes_in(std::int64_t bucket, std::int64_t rows_max = 100) {
        return run(
            [&](Transaction& transaction) { return changes_after(transaction, {.bucket = bucket}, bucket, rows_max); });
    }
    domain::ChangeListeners listeners() {
        return run([&](Transaction& transaction) { return all_change_listeners(transaction); });
    }
    void set_topics(const ChangeListener& listener, const std::vector<domain::ChangeTopic>& topics) {
        run([&](Transaction& transaction) { set_change_topics(transaction, listener, topics); });
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, ChangeStore, both_engines, engine_name);

TEST_P(ChangeStore, KeepsAllOfAChange) {
    const base::Id contact{77};
    const QueuedChange whole{.contact = contact,
                             .number = 5,
                             .change = {.fields = {"_name", "f12"},
                                        .purchases = true,
                                        .kind = domain::ActivityKind::CustomEvent,
                                        .subject = {9}},
                             .at = base::Instant{123},
                             .cause = {.kind = domain::Cause::Kind::Run, .run = {1 << 22}, .node = 3, .depth = 4}};
    const QueuedChange bare{.contact = contact, .number = 6, .change = {}};
    queue(whole);
    queue(bare);
    EXPECT_EQ(changes_in(domain::bucket_of(contact)), (std::vector<QueuedChange>{whole, bare}));
}

// With one process ids follow the order of commits, and nothing needs to be kept.
TEST_P(ChangeStore, ANumberThatNoActivityHasIsNotedWhereSeveralWrite) {
    run([](Transaction& transaction) {
        domain::Contact contact;
        contact.id = {77};
        insert_contact(transaction, contact);
    });
    const auto noted = [this] {
        return run([](Transaction& transaction) { return lock_journals(transaction, {77}).front().number; });
    };
    queue({.contact = {77}, .number = 5, .change = {}, .at = base::Instant{1}});
    EXPECT_EQ(noted(), 0);
    queue({.contact = {77}, .number = 6, .change = {}});
    EXPECT_EQ(noted(), GetParam() == TestEngine::Postgres ? 6 : 0);
}

TEST_P(ChangeStore, HandsOutTheChangesOfAContactInTheirOrder) {
    const base::Id contact{77};
    const auto bucket = domain::bucket_of(contact);
    auto neighbour = base::Id{78};
    while (domain::bucket_of(neighbour) != bucket) { ++neighbour.number; }
    for (const auto number : {8, 2, 5}) { queue({.contact = contact, .number = number, .change = {}}); }
    queue({.contact = neighbour, .number = 1, .change = {}});
    std::vector<std::int64_t> numbers;
    for (const auto& queued : changes_in(bucket, 3)) { numbers.push_back(queued.number); }
    EXPECT_EQ(numbers, (std::vector<std::int64_t>{2, 5, 8}));
    EXPECT_TRUE(run([&](Transaction& transaction) { return delete_change(transaction, contact, 2); }));
    EXPECT_FALSE(run([&](Transaction& transaction) { return delete_change(transaction, contact, 2); }));
    run([&](Transaction& transaction) { delete_changes_of(transaction, contact); });
    ASSERT_EQ(changes_in(bucket).size(), 1U);
    EXPECT_EQ(changes_in(bucket).front().contact, neighbour);
}

TEST_P(ChangeStore, AListenerIsHeardUntilItsTopicsAreTakenAway) {
    using Kind = domain::ChangeTopic::Kind;
    const ChangeListener segment{.kind = ChangeListener::Kind::Segment, .id = {1}};
    const ChangeListener workflow{.kind = ChangeListener::Kind::Workflow, .id = {1}};
    const domain::Change named{.fields = {"_name"}};
    const domain::Change bought{.purchases = true};
    EXPECT_TRUE(listeners().is_empty());
    set_topics(segment, {{.kind = Kind::Field, .name = "_name"}, {.kind = Kind::Purchases}});
    set_topics(workflow, {{.kind = Kind::Field, .name = "_name"}, {.kind = Kind::Field, .name = "_name"}});
    EXPECT_TRUE(listeners().hear(named));
    EXPECT_TRUE(listeners().hear(bought));
    set_topics(segment, {});
    EXPECT_TRUE(listeners().hear(named)) << "the workflow still waits for it";
    EXPECT_FALSE(listeners().hear(bought));
    set_topics(workflow, {});
    EXPECT_TRUE(listeners().is_empty());
}

}  // namespace
}  // namespace tradewind::storage

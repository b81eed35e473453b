#include "operations/contact_field_operations.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/contact_field_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {
namespace {

domain::ContactField wanted(std::string id) {
    domain::ContactField field;
    field.id = std::move(id);
    field.name = "A field";
    return field;
}

class ContactFieldOperations : public OperationTest {
  protected:
    base::Result<domain::ContactField> create(const domain::ContactField& field) {
        return attempt([&](auto& transaction) { return create_contact_field(transaction, sources, field); });
    }
    base::Result<void> remove(std::string_view id) {
        return attempt([&](auto& transaction) { return delete_contact_field(transaction, sources, id); });
    }
    std::optional<domain::ContactField> find(std::string_view id) {
        return in_transaction([&](auto& transaction) { return storage::find_contact_field(transaction, id); });
    }
    void fill_up(std::size_t count) {
        in_transaction([&](auto& transaction) {
            for (std::size_t number = 0; number < count; ++number) {
                create_contact_field(transaction, sources, wanted("field" + std::to_string(number))).take();
            }
            return true;
        });
    }

    struct Outcomes {
        std::atomic<int> done{0};
        std::atomic<int> refused{0};
        std::atomic<int> failed{0};
    };
    // Calls `attempt_of(number)`, which answers a Result, on so many threads at once and counts what came of it.
    template <class Attempt>
    void at_once(int threads, base::ErrorKind refusal, Outcomes& outcomes, Attempt attempt_of) {
        std::latch start(threads);
        std::vector<std::thread> clients;
        for (int number = 0; number < threads; ++number) {
            clients.emplace_back([&, number] {
                start.arrive_and_wait();
                const auto result = attempt_of(number);
                auto& counted = result                           ? outcomes.done
                                : result.error().kind == refusal ? outcomes.refused
                                                                 : outcomes.failed;
                ++counted;
            });
        }
        for (auto& client : clients) { client.join(); }
    }
};

TEST_F(ContactFieldOperations, ACreatedFieldIsKeptWithItsTimeAndANumber) {
    auto field = wanted("favourite_colour");
    field.required = true;
    field.default_value = domain::FieldValue("red");
    const auto created = create(field).value();
    EXPECT_EQ(created.created_at, clock.now());
    EXPECT_GT(created.number, 0);
    EXPECT_EQ(find("favourite_colour"), created);
}

TEST_F(ContactFieldOperations, AnIdIsTakenByteForByte) {
    ASSERT_TRUE(create(wanted("tags[]")));
    EXPECT_EQ(create(wanted("tags[]")).error().kind, base::ErrorKind::Conflict);
    EXPECT_TRUE(create(wanted("Tags[]")));
    EXPECT_TRUE(create(wanted("tags")));
}

TEST_F(ContactFieldOperations, ThereAreAtMostOneHundredAndForty) {
    fill_up(domain::custom_fields_max);
    const auto refused = create(wanted("one_more"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().problems,
              (std::vector<base::Problem>{
                  {.path = "/id", .reason = "there are 140 custom contact fields already, the most allowed"}}));
    EXPECT_EQ(create(wanted("field0")).error().kind, base::ErrorKind::Invalid) << "the count comes before the id";
    EXPECT_TRUE(remove("field0"));
    EXPECT_TRUE(create(wanted("one_more"))) << "deleted ones do not count";
}

TEST_F(ContactFieldOperations, ADeletedFieldIsGoneAndTheNextOfItsIdHasAnotherNumber) {
    const auto first = create(wanted("a")).value();
    EXPECT_TRUE(remove("a"));
    EXPECT_FALSE(find("a"));
    EXPECT_EQ(remove("a").error().kind, base::ErrorKind::NotFound);
    const auto second = create(wanted("a")).value();
    EXPECT_GT(second.number, first.number);
}

TEST_F(ContactFieldOperations, OurOwnFieldsCannotBeDeleted) {
    for (const auto& field : domain::system_contact_fields()) {
        EXPECT_EQ(remove(field.id).error().kind, base::ErrorKind::Conflict) << field.id;
    }
    EXPECT_EQ(remove("_unknown").error().kind, base::ErrorKind::NotFound);
    EXPECT_EQ(remove("").error().kind, base::ErrorKind::NotFound);
}

TEST_F(ContactFieldOperations, EveryChangeIsSeenInTheDefinitionsAtOnce) {
    in_transaction([&](auto& transaction) { return create_store(transaction, sources); });
    const auto definitions = storage::DefinitionsCache::load(*database).take();
    ASSERT_TRUE(create(wanted("a")));
    EXPECT_NE(definitions.current()->contact_fields.find("a"), nullptr);
    ASSERT_TRUE(remove("a"));
    EXPECT_EQ(definitions.current()->contact_fields.find("a"), nullptr);
}

TEST_F(ContactFieldOperations, OfManyThatMakeTheSameFieldAtOnceOneSucceeds) {
    for (const int clients : {2, 50}) {
        const auto id = "for" + std::to_string(clients);
        Outcomes outcomes;
        at_once(clients, base::ErrorKind::Conflict, outcomes, [&](int) { return create(wanted(id)); });
        EXPECT_EQ(outcomes.done, 1);
        EXPECT_EQ(outcomes.refused, clients - 1);
        EXPECT_EQ(outcomes.failed, 0);
        EXPECT_TRUE(find(id));
    }
    EXPECT_EQ(in_transaction([](auto& transaction) { return storage::count_contact_fields(transaction); }), 2);
}

TEST_F(ContactFieldOperations, OfManyThatDeleteTheSameFieldAtOnceOneSucceeds) {
    ASSERT_TRUE(create(wanted("a")));
    Outcomes outcomes;
    at_once(20, base::ErrorKind::NotFound, outcomes, [&](int) { return remove("a"); });
    EXPECT_EQ(outcomes.done, 1);
    EXPECT_EQ(outcomes.refused, 19);
    EXPECT_EQ(outcomes.failed, 0);
}

TEST_F(ContactFieldOperations, ManyAtOnceDoNotMakeMoreThanAllowed) {
    constexpr int room_left = 5;
    fill_up(domain::custom_fields_max - room_left);
    Outcomes outcomes;
    at_once(20, base::ErrorKind::Invalid, outcomes,
            [&](int number) { return create(wanted("late" + std::to_string(number))); });
    EXPECT_EQ(outcomes.done, room_left);
    EXPECT_EQ(outcomes.refused, 20 - room_left);
    EXPECT_EQ(outcomes.failed, 0);
}

}  // namespace
}  // namespace tradewind::operations

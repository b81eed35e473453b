#include "operations/custom_event_operations.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "operations/contact_operations.h"
#include "operations/custom_event_type_operations.h"
#include "operations/custom_integration_operations.h"
#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/testing/test_listeners.h"

namespace tradewind::operations {
namespace {

class CustomEventOperations : public OperationTest {
  protected:
    CustomEventOperations() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        integration = make_integration();
        type = make_type("workshop-booked");
        reload();
    }
    void reload() { definitions = storage::DefinitionsCache::load(*database).take().current(); }

    base::Id make_integration() {
        domain::CustomIntegration wanted;
        wanted.name = "Bookings";
        wanted.events_enabled = true;
        return in_transaction(
                   [&](auto& transaction) { return create_custom_integration(transaction, sources, wanted).take(); })
            .id;
    }
    static domain::NewCustomEventType wanted_type(std::string_view alias) {
        const auto document =
            base::JsonDocument::parse(R"({"name": "N", "category": "receive", "alias": ")" + std::string(alias) +
                                      R"(", "fields": [
            {"id": "guest", "name": "Guest", "type": "email", "required": true, "isPrimaryKey": true},
            {"id": "seats", "name": "Seats", "type": "integer"}]})")
                .take();
        return domain::read_custom_event_type(document.root(), {}).take();
    }
    base::Id make_type(std::string_view alias) {
        return in_transaction([&](auto& transaction) {
                   return create_custom_event_type(transaction, sources, secret_key, integration, wanted_type(alias))
                       .take();
               })
            .id;
    }
    domain::CustomEvent event(std::string_view json) {
        const auto document = base::JsonDocument::parse(json).take();
        return domain::read_custom_event(document.root(), *definitions->custom_events.find_type(type)).take();
    }
    std::vector<base::Result<domain::Activity>> record(const std::vector<domain::CustomEvent>& events,
                                                       UnknownContact unknown) {
        return in_transaction([&](auto& transaction) {
            return record_custom_events(transaction, sources, *definitions, events, unknown);
        });
    }
    std::vector<domain::Activity> journal_of(std::string_view address) {
        return in_transaction([&](auto& transaction) {
            const domain::ContactKey key = base::EmailAddress::parse(address).take();
            const auto contact = storage::find_contact(transaction, key);
            if (!contact) { return std::vector<domain::Activity>(); }
            return storage::list_activities(transaction, contact->id, {.page = 1, .size = 100, .cursor = {}}).items;
        });
    }

    base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    base::Id integration;
    base::Id type;
    std::shared_ptr<const storage::Definitions> definitions;
};

TEST_F(CustomEventOperations, AnEventOfAnUnknownContactIsRefusedAndLeavesNothing) {
    const auto outcomes = record({event(R"({"guest": "ada@example.org"})")}, UnknownContact::Refused);
    ASSERT_EQ(outcomes.size(), 1U);
    EXPECT_EQ(outcomes[0].error().code, "E0501");
    EXPECT_TRUE(journal_of("ada@example.org").empty());
}

TEST_F(CustomEventOperations, AnEventMayMakeItsContact) {
    const auto outcomes = record({event(R"({"guest": "Ada@example.org", "seats": 2})")}, UnknownContact::Created);
    const auto journal = journal_of("ada@EXAMPLE.org");
    ASSERT_EQ(journal.size(), 2U);
    EXPECT_EQ(journal[0].id, outcomes[0].value().id);
    EXPECT_EQ(journal[0].kind, domain::ActivityKind::CustomEvent);
    EXPECT_EQ(journal[1].kind, domain::ActivityKind::ContactCreated);
    // All that is needed to read it stands in it, whatever becomes of the type.
    in_transaction([&](auto& transaction) { return delete_custom_event_type(transaction, integration, type).ok(); });
    const auto document = base::JsonDocument::parse(journal_of("ada@example.org")[0].data).take();
    EXPECT_EQ(document.root().find("eventTypeId")->string(), type.text());
    EXPECT_EQ(document.root().find("values")->find("guest")->string(), "Ada@example.org");
    EXPECT_EQ(document.root().find("values")->find("seats")->digits(), "2");
}

TEST_F(CustomEventOperations, ManyEventsAreJournalledEachForItsContact) {
    record({event(R"({"guest": "ada@example.org"})")}, UnknownContact::Created);
    const auto outcomes =
        record({event(R"({"guest": "zoe@example.org"})"), event(R"({"guest": "ada@example.org", "seats": 1})"),
                event(R"({"guest": "ADA@example.org", "seats": 2})")},
               UnknownContact::Refused);
    ASSERT_EQ(outcomes.size(), 3U);
    EXPECT_FALSE(outcomes[0]);
    const auto journal = journal_of("ada@example.org");
    ASSERT_EQ(journal.size(), 4U);
    EXPECT_EQ(journal[0].id, outcomes[2].value().id);
    EXPECT_EQ(journal[1].id, outcomes[1].value().id);
}

TEST_F(CustomEventOperations, OneNewContactIsMadeForAllEventsOfABatch) {
    record({event(R"({"guest": "ada@example.org"})"), event(R"({"guest": "Ada@example.org"})")},
           UnknownContact::Created);
    EXPECT_EQ(journal_of("ada@example.org").size(), 3U);
}

TEST_F(CustomEventOperations, TheEngineHearsOfItWhenSomethingListens) {
    record({event(R"({"guest": "ada@example.org"})")}, UnknownContact::Created);
    EXPECT_EQ(queued(), 0);
    in_transaction([](auto& transaction) {
        storage::listen_to(transaction, domain::ActivityKind::CustomEvent);
        return true;
    });
    reload();
    record({event(R"({"guest": "ada@example.org"})")}, UnknownContact::Refused);
    EXPECT_EQ(queued(), 1);
}

TEST_F(CustomEventOperations, AnErasedContactTakesItsEventsAlong) {
    record({event(R"({"guest": "ada@example.org"})")}, UnknownContact::Created);
    in_transaction([&](auto& transaction) {
        erase_contact(transaction, sources, secret_key, base::EmailAddress::parse("ada@example.org").take());
        return true;
    });
    EXPECT_TRUE(journal_of("ada@example.org").empty());
}

TEST_F(CustomEventOperations, HeadersAreSealedAndReadAgain) {
    domain::NewCustomEventType wanted;
    wanted.type.name = "Offered";
    wanted.type.category = domain::send_category;
    wanted.type.webhook_url = "https://bookings.example/";
    wanted.webhook_headers = {{.name = "X-Shop", .value = "brisa"}};
    const auto made = in_transaction([&](auto& transaction) {
        return create_custom_event_type(transaction, sources, secret_key, integration, wanted).take();
    });
    EXPECT_EQ(made.sealed_webhook_headers.find("brisa"), std::string::npos);
    reload();
    const auto* const kept = definitions->custom_events.find_type(made.id);
    ASSERT_NE(kept, nullptr);
    EXPECT_EQ(*kept, made);
    EXPECT_EQ(unsealed_webhook_headers(secret_key, *kept), wanted.webhook_headers);
}

TEST_F(CustomEventOperations, AnAliasIsThereOnceAndATypeBelongsToItsIntegration) {
    const auto refused = in_transaction([&](auto& transaction) {
        return create_custom_event_type(transaction, sources, secret_key, integration, wanted_type("workshop-booked"));
    });
    EXPECT_EQ(refused.error().kind, base::ErrorKind::Conflict);
    const auto other = make_integration();
    const auto unknown =
        in_transaction([&](auto& transaction) { return delete_custom_event_type(transaction, other, type); });
    EXPECT_EQ(unknown.error().kind, base::ErrorKind::NotFound);
    const auto gone = in_transaction(
        [&](auto& transaction) { return operations::delete_custom_integration(transaction, integration); });
    EXPECT_TRUE(gone);
    reload();
    EXPECT_EQ(definitions->custom_events.find_type(type), nullptr);
    EXPECT_EQ(definitions->custom_events.find_type("workshop-booked"), nullptr);
}

TEST_F(CustomEventOperations, AReloadKeepsWhatDidNotChange) {
    auto cache = storage::DefinitionsCache::load(*database).take();
    const auto before = cache.current();
    const auto other = make_type("other");
    const auto after = cache.current();
    EXPECT_NE(after->custom_events.find_type(other), nullptr);
    EXPECT_EQ(after->custom_events.find_type(type), before->custom_events.find_type(type));
    const auto seen = in_transaction([&](auto& transaction) { return storage::definitions_in(transaction, before); });
    EXPECT_EQ(seen->custom_events.find_type(type), before->custom_events.find_type(type));
    EXPECT_NE(seen->custom_events.find_type(other), nullptr);
    EXPECT_TRUE(seen->custom_events.lets_in(*seen->custom_events.find_type(other), domain::receive_by_api));
    EXPECT_FALSE(seen->custom_events.lets_in(*seen->custom_events.find_type(other), domain::receive_by_webhook));
}

}  // namespace
}  // namespace tradewind::operations

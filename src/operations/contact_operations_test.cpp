#include "operations/contact_operations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "operations/operation_test.h"
#include "operations/score_operations.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/contacts/erasure_store.h"
#include "storage/stores/engine/contact_hold_store.h"
#include "storage/stores/engine/dead_letter_store.h"
#include "storage/stores/engine/node_number_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/segment_time_store.h"
#include "storage/stores/settings/definitions.h"
#include "storage/testing/test_listeners.h"

namespace tradewind::operations {
namespace {

constexpr storage::Query tables_with_contacts{
    .name = "test.tables_with_contacts",
    .sql = R"(SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
              WHERE t.type = 'table' AND c.name = 'contact_id' ORDER BY t.name)",
    .postgres = R"(SELECT cast(table_name as text) FROM information_schema.columns
                   WHERE table_schema = 'public' AND column_name = 'contact_id' ORDER BY table_name)",
};
constexpr storage::Query count_in_activities{.name = "test.count_in_activities",
                                             .sql = "SELECT count(*) FROM activities WHERE contact_id = $1"};
constexpr storage::Query count_in_changes{.name = "test.count_in_changes",
                                          .sql = "SELECT count(*) FROM changes WHERE contact_id = $1"};
constexpr storage::Query count_in_contact_emails{.name = "test.count_in_contact_emails",
                                                 .sql = "SELECT count(*) FROM contact_emails WHERE contact_id = $1"};
constexpr storage::Query count_in_contact_external_ids{
    .name = "test.count_in_contact_external_ids",
    .sql = "SELECT count(*) FROM contact_external_ids WHERE contact_id = $1"};
constexpr storage::Query count_in_contact_samples{.name = "test.count_in_contact_samples",
                                                  .sql = "SELECT count(*) FROM contact_samples WHERE contact_id = $1"};
constexpr storage::Query count_in_coupons{.name = "test.count_in_coupons",
                                          .sql = "SELECT count(*) FROM coupons WHERE contact_id = $1"};
constexpr storage::Query count_in_dead_letters{.name = "test.count_in_dead_letters",
                                               .sql = "SELECT count(*) FROM dead_letters WHERE contact_id = $1"};
constexpr storage::Query count_in_idempotent_answers{
    .name = "test.count_in_idempotent_answers", .sql = "SELECT count(*) FROM idempotent_answers WHERE contact_id = $1"};
constexpr storage::Query count_in_purchases{.name = "test.count_in_purchases",
                                            .sql = "SELECT count(*) FROM purchases WHERE contact_id = $1"};
constexpr storage::Query count_in_segment_members{.name = "test.count_in_segment_members",
                                                  .sql = "SELECT count(*) FROM segment_members WHERE contact_id = $1"};
constexpr storage::Query count_in_segment_times{.name = "test.count_in_segment_times",
                                                .sql = "SELECT count(*) FROM segment_times WHERE contact_id = $1"};
constexpr storage::Query count_in_deliveries{.name = "test.count_in_deliveries",
                                             .sql = "SELECT count(*) FROM deliveries WHERE contact_id = $1"};
constexpr storage::Query count_in_node_number_changes{
    .name = "test.count_in_node_number_changes",
    .sql = "SELECT count(*) FROM node_number_changes WHERE contact_id = $1"};
constexpr storage::Query count_in_node_uses{.name = "test.count_in_node_uses",
                                            .sql = "SELECT count(*) FROM node_uses WHERE contact_id = $1"};
constexpr storage::Query count_in_run_entries{.name = "test.count_in_run_entries",
                                              .sql = "SELECT count(*) FROM run_entries WHERE contact_id = $1"};
constexpr storage::Query count_in_run_steps{.name = "test.count_in_run_steps",
                                            .sql = "SELECT count(*) FROM run_steps WHERE contact_id = $1"};
constexpr storage::Query count_in_run_timers{.name = "test.count_in_run_timers",
                                             .sql = "SELECT count(*) FROM run_timers WHERE contact_id = $1"};
constexpr storage::Query count_in_runs{.name = "test.count_in_runs",
                                       .sql = "SELECT count(*) FROM runs WHERE contact_id = $1"};
constexpr storage::Query count_in_contact_holds{.name = "test.count_in_contact_holds",
                                                .sql = "SELECT count(*) FROM contact_holds WHERE contact_id = $1"};
// In the order of the tables.
constexpr std::array counters{&count_in_activities,
                              &count_in_changes,
                              &count_in_contact_emails,
                              &count_in_contact_external_ids,
                              &count_in_contact_holds,
                              &count_in_contact_samples,
                              &count_in_coupons,
                              &count_in_dead_letters,
                              &count_in_deliveries,
                              &count_in_idempotent_answers,
                              &count_in_node_number_changes,
                              &count_in_node_uses,
                              &count_in_purchases,
                              &count_in_run_entries,
                              &count_in_run_steps,
                              &count_in_run_timers,
                              &count_in_runs,
                              &count_in_segment_members,
                              &count_in_segment_times};

constexpr storage::Query fill_coupons{
    .name = "test.fill_coupons",
    .sql = "INSERT INTO coupons (set_id, number, contact_id, assigned_at, created_at) VALUES (1, 1, $1, 1, 1)"};
constexpr storage::Query fill_idempotent_answers{
    .name = "test.fill_idempotent_answers",
    .sql = R"(INSERT INTO idempotent_answers (key_hash, request_hash, status, sealed_answer, contact_id, created_at)
              VALUES ('k', 'r', 200, 'a', $1, 1))"};
constexpr storage::Query fill_deliveries{
    .name = "test.fill_deliveries",
    .sql =
        R"(INSERT INTO deliveries (contact_id, id, event_type, workflow_id, run_id, node, visit, state, generation, tries,
                                      attempts, body)
              VALUES ($1, 1, 1, 1, 1, 'n', 1, 'waiting', 0, 0, '[]', '{}'))"};
constexpr storage::Query fill_purchases{
    .name = "test.fill_purchases",
    .sql = R"(INSERT INTO purchases (id, purchase_id, contact_id, total_price, total_quantity, purchased_at, created_at,
                                     updated_at, items)
              VALUES (1, 'B-1', $1, 1, 1, 1, 1, 1, '[]'))"};

domain::ContactKey email(std::string_view text) {
    return base::EmailAddress::parse(text).take();
}

domain::ContactKey external_id(std::string_view text) {
    return domain::ExternalId::parse(text).take();
}

class ContactOperations : public OperationTest {
  protected:
    ContactOperations() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        reload();
    }
    void reload() { definitions = storage::DefinitionsCache::load(*database).take().current(); }

    base::Result<domain::Contact> change(const domain::ContactKey& key, std::string_view json) {
        const auto document = base::JsonDocument::parse(json).take();
        const auto patch =
            domain::read_contact_patch(document.root(), definitions->contact_fields, key, domain::OtherKey::MaySet)
                .take();
        return attempt(
            [&](auto& transaction) { return change_contact(transaction, sources, *definitions, key, patch); });
    }
    void erase(const domain::ContactKey& key) {
        in_transaction([&](auto& transaction) {
            erase_contact(transaction, sources, secret_key, key);
            return true;
        });
    }
    std::optional<domain::Contact> find(const domain::ContactKey& key) {
        return in_transaction([&](auto& transaction) { return storage::find_contact(transaction, key); });
    }
    // Of a contact's activities, newest first.
    std::vector<base::Instant> times_of(base::Id contact) {
        const auto page = in_transaction([&](auto& transaction) {
            return storage::list_activities(transaction, contact, {.page = 1, .size = 100, .cursor = {}});
        });
        std::vector<base::Instant> times;
        for (const auto& activity : page.items) { times.push_back(activity.at); }
        return times;
    }
    std::vector<std::string> journal_of(base::Id contact) {
        const auto page = in_transaction([&](auto& transaction) {
            return storage::list_activities(transaction, contact, {.page = 1, .size = 100, .cursor = {}});
        });
        std::vector<std::string> lines;
        for (const auto& activity : page.items) { lines.push_back(std::string(domain::word_of(activity.kind))); }
        std::sort(lines.begin(), lines.end());
        return lines;
    }

    base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    std::shared_ptr<const storage::Definitions> definitions;
};

using Lines = std::vector<std::string>;
using Times = std::vector<base::Instant>;

TEST_F(ContactOperations, APatchMakesAContactAndASecondOneChangesIt) {
    const auto made = change(email("Ada@example.org"), R"({"_name": "Ada", "_externalId": "c1"})").value();
    EXPECT_EQ(made.email, "Ada@example.org");
    EXPECT_EQ(made.created_at, made.updated_at);
    EXPECT_EQ(journal_of(made.id), (Lines{"contact-created"}));
    clock.advance(std::chrono::seconds(1));
    const auto changed =
        change(external_id("c1"), R"({"_surname": "L", "_newsletterSubscriptionStatus": "subscribed"})").value();
    EXPECT_EQ(changed.id, made.id);
    EXPECT_EQ(changed.name, "Ada");
    EXPECT_EQ(changed.updated_at, clock.now());
    EXPECT_EQ(journal_of(made.id), (Lines{"contact-created", "contact-updated", "newsletter-subscribe"}));
    EXPECT_EQ(find(email("ada@EXAMPLE.org")), changed);
}

TEST_F(ContactOperations, TimesTellTheClockAfterItWasAhead) {
    clock.advance(std::chrono::hours(24));
    const auto early = change(email("early@example.org"), "{}").value();
    clock.advance(-std::chrono::hours(24));
    const auto made = change(email("ada@example.org"), "{}").value();
    EXPECT_GT(made.id, early.id);
    EXPECT_EQ(made.created_at, clock.now());
    EXPECT_EQ(times_of(made.id), Times{clock.now()});
    const auto changed = change(email("early@example.org"), R"({"_name": "Eve"})").value();
    EXPECT_EQ(changed.updated_at, early.created_at) << "not before it was made";
    EXPECT_EQ(times_of(early.id), (Times{early.created_at, clock.now()}));
    clock.advance(std::chrono::hours(1));
    EXPECT_EQ(change(email("ada@example.org"), R"({"_name": "Ada"})").value().updated_at, clock.now());
}

TEST_F(ContactOperations, AChangeThatTheClockMadeLateDoesNotHoldBackTheNextOne) {
    change(email("ada@example.org"), "{}").take();
    clock.advance(std::chrono::hours(24));
    change(email("ada@example.org"), R"({"_name": "Ada"})").take();
    clock.advance(-std::chrono::hours(23));
    EXPECT_EQ(change(email("ada@example.org"), R"({"_name": "Eve"})").value().updated_at, clock.now());
}

TEST_F(ContactOperations, APatchThatChangesNothingWritesNothing) {
    const auto made = change(email("ada@example.org"), R"({"_name": "Ada"})").value();
    clock.advance(std::chrono::seconds(1));
    EXPECT_EQ(change(email("ada@example.org"), R"({"_name": "Ada"})").value(), made);
    EXPECT_EQ(change(email("ada@example.org"), "{}").value(), made);
    EXPECT_EQ(journal_of(made.id), (Lines{"contact-created"}));
}

TEST_F(ContactOperations, AKeyOfAnotherContactIsRefusedAndNothingIsWritten) {
    const auto ada = change(email("ada@example.org"), R"({"_externalId": "c1"})").value();
    for (const auto& refused : {change(email("eve@example.org"), R"({"_externalId": "c1", "_name": "Eve"})"),
                                change(external_id("c2"), R"({"_email": "ADA@example.org"})")}) {
        ASSERT_FALSE(refused.ok());
        EXPECT_EQ(refused.error().kind, base::ErrorKind::Invalid);
        EXPECT_EQ(refused.error().problems.front().reason, "Value already in use");
    }
    EXPECT_FALSE(find(email("eve@example.org")));
    EXPECT_FALSE(find(external_id("c2")));
    EXPECT_EQ(find(external_id("c1")), ada);
}

TEST_F(ContactOperations, ASecondKeyIdentifiesAndALostOneIsFree) {
    const auto made = change(external_id("c1"), "{}").value();
    change(external_id("c1"), R"({"_email": "ada@example.org"})").take();
    EXPECT_EQ(journal_of(made.id), (Lines{"contact-created", "contact-identified", "contact-updated"}));
    change(external_id("c1"), R"({"_email": null})").take();
    EXPECT_NE(change(email("ada@example.org"), "{}").value().id, made.id);
}

TEST_F(ContactOperations, UnsubscribingIsNotedWithItsTime) {
    const auto made = change(email("ada@example.org"), R"({"_newsletterSubscriptionStatus": "subscribed"})").value();
    EXPECT_EQ(made.email_last_unsubscribed_at, std::nullopt);
    const auto left = change(email("ada@example.org"), R"({"_newsletterSubscriptionStatus": "unsubscribed"})").value();
    EXPECT_EQ(left.email_last_unsubscribed_at, clock.now());
    EXPECT_EQ(journal_of(made.id),
              (Lines{"contact-created", "contact-updated", "email-unsubscribed", "newsletter-subscribe"}));
}

TEST_F(ContactOperations, TheEngineHearsOnlyWhatSomethingWaitsFor) {
    change(email("ada@example.org"), "{}").take();
    EXPECT_EQ(queued(), 0);
    in_transaction([](auto& transaction) {
        storage::listen_to(transaction, domain::ActivityKind::ContactUpdated);
        return true;
    });
    reload();
    change(email("eve@example.org"), "{}").take();
    EXPECT_EQ(queued(), 0);
    change(email("eve@example.org"), R"({"_name": "Eve"})").take();
    EXPECT_EQ(queued(), 1);
    erase(email("eve@example.org"));
    EXPECT_EQ(queued(), 0);
}

TEST_F(ContactOperations, WhoeverLooksAtAScoreHearsOfItThoughNoActivityTellsOfIt) {
    in_transaction([](auto& transaction) {
        storage::set_change_topics(transaction, {.kind = storage::ChangeListener::Kind::Segment, .id = {1}},
                                   {{.kind = domain::ChangeTopic::Kind::Field, .name = "_clv"}});
        return true;
    });
    const auto made = change(email("ada@example.org"), "{}").value();
    reload();
    std::atomic<int> woken = 0;
    database->on_wake(storage::Sleeper::Engine, [&] { ++woken; });
    in_transaction([&](auto& transaction) {
        const auto contact = storage::lock_contact(transaction, made.id).value();
        return change_scores(transaction, sources, *definitions, contact, {.value = domain::CustomerValue{}});
    });
    database->on_wake(storage::Sleeper::Engine, nullptr);
    EXPECT_EQ(woken, 1) << "after the commit";
    const auto changes = in_transaction([](auto& transaction) { return storage::all_changes(transaction); });
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].cause, (domain::Cause{.kind = domain::Cause::Kind::Scores}));
    EXPECT_EQ(changes[0].change.kind, std::nullopt);
    EXPECT_NE(std::ranges::find(changes[0].change.fields, "_clv"), changes[0].change.fields.end());
    EXPECT_EQ(journal_of(made.id), (Lines{"contact-created"}));
}

TEST_F(ContactOperations, ErasingTakesThePersonAndItsJournalAway) {
    const auto ada = change(email("ada@example.org"), R"({"_externalId": "c1"})").value();
    erase(external_id("c1"));
    EXPECT_FALSE(find(email("ada@example.org")));
    EXPECT_EQ(journal_of(ada.id), Lines());
    EXPECT_TRUE(in_transaction(
        [this](auto& transaction) { return storage::first_erasure_to_do(transaction, clock.now()).has_value(); }));
    erase(external_id("c1"));
    EXPECT_NE(change(email("ada@example.org"), "{}").value().id, ada.id);
}

// Every table with a column for a contact is named here, and has a row of this contact before it is erased.
TEST_F(ContactOperations, ErasingLeavesNoTableThatNamesTheContact) {
    const auto ada = change(email("ada@example.org"), R"({"_externalId": "c1"})").value();
    in_transaction([&](auto& transaction) {
        for (const auto* const fill : {&fill_coupons, &fill_deliveries, &fill_idempotent_answers, &fill_purchases}) {
            transaction.execute(*fill, {ada.id.number});
        }
        storage::queue_change(transaction, {.contact = ada.id, .number = 1, .change = {}});
        storage::insert_set_member(transaction, {1}, {.contact = ada.id, .entered_at = {1}});
        storage::set_segment_time(transaction, ada.id, {1}, base::Instant{1});
        storage::insert_dead_letter(transaction, {.id = {1}, .contact = ada.id, .number = 1, .error = "x", .at = {1}});
        storage::insert_run(transaction, {.contact = ada.id, .id = {1}, .workflow = {1}, .node = "n", .body = "{}"});
        storage::set_run_timer(transaction, ada.id, {1}, base::Instant{1});
        storage::insert_step(transaction, ada.id, {1}, {.number = 1, .node = "n"});
        storage::note_entry(transaction, {.contact = ada.id, .workflow = {1}, .key = "", .at = {1}, .day = 1});
        storage::note_node_use(transaction, ada.id, {1}, "n", {1});
        storage::note_node_numbers(transaction, {.id = {1}, .contact = ada.id, .workflow = {1}, .numbers = {}});
        storage::set_contact_hold(transaction, ada.id, {.reason = "A complaint", .since = {1}});
        return true;
    });
    const auto tables = in_transaction([](auto& transaction) {
        std::vector<std::string> names;
        auto rows = transaction.query(tables_with_contacts);
        while (rows.next()) { names.emplace_back(rows.text(0)); }
        return names;
    });
    ASSERT_EQ(tables.size(), counters.size());
    const auto count_in = [&](const storage::Query& query) {
        return in_transaction([&](auto& transaction) {
            auto rows = transaction.query(query, {ada.id.number});
            return rows.next() ? rows.integer(0) : -1;
        });
    };
    for (std::size_t place = 0; place < counters.size(); ++place) {
        EXPECT_NE(counters[place]->sql.find(" FROM " + tables[place] + " "), std::string_view::npos) << tables[place];
        EXPECT_GT(count_in(*counters[place]), 0) << tables[place];
    }
    erase(external_id("c1"));
    for (std::size_t place = 0; place < counters.size(); ++place) {
        EXPECT_EQ(count_in(*counters[place]), 0) << tables[place];
    }
}

TEST_F(ContactOperations, OfManyWritersOnOneContactNoneIsLost) {
    constexpr int writers = 16;
    constexpr std::array fields{"_name", "_surname", "_externalId", "_mobilePhone"};
    std::atomic<int> made{0};
    std::vector<std::thread> threads;
    for (int writer = 0; writer < writers; ++writer) {
        threads.emplace_back([&, writer] {
            const std::string field = fields[static_cast<std::size_t>(writer) % fields.size()];
            const auto done = change(email("ada@example.org"), "{\"" + field + "\": \"651234567\"}");
            made += done.ok() ? 1 : 0;
        });
    }
    for (auto& thread : threads) { thread.join(); }
    EXPECT_EQ(made, writers);
    const auto ada = find(email("ada@example.org")).value();
    EXPECT_EQ(ada.name, "651234567");
    EXPECT_EQ(ada.surname, "651234567");
    EXPECT_EQ(ada.external_id, "651234567");
    EXPECT_EQ(ada.mobile_phone, "+34651234567");
    const auto journal = journal_of(ada.id);
    EXPECT_EQ(std::count(journal.begin(), journal.end(), "contact-created"), 1);
}

TEST_F(ContactOperations, OfManyWhoClaimOneKeyExactlyOneGetsIt) {
    constexpr int claimants = 12;
    std::atomic<int> winners{0};
    std::atomic<int> refused{0};
    std::vector<std::thread> threads;
    for (int number = 0; number < claimants; ++number) {
        threads.emplace_back([&, number] {
            const auto done = change(external_id("c" + std::to_string(number)), R"({"_email": "ada@example.org"})");
            winners += done.ok() ? 1 : 0;
            refused += !done.ok() && done.error().kind == base::ErrorKind::Invalid ? 1 : 0;
        });
    }
    for (auto& thread : threads) { thread.join(); }
    EXPECT_EQ(winners, 1);
    EXPECT_EQ(refused, claimants - 1);
}

TEST_F(ContactOperations, OfManyWhoMakeOneContactWithBothItsKeysNoneIsRefused) {
    constexpr int writers = 8;
    for (int contact = 0; contact < 20; ++contact) {
        const auto number = std::to_string(contact);
        const auto address = "ada" + number + "@example.org";
        const auto id = "c" + number;
        std::vector<std::thread> threads;
        for (int writer = 0; writer < writers; ++writer) {
            threads.emplace_back([&, writer] {
                EXPECT_TRUE(writer % 2 == 0 ? change(email(address), R"({"_externalId": ")" + id + "\"}")
                                            : change(external_id(id), R"({"_email": ")" + address + "\"}"));
            });
        }
        for (auto& thread : threads) { thread.join(); }
        EXPECT_EQ(find(email(address)), find(external_id(id)));
    }
}

TEST_F(ContactOperations, WhoDeletesAgainstWhoPatchesLeavesAWholeContactOrNone) {
    std::vector<std::thread> threads;
    for (int number = 0; number < 12; ++number) {
        threads.emplace_back([&, number] {
            if (number % 3 == 0) { return erase(email("ada@example.org")); }
            EXPECT_TRUE(change(email("ada@example.org"),
                               R"({"_externalId": "c1", "_points": )" + std::to_string(number) + "}"));
        });
    }
    for (auto& thread : threads) { thread.join(); }
    const auto by_email = find(email("ada@example.org"));
    EXPECT_EQ(by_email, find(external_id("c1")));
    if (by_email) { EXPECT_FALSE(journal_of(by_email->id).empty()); }
}

}  // namespace
}  // namespace tradewind::operations

#include "storage/stores/contacts/contact_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "storage/database/conflict.h"
#include "storage/postgres/pair_functions.h"
#include "storage/postgres/transaction.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

domain::Contact full_contact() {
    domain::Contact contact;
    contact.id = {12'345};
    contact.email = "Ada@Example.org";
    contact.external_id = "customer \"1\"";
    contact.name = "Ada";
    contact.surname = "";
    contact.birthdate = base::Instant{-5};
    contact.mobile_phone = "+34651234567";
    contact.mobile_phone_status = "paused";
    contact.email_status = "banned";
    contact.newsletter_status = "subscribed";
    contact.sms_status = "unsubscribed";
    contact.points = -7;
    contact.custom = {{2, R"("café, \"}] \\")"}, {10, R"(["b, ]","a","[\""])"}, {11, "-12.5"}, {140, "true"}};
    contact.email_bounced_reason = "full";
    contact.email_last_bounced_at = base::Instant{1};
    contact.email_last_soft_bounce_at = base::Instant{2};
    contact.email_soft_bounces = 3;
    contact.email_last_unsubscribed_at = base::Instant{4};
    contact.email_last_unsubscribed_ip = "::1";
    contact.has_push_subscriptions = true;
    contact.total_purchases = 5;
    contact.total_amount = {60'000};
    contact.returned_amount = {1};
    contact.first_purchase_at = base::Instant{7};
    contact.last_purchase_at = base::Instant{8};
    contact.recency = 1;
    contact.frequency = 2;
    contact.monetary = 3;
    contact.rfm = "lost";
    contact.clv = base::Decimal{9};
    contact.p_alive = base::Decimal{10};
    contact.churn_rate = base::Decimal{11};
    contact.expected_purchases = base::Decimal{12};
    contact.created_at = {13};
    contact.updated_at = {14};
    return contact;
}

domain::ContactKey email(std::string_view text) {
    return base::EmailAddress::parse(text).take();
}

domain::ContactKey external_id(std::string_view text) {
    return domain::ExternalId::parse(text).take();
}

class ContactStore : public testing::TestWithParam<TestEngine> {
  protected:
    void change(const std::function<void(Transaction&)>& work) {
        const auto done = write_and_wait(*database, [&](Transaction& transaction) -> base::Result<void> {
            work(transaction);
            return {};
        });
        EXPECT_TRUE(done);
    }
    template <class Key>
    std::optional<domain::Contact> find(const Key& key) {
        using Found = base::Result<std::optional<domain::Contact>>;
        return read_and_wait(*database,
                             [&](Transaction& transaction) -> Found { return find_contact(transaction, key); })
            .value();
    }

    TestDatabase database{GetParam()};
};

TEST_P(ContactStore, GivesBackWhatItWasGiven) {
    const auto contact = full_contact();
    change([&](Transaction& transaction) { insert_contact(transaction, contact); });
    for (const auto& found : {find(contact.id), find(email("ADA@example.ORG")), find(external_id("customer \"1\""))}) {
        ASSERT_TRUE(found);
        EXPECT_EQ(found->custom, contact.custom);
        EXPECT_EQ(*found, contact);
    }
    EXPECT_FALSE(find(base::Id{1}));
    EXPECT_FALSE(find(email("ada@example.com")));
    EXPECT_FALSE(find(external_id("CUSTOMER \"1\"")));
}

TEST_P(ContactStore, AContactMayHaveNextToNothing) {
    domain::Contact contact;
    contact.id = {1};
    contact.external_id = "x";
    change([&](Transaction& transaction) { insert_contact(transaction, contact); });
    EXPECT_EQ(find(contact.id), contact);
}

TEST_P(ContactStore, AChangeMovesItsKeys) {
    const auto before = full_contact();
    change([&](Transaction& transaction) { insert_contact(transaction, before); });
    auto after = before;
    after.email = "eve@example.org";
    after.external_id = std::nullopt;
    after.custom.clear();
    after.rfm = std::nullopt;
    change([&](Transaction& transaction) {
        EXPECT_TRUE(lock_contact(transaction, email("ada@example.org")));
        update_contact(transaction, before, after);
        EXPECT_FALSE(lock_contact(transaction, email("ada@example.org")));
        EXPECT_EQ(lock_contact(transaction, email("eve@example.org")), after);
    });
    EXPECT_EQ(find(before.id), after);
    EXPECT_FALSE(find(external_id("customer \"1\"")));

    change([&](Transaction& transaction) { delete_contact(transaction, after); });
    EXPECT_FALSE(find(before.id));
    EXPECT_FALSE(find(email("eve@example.org")));
}

TEST_P(ContactStore, TotalsChangeByThemselves) {
    const auto before = full_contact();
    auto after = before;
    after.total_purchases = 6;
    after.total_amount = {-7};
    after.returned_amount = {8};
    after.first_purchase_at = base::Instant{9};
    after.last_purchase_at = base::Instant{10};
    auto renamed = after;
    renamed.name = "Augusta";
    change([&](Transaction& transaction) {
        insert_contact(transaction, before);
        update_contact_totals(transaction, renamed);
    });
    EXPECT_EQ(find(before.id), after);
    renamed.total_purchases = 11;
    change([&](Transaction& transaction) { update_contact(transaction, after, renamed); });
    EXPECT_EQ(find(before.id)->name, "Augusta");
    EXPECT_EQ(find(before.id)->total_purchases, 6);
}

TEST_P(ContactStore, CountsAndLocksThoseThatExist) {
    change([](Transaction& transaction) {
        for (const std::int64_t number : {10, 20, 30}) {
            domain::Contact contact;
            contact.id = {number};
            insert_contact(transaction, contact);
        }
        std::vector<std::int64_t> locked;
        for (const auto& journal : lock_journals(transaction, {5, 10, 20, 25, 30})) {
            locked.push_back(journal.contact.number);
            EXPECT_EQ(journal.number, 0);
        }
        EXPECT_EQ(locked, (std::vector<std::int64_t>{10, 20, 30}));
        EXPECT_EQ(lock_journals(transaction, {5}).size(), 0U);
        EXPECT_EQ(contact_ids_after(transaction, {10}, 10), (std::vector<std::int64_t>{20, 30}));
        EXPECT_EQ(contact_ids_after(transaction, {9}, 2), (std::vector<std::int64_t>{10, 20}));
        EXPECT_EQ(count_contacts_between(transaction, {10}, {30}), 2);
        EXPECT_EQ(count_contacts_between(transaction, {30}, {30}), 0);
        for (const std::int64_t rows_max : {2, 3, 4}) {
            const auto counted = count_contacts_after(transaction, {0}, rows_max);
            EXPECT_EQ(counted.count, std::min<std::int64_t>(rows_max, 3));
            EXPECT_EQ(counted.last.number, counted.count * 10);
        }
        EXPECT_EQ(count_contacts_after(transaction, {30}, 5).count, 0);
    });
}

class ContactStoreOfACluster : public testing::Test {
  protected:
    ContactStoreOfACluster() { connection.set_kind(PostgresKind::Cluster); }

    const base::SystemClock clock;
    const TestDatabase database{TestEngine::Postgres};
    PostgresConnection connection{
        database.postgres_options().address,
        {.statement_time_max = std::chrono::milliseconds(0), .silence_max = std::chrono::milliseconds(30'000)}};
};

// A commit reaches one machine after the other, and a read sees each as it is.
TEST_F(ContactStoreOfACluster, FindsNobodyByAKeyThatTheyLetGoOf) {
    static constexpr Query let_go{.name = "test.let_go", .sql = "UPDATE contacts SET email = NULL WHERE id = $1"};
    PostgresTransaction transaction(connection, PostgresAccess::Write, clock);
    const auto contact = full_contact();
    insert_contact(transaction, contact);
    EXPECT_EQ(find_contact(transaction, email("ada@example.org")), contact);
    transaction.execute(let_go, {contact.id.number});
    EXPECT_FALSE(find_contact(transaction, email("ada@example.org")));
    EXPECT_THROW(static_cast<void>(lock_contact(transaction, email("ada@example.org"))), DatabaseConflict)
        << "it is on its way to somebody, or to nobody";
    EXPECT_TRUE(find_contact(transaction, external_id("customer \"1\"")));
}

TEST_F(ContactStoreOfACluster, WritesAnEntryAndTheRowAsOne) {
    constexpr const char* calls_sql =
        "SELECT sum(pg_stat_get_xact_function_calls(oid)) FROM pg_proc WHERE proname LIKE 'contact_pair_%'";
    for (const auto& pair : contact_change_pairs()) {
        connection.run_script(describe_pair_function(connection, pair).definition);
    }
    const PostgresCluster cluster{.pair_functions = find_pair_functions(connection), .tables_beside_contacts = {}};
    EXPECT_EQ(cluster.pair_functions.size(), contact_change_pairs().size());
    connection.use_cluster(cluster);
    connection.run_script("SET track_functions = 'pl'");
    PostgresTransaction transaction(connection, PostgresAccess::Write, clock);
    auto contact = full_contact();
    insert_contact(transaction, contact);
    int changes = 0;
    const auto expect_one = [&](domain::Contact changed, const auto& write) {
        const base::Id entry{20'000 + ++changes};
        insert_activity(transaction,
                        {.id = entry,
                         .contact = contact.id,
                         .kind = domain::ActivityKind::ContactUpdated,
                         .at = {changes},
                         .data = "{}",
                         .moment = "{}"},
                        NumberKeeper::Contact);
        changed.journal.last = entry.number;
        write(changed);
        const auto found = find_contact(transaction, contact.id);
        EXPECT_EQ(found, changed) << changes;
        EXPECT_EQ(found->journal.last, entry.number) << changes;
        EXPECT_EQ(connection.rows_of(calls_sql, {}).at(0).at(0), std::to_string(changes));
        contact = std::move(changed);
    };
    const auto expect_update = [&](const std::function<void(domain::Contact&)>& change) {
        auto changed = contact;
        change(changed);
        expect_one(std::move(changed), [&](const auto& after) { update_contact(transaction, contact, after); });
    };
    expect_update([](auto& changed) { changed.points = 8; });
    expect_update([](auto& changed) { changed.custom.clear(); });
    expect_update([](auto& changed) { changed.name = "Grace"; });
    expect_update([](auto& changed) { changed.surname = "Hopper"; });
    expect_update([](auto& changed) { changed.mobile_phone.reset(); });
    expect_update([](auto& changed) {
        changed.name.reset();
        changed.mobile_phone = "+34651234568";
    });
    auto bought = contact;
    bought.total_amount = {1};
    expect_one(bought, [&](const auto& after) { update_contact_totals(transaction, after); });
    EXPECT_EQ(list_activities(transaction, contact.id, domain::PageRequest()).items.size(), 7U);
}

INSTANTIATE_TEST_SUITE_P(Engines, ContactStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

}  // namespace
}  // namespace tradewind::storage

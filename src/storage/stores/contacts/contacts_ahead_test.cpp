#include "storage/stores/contacts/contacts_ahead.h"

#include <gtest/gtest.h>

#include "storage/stores/contacts/contact_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

domain::ContactKey email_key(std::string_view text) {
    return base::EmailAddress::parse(text).take();
}

domain::ContactKey external_key(std::string_view text) {
    return domain::ExternalId::parse(text).take();
}

domain::Contact known(std::int64_t number, std::string_view email, std::string_view external_id) {
    domain::Contact contact;
    contact.id = {number};
    contact.email = email;
    contact.external_id = external_id;
    return contact;
}

class ContactsAheadTest : public testing::TestWithParam<TestEngine> {
  protected:
    void change(const std::function<void(Transaction&)>& work) {
        const auto done = write_and_wait(*database, [&](Transaction& transaction) -> base::Result<void> {
            work(transaction);
            return {};
        });
        EXPECT_TRUE(done);
    }
    ContactsAheadTest() {
        change([&](Transaction& transaction) {
            insert_contact(transaction, ada);
            insert_contact(transaction, bob);
        });
    }

    const domain::Contact ada = known(1, "Ada@example.org", "a");
    const domain::Contact bob = known(2, "bob@example.org", "b");
    TestDatabase database{GetParam()};
};

TEST_P(ContactsAheadTest, FindsWhoHasAKeyAndThatNobodyHas) {
    change([&](Transaction& transaction) {
        ContactsAhead ahead(transaction, {email_key("ADA@example.org"), external_key("b"), email_key("eve@example.org"),
                                          external_key("bob@example.org")});
        EXPECT_EQ(ahead.lock_contact(transaction, email_key("ada@example.org")), ada);
        EXPECT_EQ(ahead.find_contact_id(transaction, external_key("b")), bob.id);
        EXPECT_FALSE(ahead.lock_contact(transaction, email_key("eve@example.org")));
        EXPECT_FALSE(ahead.lock_contact(transaction, external_key("bob@example.org"))) << "an e-mail is no external id";
    });
}

TEST_P(ContactsAheadTest, AsksAgainForWhatItHasAnswered) {
    change([&](Transaction& transaction) {
        ContactsAhead ahead(transaction, {email_key("ada@example.org"), external_key("a"), external_key("e")});
        auto changed = ahead.lock_contact(transaction, email_key("ada@example.org")).value();
        changed.name = "Ada";
        update_contact(transaction, ada, changed);
        EXPECT_EQ(ahead.lock_contact(transaction, external_key("a")), changed) << "by its other key";
        EXPECT_EQ(ahead.lock_contact(transaction, email_key("ada@example.org")), changed);
        EXPECT_FALSE(ahead.lock_contact(transaction, external_key("e")));
        const auto eve = known(3, "eve@example.org", "e");
        insert_contact(transaction, eve);
        EXPECT_EQ(ahead.lock_contact(transaction, external_key("e")), eve);
    });
}

TEST_P(ContactsAheadTest, NoticesAKeyThatMovedMeanwhile) {
    change([&](Transaction& transaction) {
        ContactsAhead ahead(transaction, {email_key("ada@example.org"), external_key("a")});
        auto moved = ahead.lock_contact(transaction, external_key("a")).value();
        moved.email = "ada@elsewhere.example";
        update_contact(transaction, ada, moved);
        EXPECT_FALSE(ahead.lock_contact(transaction, email_key("ada@example.org")));
    });
}

TEST_P(ContactsAheadTest, AsksForWhatItWasNotTold) {
    change([&](Transaction& transaction) {
        ContactsAhead nobody;
        EXPECT_EQ(nobody.lock_contact(transaction, external_key("b")), bob);
        ContactsAhead none(transaction, {});
        EXPECT_EQ(none.find_contact_id(transaction, email_key("bob@example.org")), bob.id);
    });
}

INSTANTIATE_TEST_SUITE_P(On, ContactsAheadTest, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

}  // namespace
}  // namespace tradewind::storage

#include "storage/stores/contacts/contact_list_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "storage/stores/contacts/contact_store.h"
#include "storage/testing/test_clock.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_plans.h"

namespace tradewind::storage {
namespace {

using domain::Contact;
using domain::ContactListRequest;
using domain::ContactOrder;
using domain::Direction;
using Ids = std::vector<std::int64_t>;

class ContactListStore : public testing::TestWithParam<TestEngine> {
  protected:
    template <class Work>
    void change(Work work) {
        ASSERT_TRUE(write_and_wait(*database, [&](Transaction& transaction) -> base::Result<void> {
            work(transaction);
            return {};
        }));
    }
    // The first is the oldest and has the id 1.
    Contact make(std::string name, std::string surname, std::string phone = {}) {
        Contact contact;
        contact.id = {++last_id};
        contact.created_at = {1'700'000'000'000 + last_id};
        contact.email = "C" + std::to_string(last_id) + "@example.org";
        if (!name.empty()) { contact.name = std::move(name); }
        if (!surname.empty()) { contact.surname = std::move(surname); }
        if (!phone.empty()) { contact.mobile_phone = std::move(phone); }
        return contact;
    }
    void insert(const Contact& contact) {
        change([&](Transaction& transaction) { insert_contact(transaction, contact); });
    }
    domain::Page<Contact> list(const ContactListRequest& request) {
        return read_and_wait(*database,
                             [&](Transaction& transaction) -> base::Result<domain::Page<Contact>> {
                                 return list_contacts(transaction, request);
                             })
            .take();
    }
    ContactScan scan(const domain::FieldMatch& wanted, std::optional<base::Id> after, std::int64_t found_max) {
        return read_and_wait(*database,
                             [&](Transaction& transaction) -> base::Result<ContactScan> {
                                 return scan_contacts(transaction, clock,
                                                      {.wanted = wanted, .after = after, .found_max = found_max});
                             })
            .take();
    }
    static Ids ids_of(const std::vector<Contact>& contacts) {
        Ids ids;
        for (const auto& contact : contacts) { ids.push_back(contact.id.number); }
        return ids;
    }
    Ids search(ContactOrder order, std::string prefix) {
        return ids_of(list({.order = order, .prefix = std::move(prefix)}).items);
    }

    std::int64_t last_id = 0;
    base::SystemClock clock;
    TestDatabase database{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(On, ContactListStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& each) { return std::string(name_of(each.param)); });

TEST_P(ContactListStore, FindsPeopleByTheBeginningOfWhatTheyAreKnownBy) {
    insert(make("Áda", "Lovelace", "+34651234567"));
    insert(make("Grace", "Hopper", "+1202555"));
    insert(make("", "LOVE"));
    insert(make("Adán", ""));
    insert(make("", ""));
    EXPECT_EQ(search(ContactOrder::Name, "ada"), (Ids{1, 4}));
    EXPECT_EQ(search(ContactOrder::Name, "ada lov"), (Ids{1}));
    EXPECT_EQ(search(ContactOrder::Name, "love"), (Ids{3}));
    EXPECT_EQ(search(ContactOrder::Surname, "love"), (Ids{3, 1}));
    EXPECT_EQ(search(ContactOrder::Phone, "+34"), (Ids{1}));
    EXPECT_EQ(search(ContactOrder::Phone, "+"), (Ids{2, 1}));
    EXPECT_EQ(search(ContactOrder::Email, "c"), (Ids{1, 2, 3, 4, 5}));
    EXPECT_EQ(search(ContactOrder::Email, "c3@example.org"), (Ids{3}));
    EXPECT_EQ(search(ContactOrder::Newest, ""), (Ids{5, 4, 3, 2, 1}));
    for (const auto order : {ContactOrder::Email, ContactOrder::Name, ContactOrder::Surname, ContactOrder::Phone}) {
        EXPECT_EQ(search(order, "%"), Ids{});
        EXPECT_EQ(search(order, "_"), Ids{});
    }
}

TEST_P(ContactListStore, WhoeverIsCalledOtherwiseIsFoundOtherwise) {
    const auto before = make("Ada", "Byron", "+34651234567");
    insert(before);
    auto after = before;
    after.surname = "Lovelace";
    after.mobile_phone = "+1202555";
    after.email = "ada@example.org";
    change([&](Transaction& transaction) { update_contact(transaction, before, after); });
    EXPECT_EQ(search(ContactOrder::Surname, "byron"), Ids{});
    EXPECT_EQ(search(ContactOrder::Surname, "lovelace"), Ids{1});
    EXPECT_EQ(search(ContactOrder::Name, "ada lov"), Ids{1});
    EXPECT_EQ(search(ContactOrder::Phone, "+34"), Ids{});
    EXPECT_EQ(search(ContactOrder::Phone, "+1"), Ids{1});
    EXPECT_EQ(search(ContactOrder::Email, "c1"), Ids{});
    EXPECT_EQ(search(ContactOrder::Email, "ada"), Ids{1});

    auto nameless = after;
    nameless.name = std::nullopt;
    nameless.surname = std::nullopt;
    nameless.mobile_phone = std::nullopt;
    change([&](Transaction& transaction) { update_contact(transaction, after, nameless); });
    EXPECT_EQ(search(ContactOrder::Name, "a"), Ids{});
    EXPECT_EQ(search(ContactOrder::Surname, "l"), Ids{});
    EXPECT_EQ(search(ContactOrder::Phone, "+"), Ids{});

    change([&](Transaction& transaction) { delete_contact(transaction, nameless); });
    EXPECT_EQ(search(ContactOrder::Email, "a"), Ids{});
    EXPECT_EQ(search(ContactOrder::Newest, ""), Ids{});
}

TEST_P(ContactListStore, WhateverChangesTogetherIsFoundByWhatItIsNow) {
    constexpr unsigned name = 1;
    constexpr unsigned surname = 2;
    constexpr unsigned phone = 4;
    for (unsigned changes = 0; changes <= (name | surname | phone); ++changes) {
        const auto before = make("Ada", "Lovelace", "+34600000001");
        insert(before);
        auto after = before;
        if ((changes & name) != 0) { after.name = "Eve"; }
        if ((changes & surname) != 0) { after.surname = "Byron"; }
        if ((changes & phone) != 0) { after.mobile_phone = "+34600000002"; }
        change([&](Transaction& transaction) { update_contact(transaction, before, after); });
        for (const auto order : {ContactOrder::Name, ContactOrder::Surname, ContactOrder::Phone}) {
            const auto key = domain::list_key(order, after);
            EXPECT_EQ(search(order, key), Ids{after.id.number}) << changes << ": " << key;
            const auto old_key = domain::list_key(order, before);
            if (old_key != key) { EXPECT_EQ(search(order, old_key), Ids{}) << changes << ": " << old_key; }
        }
        change([&](Transaction& transaction) { delete_contact(transaction, after); });
    }
}

TEST_P(ContactListStore, ListsWalkBothWaysWithoutMissingOrRepeating) {
    for (const auto* const surname : {"b", "x a", "X B", "x", "x", "x c", "x", "z", "x b", "x d"}) {
        insert(make("x", surname, std::string("+34") + std::to_string(last_id % 3)));
    }
    struct Walk {
        ContactOrder order;
        std::string prefix;
        std::size_t count;
    };
    for (const auto& [order, prefix, count] :
         {Walk{ContactOrder::Newest, "", 10}, Walk{ContactOrder::Email, "c", 10}, Walk{ContactOrder::Name, "x x", 8},
          Walk{ContactOrder::Surname, "x", 8}, Walk{ContactOrder::Phone, "+34", 10}}) {
        ContactListRequest request{.order = order, .prefix = prefix, .page = 1, .size = 100};
        const auto all = ids_of(list(request).items);
        EXPECT_EQ(all.size(), count);
        request.size = 3;
        const auto turn = [&, walked_by = order](Direction direction, const Contact& from) {
            request.cursor = {
                .direction = direction, .key = list_key(walked_by, from), .created_at = from.created_at, .id = from.id};
        };
        Ids down;
        domain::Page<Contact> page;
        do {
            page = list(request);
            EXPECT_EQ(page.has_newer, request.cursor.has_value());
            for (const auto id : ids_of(page.items)) { down.push_back(id); }
            turn(Direction::Older, page.items.back());
        } while (page.has_older);
        EXPECT_EQ(down, all);
        EXPECT_TRUE(list(request).items.empty());

        std::deque<std::int64_t> up;
        turn(Direction::Newer, page.items.back());
        do {
            page = list(request);
            for (auto each = page.items.rbegin(); each != page.items.rend(); ++each) { up.push_front(each->id.number); }
            turn(Direction::Newer, page.items.front());
        } while (page.has_newer);
        EXPECT_EQ(up.size() + 1, all.size()) << "all but the one where it started";
        EXPECT_TRUE(std::equal(up.begin(), up.end(), all.begin()));
    }
}

domain::ContactField choice(std::optional<std::string> default_option) {
    domain::ContactField field;
    field.type = domain::FieldType::Radio;
    field.number = 12;
    field.options = {{"red", "Red"}, {"green", "Green"}};
    if (default_option) { field.default_value = domain::FieldValue(*default_option); }
    return field;
}

TEST_P(ContactListStore, ScansForValuesWithinAFieldAndSaysWhereItStopped) {
    // More than one look takes; every fifth has the value, and one has it under another number.
    for (int count = 0; count < 500; ++count) {
        auto contact = make("", "");
        if (contact.id.number % 5 == 0) { contact.custom = {{1, "3"}, {12, R"("red")"}}; }
        if (contact.id.number == 7) { contact.custom = {{1, R"("red")"}, {112, R"("red")"}}; }
        insert(contact);
    }
    const auto red = domain::FieldMatch::parse(choice({}), "red").take();
    Ids found;
    std::optional<base::Id> after;
    ContactScan part;
    do {
        part = scan(red, after, 30);
        for (const auto id : ids_of(part.found)) { found.push_back(id); }
        after = part.last;
    } while (part.goes_on);
    ASSERT_EQ(found.size(), 100U);
    EXPECT_EQ(found.front(), 500);
    EXPECT_EQ(found.back(), 5);
    EXPECT_TRUE(std::is_sorted(found.rbegin(), found.rend()));
    EXPECT_EQ(part.last, base::Id{1});
    EXPECT_FALSE(scan(red, base::Id{1}, 30).last) << "nobody was left to look at";

    const auto green = domain::FieldMatch::parse(choice("green"), "green").take();
    EXPECT_EQ(scan(green, {}, 1000).found.size(), 400U) << "who has no value has the default";
}

TEST_P(ContactListStore, AScanLooksAtSoManyAndNoMore) {
    change([&](Transaction& transaction) {
        for (std::int64_t count = 0; count < ContactScan::rows_max + 2; ++count) {
            insert_contact(transaction, make("", ""));
        }
    });
    const auto red = domain::FieldMatch::parse(choice({}), "red").take();
    // A clock that stands: time is not what ends it.
    const TestClock standing;
    const auto part = read_and_wait(*database, [&](Transaction& transaction) -> base::Result<ContactScan> {
                          return scan_contacts(transaction, standing, {.wanted = red, .found_max = 20});
                      }).take();
    EXPECT_TRUE(part.found.empty());
    EXPECT_EQ(part.last, base::Id{3});
    EXPECT_TRUE(part.goes_on);
    const auto rest = scan(red, part.last, 20);
    EXPECT_EQ(rest.last, base::Id{1});
    EXPECT_FALSE(rest.goes_on);

    const TestClock hurried{ContactScan::time_max};
    const auto short_part = read_and_wait(*database, [&](Transaction& transaction) -> base::Result<ContactScan> {
                                return scan_contacts(transaction, hurried, {.wanted = red, .found_max = 20});
                            }).take();
    EXPECT_TRUE(short_part.goes_on);
    EXPECT_GT(short_part.last->number, part.last->number) << "time ends it too";
}

TEST(ContactList, IsReadByIndexesAlone) {
    const auto plans =
        sqlite_plans([](const ListedQuery& listed) { return listed.file.ends_with("contact_list_store.cpp"); });
    EXPECT_EQ(plans.size(), 11U);
    for (const auto& [name, plan] : plans) {
        EXPECT_TRUE(plan.starts_with("SEARCH contact")) << name << ": " << plan;
        EXPECT_EQ(std::count(plan.begin(), plan.end(), '\n'), 1) << name << ": " << plan;
    }
}

}  // namespace
}  // namespace tradewind::storage

#include "domain/contacts/contact_list.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

TEST(ContactList, KeysTellWhereAContactStands) {
    const Contact contact{
        .email = "Ada@Example.org", .name = "Áda", .surname = "LOVELACE", .mobile_phone = "+34651234567"};
    EXPECT_EQ(list_key(ContactOrder::Newest, contact), "");
    EXPECT_EQ(list_key(ContactOrder::Email, contact), "ada@example.org");
    EXPECT_EQ(list_key(ContactOrder::Name, contact), "ada lovelace");
    EXPECT_EQ(list_key(ContactOrder::Surname, contact), "lovelace");
    EXPECT_EQ(list_key(ContactOrder::Phone, contact), "+34651234567");
}

TEST(ContactList, WhatAContactDoesNotHaveHasNoKey) {
    const Contact nobody{.name = ""};
    for (const auto order : {ContactOrder::Email, ContactOrder::Name, ContactOrder::Surname, ContactOrder::Phone}) {
        EXPECT_EQ(list_key(order, nobody), "");
    }
    const Contact without_name{.name = "", .surname = "Lovelace"};
    EXPECT_EQ(list_key(ContactOrder::Name, without_name), "lovelace") << "no blank before it";
    const Contact without_surname{.name = "Ada", .surname = ""};
    EXPECT_EQ(list_key(ContactOrder::Name, without_surname), "ada") << "no blank after it";
}

TEST(ContactList, WhatPeopleTypeBecomesTheBeginningOfAKey) {
    EXPECT_EQ(email_search_key(" ADA@ "), "ada@");
    EXPECT_EQ(email_search_key("  "), "");
    EXPECT_EQ(phone_search_key("+34 651-23"), "+3465123");
    EXPECT_EQ(phone_search_key(" 34651"), "+34651") << "a plus sign in a query is a blank";
    EXPECT_EQ(phone_search_key("34"), "+34");
    EXPECT_EQ(phone_search_key(" +"), "");
    EXPECT_EQ(phone_search_key("++"), "++");
}

}  // namespace
}  // namespace tradewind::domain

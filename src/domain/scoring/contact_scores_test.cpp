#include "domain/scoring/contact_scores.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

constexpr CustomerValue some_value{.p_alive = {1}, .churn_rate = {2}, .expected_purchases = {3}, .clv = {4}};

TEST(ContactScores, AreAsTheyWereSet) {
    const RfmScores rfm{.recency = 1, .frequency = 2, .monetary = 3, .group = "hibernating"};
    for (const auto& scores : {ContactScores{}, ContactScores{.rfm = rfm}, ContactScores{.value = some_value},
                               ContactScores{.rfm = rfm, .value = some_value}}) {
        Contact contact;
        set_contact_scores(contact, {.rfm = {.recency = 5}, .value = CustomerValue{}});
        set_contact_scores(contact, scores);
        EXPECT_EQ(contact_scores(contact), scores);
    }
}

TEST(ContactScores, AreOfTheFieldsOfTheirNames) {
    Contact contact;
    set_contact_scores(contact, {.value = some_value});
    EXPECT_EQ(contact.p_alive, base::Decimal{1});
    EXPECT_EQ(contact.churn_rate, base::Decimal{2});
    EXPECT_EQ(contact.expected_purchases, base::Decimal{3});
    EXPECT_EQ(contact.clv, base::Decimal{4});
}

}  // namespace
}  // namespace tradewind::domain

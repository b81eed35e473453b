#include "domain/scoring/contact_scores.h"

namespace tradewind::domain {
namespace {

// All four or none.
std::optional<CustomerValue> customer_value(const Contact& contact) {
    if (!contact.p_alive || !contact.churn_rate || !contact.expected_purchases || !contact.clv) { return std::nullopt; }
    return CustomerValue{.p_alive = *contact.p_alive,
                         .churn_rate = *contact.churn_rate,
                         .expected_purchases = *contact.expected_purchases,
                         .clv = *contact.clv};
}

}  // namespace

ContactScores contact_scores(const Contact& contact) {
    return {.rfm = rfm_scores(contact), .value = customer_value(contact)};
}

void set_contact_scores(Contact& contact, const ContactScores& scores) {
    contact.recency = scores.rfm.recency;
    contact.frequency = scores.rfm.frequency;
    contact.monetary = scores.rfm.monetary;
    contact.rfm = scores.rfm.group;
    contact.p_alive.reset();
    contact.churn_rate.reset();
    contact.expected_purchases.reset();
    contact.clv.reset();
    if (scores.value) {
        contact.p_alive = scores.value->p_alive;
        contact.churn_rate = scores.value->churn_rate;
        contact.expected_purchases = scores.value->expected_purchases;
        contact.clv = scores.value->clv;
    }
}

}  // namespace tradewind::domain

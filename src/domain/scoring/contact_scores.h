#pragma once

#include <optional>

#include "domain/contacts/contact.h"
#include "domain/scoring/customer_value.h"
#include "domain/scoring/rfm.h"

namespace tradewind::domain {

// All that is made of a contact's purchases by looking at everybody's.
struct ContactScores {
    RfmScores rfm = {};
    std::optional<CustomerValue> value = {};

    friend bool operator==(const ContactScores&, const ContactScores&) = default;
};
ContactScores contact_scores(const Contact& contact);
void set_contact_scores(Contact& contact, const ContactScores& scores);

}  // namespace tradewind::domain

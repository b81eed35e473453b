#pragma once

#include <optional>

#include "domain/contact.h"
#include "domain/customer_value.h"
#include "domain/rfm.h"

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

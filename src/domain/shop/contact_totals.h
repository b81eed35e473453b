#pragma once

#include <optional>

#include "base/instant.h"
#include "base/result.h"
#include "domain/contacts/contact.h"
#include "domain/shop/purchase.h"

namespace tradewind::domain {

// When a contact bought for the first and the last time.
struct PurchaseDates {
    std::optional<base::Instant> first;
    std::optional<base::Instant> last;
};

// Counts a purchase into what its contact bought. Invalid when it is more than can be counted.
base::Result<void> add_to_totals(Contact& contact, const Purchase& purchase);
// Takes one out again; the dates are those of the purchases that stay.
void take_from_totals(Contact& contact, const Purchase& purchase, const PurchaseDates& left);

}  // namespace tradewind::domain

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/sources.h"
#include "domain/contacts/contact.h"
#include "domain/journal/actor.h"
#include "domain/shop/coupon_claim.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

struct AssignedCoupon {
    base::Id set;
    base::Id contact;
    std::string code;
    base::Instant at;
};

// Gives a coupon of the set to a contact, who was locked before, and journals it. `word` says in the activity what
// made it happen, such as `management`. NotFound when there is no such set; Conflict when it has expired or nothing is
// left.
base::Result<AssignedCoupon> assign_coupon(storage::Transaction& transaction, base::Sources& sources,
                                           const storage::Definitions& definitions, base::Id set,
                                           domain::Contact& contact, std::string_view word,
                                           const domain::Cause& cause = {});

// The same by the hand of a person, for the contact that a claim names; an audit row says so. NotFound also when there
// is no such contact.
base::Result<AssignedCoupon> give_coupon(storage::Transaction& transaction, base::Sources& sources,
                                         const storage::Definitions& definitions, const domain::Actor& actor,
                                         base::Id set, const domain::CouponClaim& claim);

}  // namespace tradewind::operations

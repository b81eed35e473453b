#pragma once

#include <optional>
#include <string>

#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "domain/contacts/contact_key.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

// Who is to get a coupon, by one of three names.
struct CouponClaim {
    std::optional<base::Id> contact_id;
    std::optional<std::string> contact_email;
    std::optional<std::string> contact_external_id;
};

inline constexpr FieldTable<CouponClaim, 3> coupon_claim_fields{{
    {.name = "contactId", .member = &CouponClaim::contact_id},
    {.name = "contactEmail", .member = &CouponClaim::contact_email, .rule = check_email_address},
    {.name = "contactExternalId", .member = &CouponClaim::contact_external_id, .rule = check_external_id},
}};

// All problems at once. Exactly one of the names is there.
base::Result<CouponClaim> read_coupon_claim(const base::JsonValue& object);

}  // namespace tradewind::domain

#include "domain/shop/coupon_claim.h"

#include "domain/fields/json_fields.h"

namespace tradewind::domain {

base::Result<CouponClaim> read_coupon_claim(const base::JsonValue& object) {
    std::vector<base::Problem> problems;
    auto claim = read_fields(coupon_claim_fields, object, ReadMode::Create, problems);
    if (claim.present.none()) {
        problems.push_back({.path = "/contactId", .reason = "is required, or contactEmail, or contactExternalId"});
    }
    bool is_named = false;
    for (std::size_t index = 0; index < coupon_claim_fields.size(); ++index) {
        if (!claim.present[index]) { continue; }
        if (is_named) {
            problems.push_back({.path = "/" + std::string(coupon_claim_fields[index].name),
                                .reason = "is a second name of the contact, of which there must be one"});
        }
        is_named = true;
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return std::move(claim.values);
}

}  // namespace tradewind::domain

#pragma once

#include <string>
#include <string_view>

#include "api/route.h"
#include "api/services.h"
#include "domain/shop/coupon_set.h"
#include "storage/database/transaction.h"

namespace tradewind::api {

// How coupon sets are told, in public and to those who manage them.

std::string render_coupon_set(storage::Transaction& transaction, const domain::CouponSet& set,
                              domain::CouponSetView view);
// A page of the list at this path.
void answer_coupon_sets(const Services& services, Call& call, std::string_view path, domain::CouponSetView view);
// The one whose id is the first parameter of the path.
void answer_coupon_set(const Services& services, Call& call, domain::CouponSetView view);

}  // namespace tradewind::api

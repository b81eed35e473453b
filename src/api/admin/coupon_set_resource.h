#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/coupon-sets/, GET, PATCH and DELETE /admin/v1/coupon-sets/{id}
std::vector<Route> coupon_set_routes(const Services& services);

}  // namespace tradewind::api::admin

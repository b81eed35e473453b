#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/coupon-sets/, GET, PATCH and DELETE /admin/v1/coupon-sets/{id}
std::vector<Route> coupon_set_routes(const Surroundings& surroundings);

}  // namespace tradewind::api::admin

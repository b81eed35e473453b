#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/coupon-sets/{id}/codes/, POST /admin/v1/coupon-sets/{id}/codes/remove,
// POST /admin/v1/coupon-sets/{id}/assignments/
std::vector<Route> coupon_routes(const Surroundings& surroundings);

}  // namespace tradewind::api::admin

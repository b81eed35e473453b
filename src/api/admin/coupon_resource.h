#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/coupon-sets/{id}/codes/, POST /admin/v1/coupon-sets/{id}/codes/remove,
// POST /admin/v1/coupon-sets/{id}/assignments/
std::vector<Route> coupon_routes(const Services& services);

}  // namespace tradewind::api::admin

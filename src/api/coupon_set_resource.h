#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// GET /coupon-sets/ and /coupon-sets/{id}
std::vector<Route> coupon_set_routes(const Services& services);

}  // namespace tradewind::api

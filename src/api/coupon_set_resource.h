#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api {

// GET /coupon-sets/ and /coupon-sets/{id}
std::vector<Route> coupon_set_routes(const Surroundings& surroundings);

}  // namespace tradewind::api

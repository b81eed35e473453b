#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET /admin/v1/products/
std::vector<Route> product_routes(const Services& services);

}  // namespace tradewind::api::admin

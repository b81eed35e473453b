#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET and PATCH /admin/v1/store
std::vector<Route> store_routes(const Services& services);

}  // namespace tradewind::api::admin

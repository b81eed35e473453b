#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api::admin {

// GET and PATCH /admin/v1/store
std::vector<Route> store_routes(const Surroundings& surroundings);

}  // namespace tradewind::api::admin

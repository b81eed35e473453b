#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api {

// POST /hooks/{token}
std::vector<Route> hook_routes(const Surroundings& surroundings);

}  // namespace tradewind::api

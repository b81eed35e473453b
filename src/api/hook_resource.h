#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// POST /hooks/{token}
std::vector<Route> hook_routes(const Services& services);

}  // namespace tradewind::api

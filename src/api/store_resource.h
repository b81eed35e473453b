#pragma once

#include <vector>

#include "api/route.h"

namespace tradewind::api {

// GET /store/
std::vector<Route> store_routes();

}  // namespace tradewind::api

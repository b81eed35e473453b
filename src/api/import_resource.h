#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api {

// `/imports/`: files of contacts, products and coupons.
std::vector<Route> import_routes(const Surroundings& surroundings);

}  // namespace tradewind::api

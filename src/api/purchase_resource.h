#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// What contacts bought, by the service's id or the store's.
std::vector<Route> purchase_routes(const Services& services);

}  // namespace tradewind::api

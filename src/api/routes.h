#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api {

// Every operation of the management interface: what the control socket serves.
std::vector<Route> admin_routes(const Surroundings& surroundings);

// Every operation there is.
std::vector<Route> all_routes(const Surroundings& surroundings);

}  // namespace tradewind::api

#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api {

// Every operation of the management interface.
std::vector<Route> admin_routes(const Surroundings& surroundings);

// What the control socket serves: the same, and what only somebody on the machine itself may do.
std::vector<Route> control_routes(const Surroundings& surroundings);

// Every operation there is.
std::vector<Route> all_routes(const Surroundings& surroundings);

}  // namespace tradewind::api

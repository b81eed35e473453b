#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// Every operation of the management interface.
std::vector<Route> admin_routes(const Services& services);

// What the control socket serves: the same, and what only somebody on the machine itself may do.
std::vector<Route> control_routes(const Services& services);

// Every operation there is.
std::vector<Route> all_routes(const Services& services);

}  // namespace tradewind::api

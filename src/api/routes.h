#pragma once

#include <vector>

#include "api/admin/operations_resource.h"
#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// Every operation of the management interface.
std::vector<Route> admin_routes(const Services& services, const admin::Operating& operating);

// What the control socket serves: the same, and what only somebody on the machine itself may do.
std::vector<Route> control_routes(const Services& services, const admin::Operating& operating);

// Every operation there is.
std::vector<Route> all_routes(const Services& services, const admin::Operating& operating);

}  // namespace tradewind::api

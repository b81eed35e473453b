#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// What only somebody on the machine itself may do, and therefore only the control socket serves: have a backup written
// to a path of this machine, and say that this copy of the data is the live one.
std::vector<Route> backup_routes(const Services& services);

}  // namespace tradewind::api

#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// POST /custom-events/alias/{alias} and /custom-events/id/{id}
std::vector<Route> custom_event_routes(const Services& services);

}  // namespace tradewind::api

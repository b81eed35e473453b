#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api {

// POST /custom-events/alias/{alias} and /custom-events/id/{id}
std::vector<Route> custom_event_routes(const Surroundings& surroundings);

}  // namespace tradewind::api

#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api {

// POST /custom-events/alias/{alias}/batch and /custom-events/id/{id}/batch
std::vector<Route> custom_event_batch_routes(const Surroundings& surroundings);

}  // namespace tradewind::api

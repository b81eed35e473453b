#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// POST /custom-events/alias/{alias}/batch and /custom-events/id/{id}/batch
std::vector<Route> custom_event_batch_routes(const Services& services);

}  // namespace tradewind::api

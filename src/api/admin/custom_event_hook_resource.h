#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET, POST and PATCH /admin/v1/custom-event-types/{id}/hook
std::vector<Route> custom_event_hook_routes(const Services& services);

}  // namespace tradewind::api::admin

#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// GET and POST /custom-integrations/{id}/custom-event-types/, GET and DELETE .../custom-event-types/{eventTypeId}
std::vector<Route> custom_event_type_routes(const Services& services);

}  // namespace tradewind::api

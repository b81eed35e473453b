#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// GET and POST /custom-integrations/, GET, PATCH and DELETE /custom-integrations/{id}
std::vector<Route> custom_integration_routes(const Services& services);

}  // namespace tradewind::api

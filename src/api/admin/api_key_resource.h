#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/api-keys/, GET and DELETE /admin/v1/api-keys/{id}
std::vector<Route> api_key_routes(const Services& services);

}  // namespace tradewind::api::admin

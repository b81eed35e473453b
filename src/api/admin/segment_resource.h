#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/segments/, GET, PATCH and DELETE /admin/v1/segments/{id}
std::vector<Route> segment_routes(const Services& services);

}  // namespace tradewind::api::admin

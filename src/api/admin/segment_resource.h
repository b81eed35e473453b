#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/segments/, GET, PATCH and DELETE /admin/v1/segments/{id}
std::vector<Route> segment_routes(const Surroundings& surroundings);

}  // namespace tradewind::api::admin

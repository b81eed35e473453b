#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/workflows/, GET, PATCH and DELETE /admin/v1/workflows/{id},
// POST /admin/v1/workflows/{id}/start
std::vector<Route> workflow_routes(const Surroundings& surroundings);

}  // namespace tradewind::api::admin

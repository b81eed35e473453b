#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/workflows/, GET, PATCH and DELETE /admin/v1/workflows/{id},
// POST /admin/v1/workflows/{id}/start
std::vector<Route> workflow_routes(const Services& services);

}  // namespace tradewind::api::admin

#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api::admin {

// GET /admin/v1/audit/
std::vector<Route> audit_routes(const Surroundings& surroundings);

}  // namespace tradewind::api::admin

#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/reports/, GET, PATCH and DELETE /admin/v1/reports/{id}
std::vector<Route> report_routes(const Surroundings& surroundings);

}  // namespace tradewind::api::admin

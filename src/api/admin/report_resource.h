#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/reports/, GET, PATCH and DELETE /admin/v1/reports/{id}
std::vector<Route> report_routes(const Services& services);

}  // namespace tradewind::api::admin

#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET /admin/v1/reports/{id}/rows
std::vector<Route> report_rows_routes(const Services& services);

}  // namespace tradewind::api::admin

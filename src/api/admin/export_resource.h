#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/exports/, GET and DELETE /admin/v1/exports/{id}
std::vector<Route> export_routes(const Services& services);

}  // namespace tradewind::api::admin

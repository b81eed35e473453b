#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/exports/, GET and DELETE /admin/v1/exports/{id}
std::vector<Route> export_routes(const Surroundings& surroundings);

}  // namespace tradewind::api::admin

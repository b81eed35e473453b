#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api::admin {

// `/admin/v1/purchase-imports/`: past purchases in bulk.
std::vector<Route> purchase_import_routes(const Surroundings& surroundings);

}  // namespace tradewind::api::admin

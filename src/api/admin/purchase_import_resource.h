#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// `/admin/v1/purchase-imports/`: past purchases in bulk.
std::vector<Route> purchase_import_routes(const Services& services);

}  // namespace tradewind::api::admin

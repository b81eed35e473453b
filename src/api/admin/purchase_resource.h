#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET /admin/v1/purchases/ and /admin/v1/contacts/{id}/purchases/
std::vector<Route> purchase_routes(const Services& services);

}  // namespace tradewind::api::admin

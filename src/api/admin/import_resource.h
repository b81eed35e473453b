#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// `/admin/v1/imports/`: files of contacts, products and coupons.
std::vector<Route> import_routes(const Services& services);

}  // namespace tradewind::api::admin

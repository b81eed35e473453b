#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// GET and DELETE /products/{id}, GET, PATCH and DELETE /products/product-id/{id}
std::vector<Route> product_routes(const Services& services);

}  // namespace tradewind::api

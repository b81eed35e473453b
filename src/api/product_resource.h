#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api {

// GET and DELETE /products/{id}, GET, PATCH and DELETE /products/product-id/{id}
std::vector<Route> product_routes(const Surroundings& surroundings);

}  // namespace tradewind::api

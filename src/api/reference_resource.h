#pragma once

#include <vector>

#include "api/route.h"

namespace tradewind::api {

// GET /openapi.json and GET /docs: the description of this interface, for programs and for people.
std::vector<Route> reference_routes();

}  // namespace tradewind::api

#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api {

// The fields of contacts: list, create, get, delete.
std::vector<Route> contact_field_routes(const Surroundings& surroundings);

}  // namespace tradewind::api

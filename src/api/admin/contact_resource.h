#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// The list of contacts with its searches, and one contact by the service's id.
std::vector<Route> contact_routes(const Services& services);

}  // namespace tradewind::api::admin

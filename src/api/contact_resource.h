#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// Contacts by e-mail, by external id, and by e-mail the old way.
std::vector<Route> contact_routes(const Services& services);

}  // namespace tradewind::api

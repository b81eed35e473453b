#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/custom-event-types/{id}/signing-secret
std::vector<Route> signing_secret_routes(const Services& services);

}  // namespace tradewind::api::admin

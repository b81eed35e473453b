#pragma once

#include <string_view>
#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// GET /workflows/ and /workflows/{id}
std::vector<Route> workflow_routes(const Services& services);

// A page of the list at this path, without definitions.
void answer_workflows(const Services& services, Call& call, std::string_view path);

}  // namespace tradewind::api

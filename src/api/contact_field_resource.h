#pragma once

#include <vector>

#include "api/route.h"
#include "api/surroundings.h"

namespace tradewind::api {

// GET and POST /contact-fields/, GET and DELETE /contact-fields/{id}
std::vector<Route> contact_field_routes(const Surroundings& surroundings);

}  // namespace tradewind::api

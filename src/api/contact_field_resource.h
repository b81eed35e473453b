#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// GET and POST /contact-fields/, GET and DELETE /contact-fields/{id}
std::vector<Route> contact_field_routes(const Services& services);

}  // namespace tradewind::api

#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// The routes of each resource, which is a file of its own: `audit_routes` in audit_resource.cpp. Resources that offer
// more have a header beside them.

// What only somebody on the machine itself may do, and therefore only the control socket serves: have a backup written
// to a path of this machine, and say that this copy of the data is the live one.
std::vector<Route> backup_routes(const Services& services);

// GET and POST /contact-fields/, GET and DELETE /contact-fields/{id}
std::vector<Route> contact_field_routes(const Services& services);

// The console: `/console/` and what it needs, and `/`, which leads there. The document does not describe it.
std::vector<Route> console_routes();

// Contacts by e-mail, by external id, and by e-mail the old way.
std::vector<Route> contact_routes(const Services& services);

// GET /coupon-sets/ and /coupon-sets/{id}
std::vector<Route> coupon_set_routes(const Services& services);

// POST /custom-events/alias/{alias}/batch and /custom-events/id/{id}/batch
std::vector<Route> custom_event_batch_routes(const Services& services);

// POST /custom-events/alias/{alias} and /custom-events/id/{id}
std::vector<Route> custom_event_routes(const Services& services);

// GET and POST /custom-integrations/{id}/custom-event-types/, GET and DELETE .../custom-event-types/{eventTypeId}
std::vector<Route> custom_event_type_routes(const Services& services);

// GET and POST /custom-integrations/, GET, PATCH and DELETE /custom-integrations/{id}
std::vector<Route> custom_integration_routes(const Services& services);

// POST /hooks/{token}
std::vector<Route> hook_routes(const Services& services);

// `/imports/`: files of contacts, products and coupons.
std::vector<Route> import_routes(const Services& services);

// GET and DELETE /products/{id}, GET, PATCH and DELETE /products/product-id/{id}
std::vector<Route> product_routes(const Services& services);

// What contacts bought, by the service's id or the store's.
std::vector<Route> purchase_routes(const Services& services);

// GET /openapi.json and GET /docs: the description of this interface, for programs and for people.
std::vector<Route> reference_routes();

// GET /store/
std::vector<Route> store_routes();

}  // namespace tradewind::api

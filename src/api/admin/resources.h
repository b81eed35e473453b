#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// The routes of each resource, which is a file of its own: `audit_routes` in audit_resource.cpp. Resources that offer
// more have a header beside them.

// GET and POST /admin/v1/api-keys/, GET and DELETE /admin/v1/api-keys/{id}
std::vector<Route> api_key_routes(const Services& services);

// GET /admin/v1/audit/
std::vector<Route> audit_routes(const Services& services);

// The list of contacts with its searches, POST /admin/v1/contacts/search, and one contact by the service's id.
std::vector<Route> contact_routes(const Services& services);

// GET and POST /admin/v1/coupon-sets/{id}/codes/, POST /admin/v1/coupon-sets/{id}/codes/remove,
// POST /admin/v1/coupon-sets/{id}/assignments/
std::vector<Route> coupon_routes(const Services& services);

// GET and POST /admin/v1/coupon-sets/, GET, PATCH and DELETE /admin/v1/coupon-sets/{id}
std::vector<Route> coupon_set_routes(const Services& services);

// GET, POST and PATCH /admin/v1/custom-event-types/{id}/hook
std::vector<Route> custom_event_hook_routes(const Services& services);

// GET /admin/v1/custom-events/
std::vector<Route> custom_event_tail_routes(const Services& services);

// GET /admin/v1/deliveries/, GET /admin/v1/deliveries/{id}, POST /admin/v1/deliveries/{id}/retry and {id}/drop,
// POST /admin/v1/deliveries/retry-all
std::vector<Route> delivery_routes(const Services& services);

// GET and POST /admin/v1/exports/, GET and DELETE /admin/v1/exports/{id}
std::vector<Route> export_routes(const Services& services);

// GET /admin/v1/filters/vocabulary, POST /admin/v1/filters/describe
std::vector<Route> filter_routes();

// GET, POST and DELETE /admin/v1/hold and /admin/v1/contacts/{id}/hold, POST and DELETE /admin/v1/workflows/{id}/hold
std::vector<Route> hold_routes(const Services& services);

// `/admin/v1/imports/`: files of contacts, products and coupons.
std::vector<Route> import_routes(const Services& services);

// POST /admin/v1/imports/trial
std::vector<Route> import_trial_routes(const Services& services);

// GET /admin/v1/live
std::vector<Route> live_routes(const Services& services);

// GET and PATCH /admin/v1/me, POST /admin/v1/me/password, POST /admin/v1/me/second-factor, /confirm and /remove beneath
// it
std::vector<Route> me_routes(const Services& services);

// POST /admin/v1/workflows/{id}/nodes/{node}/runs/stop and /skip
std::vector<Route> node_runs_routes(const Services& services);

// GET and POST /admin/v1/people/, GET, PATCH and DELETE /admin/v1/people/{id}, POST /admin/v1/people/{id}/reset
std::vector<Route> person_routes(const Services& services);

// GET /admin/v1/products/{id}/buyers
std::vector<Route> product_buyers_routes(const Services& services);

// GET /admin/v1/products/
std::vector<Route> product_routes(const Services& services);

// `/admin/v1/purchase-imports/`: past purchases in bulk.
std::vector<Route> purchase_import_routes(const Services& services);

// GET /admin/v1/purchases/ and /admin/v1/contacts/{id}/purchases/
std::vector<Route> purchase_routes(const Services& services);

// GET and POST /admin/v1/reports/, GET, PATCH and DELETE /admin/v1/reports/{id}
std::vector<Route> report_routes(const Services& services);

// GET /admin/v1/reports/{id}/rows
std::vector<Route> report_rows_routes(const Services& services);

// POST /admin/v1/workflows/{id}/runs/, …/runs/batch and …/trial, GET /admin/v1/workflows/{id}/runs/{runId},
// POST /stop and /skip beneath it, GET /admin/v1/workflows/{id}/nodes/{node}/runs/ and /admin/v1/contacts/{id}/runs/
std::vector<Route> run_routes(const Services& services);

// GET, POST and DELETE /admin/v1/sample-data
std::vector<Route> sample_data_routes(const Services& services);

// POST /admin/v1/segments/count and /admin/v1/segments/preview
std::vector<Route> segment_count_routes(const Services& services);

// GET and POST /admin/v1/segments/, GET, PATCH and DELETE /admin/v1/segments/{id}, POST and DELETE
// /admin/v1/segments/{id}/build, GET /admin/v1/segments/{id}/used-by and /admin/v1/segments/{id}/why/{contactId}
std::vector<Route> segment_routes(const Services& services);

// GET and POST /admin/v1/sessions/, DELETE /admin/v1/sessions/{id} and /admin/v1/sessions/current
std::vector<Route> session_routes(const Services& services);

// POST /control/v1/setup-link, for the control socket alone.
std::vector<Route> setup_link_routes(const Services& services);

// GET and POST /admin/v1/setup
std::vector<Route> setup_routes(const Services& services);

// GET and POST /admin/v1/custom-event-types/{id}/signing-secret
std::vector<Route> signing_secret_routes(const Services& services);

// GET and PATCH /admin/v1/store
std::vector<Route> store_routes(const Services& services);

// POST /admin/v1/custom-event-types/{id}/test
std::vector<Route> test_call_routes(const Services& services);

// POST /admin/v1/test-clock
std::vector<Route> test_clock_routes(const Services& services);

// GET /admin/v1/contact-fields/{id}/used-by, /admin/v1/custom-event-types/{id}/used-by and
// /admin/v1/coupon-sets/{id}/used-by
std::vector<Route> used_by_routes(const Services& services);

// GET /admin/v1/workflows/vocabulary and /admin/v1/workflows/{id}/entering, POST /admin/v1/workflows/{id}/simulations
std::vector<Route> workflow_draft_routes(const Services& services);

// POST /admin/v1/workflows/{id}/publish, /pause, /resume and /finish, GET /admin/v1/workflows/{id}/numbers
std::vector<Route> workflow_life_routes(const Services& services);

// GET and POST /admin/v1/workflows/, GET, PATCH and DELETE /admin/v1/workflows/{id}
std::vector<Route> workflow_routes(const Services& services);

// GET /admin/v1/workflows/{id}/why/{contactId}
std::vector<Route> workflow_why_routes(const Services& services);

}  // namespace tradewind::api::admin
